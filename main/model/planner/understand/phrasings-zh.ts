import { arithmeticOf } from './arithmetic';
import { bare, folderOf, globOf, topicsOf, type Phrasing } from './phrasing';

const IN = '(?:(?:在|从)?\\s*(?<folder>[^，。“”「」]+?)\\s*(?:这个)?(?:文件夹|目录)?(?:里面|里|中|下面|下|内)(?:的|所有的?|，)?)?';
const phrase = (source: string): RegExp => new RegExp(source, 'iu');

/** Chinese ways of asking for everything but sheets, letters and files to be written (those are read by parts). */
export const chinesePhrasings: Phrasing[] = [
  { pattern: phrase('^(?:你好|您好|嗨|哈喽|早上好|下午好|晚上好|早安)(?:啊|呀)?$'), task: () => ({ kind: 'greeting' }) },
  { pattern: phrase('^(?:谢谢|多谢|感谢|辛苦了)(?:你|您|啦|了)?$'), task: () => ({ kind: 'thanks' }) },
  { pattern: phrase('^(?:帮助|你?能做(?:些)?什么|你?会(?:做)?(?:些)?什么|你可以做(?:些)?什么|你是谁|有什么功能|怎么用|你有什么用)$'), task: () => ({ kind: 'help' }) },
  {
    pattern: phrase('(?:系统|电脑|机器|磁盘|硬盘|内存|负载|CPU|处理器).*(?:状态|情况|多少|怎么样|剩余|空间|占用|使用|负载|高|够|报告)|^(?:检查|查看|报告|看看|看一下).*(?:系统|磁盘|硬盘|内存|负载)|还(?:剩|有)多少.*(?:空间|内存)'),
    task: (_groups, request) => ({ kind: 'system', topics: topicsOf(request) }),
  },
  { pattern: phrase('^(?:计算|算(?:一下|一算|算)?|求)(?:一下)?\\s*[:：]?\\s*(?<expression>.+)$'), task: ({ expression }) => arithmeticOf(expression) },
  { pattern: phrase('^(?<expression>.+?)\\s*(?:等于(?:多少|几)?|是多少|得多少|得几|=\\s*[?？]?)$'), task: ({ expression }) => arithmeticOf(expression) },
  {
    pattern: phrase('^(?:总结|概括|概述|归纳|摘要)(?:一下|下)?\\s*(?:文件|文档|这个文件)?\\s*(?<file>[^，。]+?)(?:的(?:内容|要点|大意))?$'),
    task: ({ file }) => ({ kind: 'summarise', file: bare(file) }),
  },
  { pattern: phrase('^(?:给|写|做|生成)(?:我)?\\s*(?:一份|一个|个)?\\s*(?<file>\\S+\\.\\w+)\\s*的?(?:摘要|总结|概要|大纲)$'), task: ({ file }) => ({ kind: 'summarise', file: bare(file) }) },
  { pattern: phrase('^把\\s*(?<file>\\S+\\.\\w+)\\s*(?:总结|概括|概述|归纳)(?:一下|下)?$'), task: ({ file }) => ({ kind: 'summarise', file: bare(file) }) },
  { pattern: phrase('^(?<file>\\S+\\.\\w+)\\s*(?:讲了什么|说了什么|写了什么|是关于什么的|主要内容是什么)$'), task: ({ file }) => ({ kind: 'summarise', file: bare(file) }) },
  {
    pattern: phrase(`^${IN}(?:哪些|哪个|什么)文件(?:里|中)?(?:包含|提到|含有|有|出现)(?:了)?\\s*(?<text>.+?)(?:这个词|字样|的)?$`),
    task: ({ text, folder }) => ({ kind: 'search', text: bare(text), folder: folderOf(folder) }),
  },
  {
    pattern: phrase(`^${IN}(?:搜索|查找|搜|查|找)(?:一下)?(?:包含|含有|提到|内容|文字|文本|关键词|所有包含)\\s*(?<text>["“「].+?["”」]|[^的]+?)(?:的(?:所有)?文件|的内容|这个词|字样)?$`),
    task: ({ text, folder }) => ({ kind: 'search', text: bare(text), folder: folderOf(folder) }),
  },
  {
    pattern: phrase(`^${IN}(?:搜索|搜|查找|找)(?:一下)?\\s*(?<text>["“「].+?["”」])(?:的内容|这个词|字样)?$`),
    task: ({ text, folder }) => (/\.\w+["”」]$/.test(text ?? '') ? { kind: 'find', pattern: globOf(text), folder: folderOf(folder) } : { kind: 'search', text: bare(text), folder: folderOf(folder) }),
  },
  {
    pattern: phrase(`^${IN}(?:查找|寻找|找到|找出|搜索|找)(?:一下|下)?(?:所有的?|全部的?)?(?:名为|名叫|叫做?|名字(?:包含|含有|里有))\\s*(?<name>.+?)(?:的(?:所有)?(?:文件|文档))?$`),
    task: ({ name, folder }) => ({ kind: 'find', pattern: globOf(name), folder: folderOf(folder) }),
  },
  {
    pattern: phrase(`^${IN}(?:查找|寻找|找到|找出|搜索|列出|找)(?:一下|下)?(?:所有的?|全部的?)\\s*(?<name>[^里中下]+?)\\s*(?:格式|类型)?的?(?:文件|文档)?$`),
    task: ({ name, folder }) => (/^(?:文件|文档)?$/.test(bare(name)) ? { kind: 'list', folder: folderOf(folder) } : { kind: 'find', pattern: globOf(name), folder: folderOf(folder) }),
  },
  { pattern: phrase(`^${IN}(?:查找|寻找|找到|找出|找)(?:一下|下)?\\s*(?:文件\\s*)?(?<name>\\S+\\.\\w+|\\*\\S+)(?:\\s*(?:文件|在哪里?))?$`), task: ({ name, folder }) => ({ kind: 'find', pattern: globOf(name), folder: folderOf(folder) }) },
  { pattern: phrase('^(?:文件\\s*)?(?<name>\\S+\\.\\w+)\\s*(?:这个文件)?在哪(?:里|儿)?$'), task: ({ name }) => ({ kind: 'find', pattern: globOf(name), folder: '.' }) },
  {
    pattern: phrase(`^(?:列出|列一下|显示|看看|看一下|查看|列)?${IN}(?:有)?(?:所有的?|全部的?|哪些|什么)?(?:文件|内容|东西)(?:列表|清单)?$`),
    task: ({ folder }) => ({ kind: 'list', folder: folderOf(folder) }),
  },
  { pattern: phrase('^(?:列出|看看|看一下|查看|打开)\\s*(?<folder>[^，。]+?)\\s*(?:文件夹|目录)(?:里?有什么|的内容)?$'), task: ({ folder }) => ({ kind: 'list', folder: folderOf(folder) }) },
  { pattern: phrase('^(?:看看|看一下|查看|列出)?\\s*(?<folder>[^\\s，。.]+)\\s*(?:里面|里|中|下面|下)(?:都)?有(?:些)?什么$'), task: ({ folder }) => ({ kind: 'list', folder: folderOf(folder) }) },
  {
    pattern: phrase('^(?:读取|读一下|读|打开|显示|查看|看看|看一下|念)(?:一下)?\\s*(?:文件|文档)?\\s*(?<file>\\S+\\.\\w+|["“「][^"”」]+\\.\\w+["”」])\\s*(?:的内容|文件|里写了什么)?$'),
    task: ({ file }) => ({ kind: 'read', file: bare(file) }),
  },
];
