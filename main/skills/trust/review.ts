import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contentsOf } from './folder-contents';
import { hashFolder } from './folder-hash';
import { scanSkill, type Finding } from './scan';

/** A file of a skill, as the person looks through it before they trust it. */
export interface ReviewFile {
  /** Relative to the skill's folder. */
  path: string;
  bytes: number;
  /** Could be run: a script, or marked as a program. */
  runs: boolean;
  /** The text of what runs and of what the model reads, cut after 20,000 characters; null for the others. */
  text: string | null;
}

/** All that a person must have seen to trust a skill from outside, and the hash that their yes is bound to. */
export interface SkillReview {
  hash: string;
  files: ReviewFile[];
  findings: Finding[];
}

const longestText = 20_000;
const script = /\.(?:m?[jt]s|cjs|py|sh|bash|zsh|fish|ps1|bat|cmd|rb|pl|php|lua|applescript|exe|jar|so|dylib|dll|wasm|command)$/i;
const read = /(?:^|\/)(?:SKILL\.md|schema\.json|package\.json|openai\.yaml)$|^references\//;

/** Looks through a skill's folder for the person. Throws `Refused`, and what the file system throws. */
export function reviewSkill(folder: string): SkillReview {
  const entries = contentsOf(folder);
  const files = entries.flatMap(({ path: name, kind, stats }): ReviewFile[] => {
    if (kind !== 'file') return [];
    const runs = script.test(name) || (stats.mode & 0o111n) !== 0n;
    return [{ path: name, bytes: Number(stats.size), runs, text: runs || read.test(name) ? textOf(path.join(folder, name)) : null }];
  });
  return { hash: hashFolder(folder, entries), files, findings: scanSkill(folder) };
}

function textOf(file: string): string | null {
  const bytes = readFileSync(file);
  if (bytes.includes(0)) return null;
  const text = bytes.toString('utf8');
  return text.length > longestText ? `${text.slice(0, longestText)}\n…` : text;
}
