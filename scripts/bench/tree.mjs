import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../lib/cache-folder.mjs';

const FOLDERS = 1000;
const FILES_EACH = 100;
const ENDINGS = ['ts', 'ts', 'ts', 'js', 'json', 'md', 'py', 'css', 'txt', 'html'];
/** One in so many files holds the rare word. */
const RARE = 2000;

/** A word that 50 files of the tree hold, once each. */
export const RARE_WORD = 'quicksilver';
/** How many files the tree has. */
export const TREE_FILES = FOLDERS * FILES_EACH;

/**
 * A made tree of 100,000 source-like files in 1,000 folders, three deep, with a .gitignore; made once (some 20 s, 400 MB
 * of disk) and kept.
 * @param {(line: string) => void} log
 * @returns {string} its folder
 */
export function madeTree(log) {
  const folder = join(cacheFolder(), 'bench-tree-1');
  if (existsSync(folder)) return folder;
  log(`  making a tree of ${TREE_FILES} files in ${folder}, once`);
  const half = `${folder}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  for (let number = 0; number < FOLDERS; number++) {
    const place = join(half, `area-${Math.floor(number / 100)}`, `part-${Math.floor(number / 10) % 10}`, `unit-${number % 10}`);
    mkdirSync(place, { recursive: true });
    for (let index = 0; index < FILES_EACH; index++) {
      const serial = number * FILES_EACH + index;
      writeFileSync(join(place, `file-${serial}.${ENDINGS[index % ENDINGS.length]}`), textOf(serial));
    }
  }
  writeFileSync(join(half, '.gitignore'), 'node_modules/\n*.log\ndist/\n');
  mkdirSync(join(half, '.git'));
  renameSync(half, folder);
  return folder;
}

/** @param {number} serial @returns {string} some 1.2 kB, different for each file */
function textOf(serial) {
  const lines = Array.from({ length: 24 }, (_, line) => `export const value${serial}_${line} = compute(${serial * 31 + line * 7}, "item ${line}");`);
  if (serial % RARE === 7) lines[12] = `// the ${RARE_WORD} of file ${serial}`;
  return `${lines.join('\n')}\n`;
}

/**
 * A log of 100 MB or a little more.
 * @param {string} folder where `big.log` is made @returns {string} its name
 */
export function madeLog(folder) {
  const path = join(folder, 'big.log');
  const block = Array.from({ length: 10_000 }, (_, line) => `2026-11-30T10:00:00.${String(line).padStart(4, '0')} INFO request ${line} took ${line % 97} ms, café 合计\n`).join('');
  writeFileSync(path, block);
  const copies = Math.ceil((100 * 1024 * 1024) / statSync(path).size);
  writeFileSync(path, Array.from({ length: copies }, () => block).join(''));
  return 'big.log';
}
