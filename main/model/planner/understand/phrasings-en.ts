import { arithmeticOf } from './arithmetic';
import { bare, folderOf, globOf, topicsOf, type Phrasing } from './phrasing';

const FOLDER = String.raw`(?:\s+(?:in|inside|under|within|of|from)\s+(?<folder>.+?))?[?.!]*$`;
const phrase = (source: string): RegExp => new RegExp(source, 'iu');

/** English ways of asking for everything but sheets, letters and files to be written (those are read by parts). */
export const englishPhrasings: Phrasing[] = [
  { pattern: phrase(String.raw`^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: there| deskwright)?[!.,]*$`), task: () => ({ kind: 'greeting' }) },
  { pattern: phrase(String.raw`^(?:thanks|thank you|cheers)(?: (?:a lot|very much|so much))?[!.]*$`), task: () => ({ kind: 'thanks' }) },
  {
    pattern: phrase(String.raw`^(?:help(?: me)?|(?:what|how) (?:can|do) you (?:do|help(?: me)?(?: with)?)|what are you able to do|who are you|what are you|show me what you can do|list your tasks)(?: here| for me| without a model)?[?.!]*$`),
    task: () => ({ kind: 'help' }),
  },
  {
    pattern: phrase(String.raw`^(?:how (?:much|is|are|busy|full)|what(?:'s| is| are)|show|report|check|tell|give|is)\b.*\b(?:disk|storage|drive space|memory|ram|cpu|load|uptime|system(?:'s)? (?:state|status|health|load))\b`),
    task: (_groups, request) => ({ kind: 'system', topics: topicsOf(request) }),
  },
  { pattern: phrase(String.raw`^(?:system (?:state|status|report|health)|disk (?:space|usage)|memory usage|(?:cpu|system) load)[?.!]*$`), task: (_groups, request) => ({ kind: 'system', topics: topicsOf(request) }) },
  {
    pattern: phrase(String.raw`^(?:calculate|compute|work out|evaluate|what(?:'s| is)|how much is)\s+(?<expression>.+)$`),
    task: ({ expression }) => arithmeticOf(expression),
  },
  {
    pattern: phrase(String.raw`^(?:summari[sz]e|outline|give me (?:a |an )?(?:short |brief )?(?:summary|outline|overview) of|write a summary of|sum up)\s+(?:the\s+)?(?:file\s+|document\s+|contents? of\s+)*(?<file>.+)$`),
    task: ({ file }) => ({ kind: 'summarise', file: bare(file) }),
  },
  { pattern: phrase(String.raw`^(?:tell me )?what(?:'s| is)?\s+(?:the file\s+)?(?<file>\S+\.\w+|["“].+["”])\s+(?:is\s+)?about[?.]*$`), task: ({ file }) => ({ kind: 'summarise', file: bare(file) }) },
  {
    pattern: phrase(String.raw`^(?:(?:which|what) (?:of (?:my|the) )?files (?:contain|mention|say|include|have)|(?:search|grep|look)(?: (?:the|my|all) files)? for (?:the )?(?:text|word|phrase|string)|grep|search(?: the| my| all)? files for|find (?:all )?files (?:that )?(?:containing|contain|mentioning|mention|with the (?:text|word)))\s+(?<text>["“].+?["”]|.+?)${FOLDER}`),
    task: ({ text, folder }) => ({ kind: 'search', text: bare(text), folder: folderOf(folder) }),
  },
  {
    pattern: phrase(String.raw`^(?:search|find|look) (?:for )?(?:the (?:word|text|phrase) )?(?<text>["“].+?["”])${FOLDER}`),
    task: ({ text, folder }) => (/\.\w+["”]$/.test(text ?? '') ? { kind: 'find', pattern: globOf(text), folder: folderOf(folder) } : { kind: 'search', text: bare(text), folder: folderOf(folder) }),
  },
  { pattern: phrase(String.raw`^search\s+(?:the\s+)?(?<folder>(?!for\b|all\b|my\b|files\b)\S+)\s+for\s+(?:the (?:word|text) )?(?<text>.+?)[?.!]*$`), task: ({ text, folder }) => ({ kind: 'search', text: bare(text), folder: folderOf(folder) }) },
  {
    pattern: phrase(String.raw`^search (?!for files)(?:for )?(?<text>\S+(?: \S+){0,4}?)\s+(?:in|inside|under|within)\s+(?<folder>.+?)[?.!]*$`),
    task: ({ text, folder }) => ({ kind: 'search', text: bare(text), folder: folderOf(folder) }),
  },
  {
    pattern: phrase(String.raw`^(?:find|locate|search for|look for|list|show(?: me)?)\s+(?:me\s+)?(?:all\s+|every\s+|the\s+|any\s+)*(?:files?|documents?)\s+(?:that are |which are )?(?:named|called|matching|like|whose names? contains?)\s+(?<name>.+?)${FOLDER}`),
    task: ({ name, folder }) => ({ kind: 'find', pattern: globOf(name), folder: folderOf(folder) }),
  },
  {
    pattern: phrase(String.raw`^(?:find|locate|search for|look for|list|show(?: me)?)\s+(?:me\s+)?(?:all\s+|every\s+|the\s+|any\s+|my\s+)*(?<name>\S+)\s+(?:files?|documents?)${FOLDER}`),
    task: ({ name, folder }) => (/^(?:the|all|my|of|these|those)$/i.test(name ?? '') ? null : { kind: 'find', pattern: globOf(name), folder: folderOf(folder) }),
  },
  { pattern: phrase(String.raw`^where (?:is|are)\s+(?:the file |all |the |my )*(?<name>\S+\.\w+|["“].+["”]|images|pictures|photos|spreadsheets|pdfs)(?: files)?[?.!]*$`), task: ({ name }) => ({ kind: 'find', pattern: globOf(name), folder: '.' }) },
  {
    pattern: phrase(String.raw`^(?:find|locate|look for)\s+(?:the file |all |every )?(?<name>\S+\.\w+|\*\S*|images?|pictures?|photos?|spreadsheets?|pdfs?)${FOLDER}`),
    task: ({ name, folder }) => ({ kind: 'find', pattern: globOf(name), folder: folderOf(folder) }),
  },
  {
    pattern: phrase(String.raw`^(?:read|show(?: me)?|open|print|display|cat|view|what(?:'s| is) in|what does)\s+(?:me\s+)?(?:the\s+)?(?:file\s+|document\s+|contents? of\s+)*(?<file>\S+\.\w{1,5}|["“][^"”]+\.\w{1,5}["”])(?:\s+say)?[?.!]*$`),
    task: ({ file }) => ({ kind: 'read', file: bare(file) }),
  },
  {
    pattern: phrase(String.raw`^(?:list|show(?: me)?|what(?:'s| is| are))\s+(?:me\s+)?(?:all\s+|the\s+|my\s+)*(?:files?|folders?|contents?|files and folders)(?:\s+(?:are|is)(?: there)?)?${FOLDER}`),
    task: ({ folder }) => ({ kind: 'list', folder: folderOf(folder) }),
  },
  { pattern: phrase(String.raw`^(?:what files (?:are|do (?:i|you|we) have)(?: there)?|what(?:'s| is))\s+(?:in|inside)\s+(?<folder>(?!\S+\.\w{1,5}[?.!]*$).+?)[?.!]*$`), task: ({ folder }) => ({ kind: 'list', folder: folderOf(folder) }) },
  { pattern: phrase(String.raw`^(?:list|show(?: me)?)\s+(?:the\s+)?(?:folder|directory)\s+(?<folder>\S+?)[.!]*$`), task: ({ folder }) => ({ kind: 'list', folder: folderOf(folder) }) },
  { pattern: phrase(String.raw`^(?:ls|dir|list)(?:\s+(?<folder>\S+))?$`), task: ({ folder }) => ({ kind: 'list', folder: folderOf(folder) }) },
  { pattern: phrase(String.raw`^(?:find|locate)\s+(?:the |my )?(?<name>[\p{L}\p{N}_-]+)[.!]*$`), task: ({ name }) => ({ kind: 'find', pattern: globOf(name), folder: '.' }) },
];
