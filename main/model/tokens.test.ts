import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { estimateTokens } from './tokens';

const here = path.join(import.meta.dirname, '..');
const source = readdirSync(path.join(here, 'tools')).filter((name) => name.endsWith('.ts')).map((name) => readFileSync(path.join(here, 'tools', name), 'utf8')).join('\n');
const samples: Record<string, string> = {
  prose: readFileSync(path.join(here, '..', 'README.md'), 'utf8').split('## 简体中文')[0] ?? '',
  chinese: '安装在你电脑上的桌面助手。你用对话提出要求，由语言模型决定怎么做，程序负责看屏幕、读写文件、运行命令——任何有风险的操作都会先弹窗征求你的同意。'.repeat(5),
  code: source.slice(0, 60_000),
  json: JSON.stringify({ status: 'success', data: { paths: ['src/main.ts', 'docs/read-me.md'], total: 128 }, stats: { time_ms: 12.5 }, context: { cwd: '/home/you/work' } }).repeat(40),
  escaped: JSON.stringify(JSON.stringify({ text: '1\tone\n2\ttwo\n', data: { lines: 2 } })).repeat(40),
  base64: Buffer.from(source.slice(0, 9_000)).toString('base64'),
  hex: Buffer.from(source.slice(0, 9_000)).toString('hex'),
  digits: Array.from({ length: 800 }, (_, index) => String(index * 7919)).join(','),
  table: Array.from({ length: 200 }, (_, index) => `| item ${index} | ${index * 1.5} | monthly |`).join('\n'),
  german: 'Die Geschwindigkeitsbegrenzung auf der Bundesautobahn wird überprüft, bevor die Straßenverkehrsordnung geändert wird. '.repeat(20),
  russian: 'Не удаляйте файлы без моего разрешения, пожалуйста. '.repeat(20),
  emoji: '🙂🚀✅👩‍💻 '.repeat(50),
};

it.each(Object.entries(samples))('never counts too few, nor wildly too many: %s', (_name, text) => {
  const real = countTokens(text);
  const estimate = estimateTokens(text);
  expect(estimate).toBeGreaterThanOrEqual(real);
  expect(estimate).toBeLessThan(real * 2.6);
});
