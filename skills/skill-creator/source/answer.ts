import path from 'node:path';
import type { Answer } from '../../serve';
import { writeCard } from '../scripts/rules/card.mjs';
import { initSkill, PARTS } from '../scripts/rules/new-skill.mjs';
import { validateSkill } from '../scripts/rules/skill-folder.mjs';

type Language = 'en' | 'zh';

/** Makes, checks and describes skill folders; see schema.json for the arguments. */
export function answer(args: Record<string, unknown>, language: Language): Answer {
  const folder = text(args, 'folder');
  const target = text(args, 'target');
  try {
    switch (args['action']) {
      case 'init':
        return target === '' ? missing('target') : initialised(target, text(args, 'description'), partsOf(args['parts']), language);
      case 'validate':
        return folder === '' ? missing('folder') : validated(folder, language);
      case 'card':
        return target === '' ? missing('target') : carded(target, args, language);
      default:
        return { status: 'error', code: 'INVALID_PARAM', message: `“action” is “${String(args['action'] ?? '')}”.`, hint: 'Give init, validate or card.' };
    }
  } catch (error) {
    return { status: 'error', code: 'INVALID_PARAM', message: error instanceof Error ? error.message : String(error), hint: 'Correct that and call again; nothing was overwritten.' };
  }
}

function initialised(target: string, description: string, parts: string[], language: Language): Answer {
  const files = initSkill(target, description, parts);
  const names = files.map((file) => path.relative(target, file).split(path.sep).join('/'));
  return {
    status: 'ok',
    result: { folder: path.resolve(target), files: names },
    text: language === 'zh' ? `已建立 ${target}：${names.join('、')}。请填好每处 [TODO …]，再校验。` : `Made ${target}: ${names.join(', ')}. Fill in each [TODO …], then validate.`,
    files,
  };
}

function validated(folder: string, language: Language): Answer {
  const problems = validateSkill(folder);
  const list = problems.map(({ code, message }) => `${code}: ${message}`).join('\n');
  const [fine, amiss] = language === 'zh' ? ['没有问题。', `${problems.length} 个问题：`] : ['In order.', `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:`];
  return { status: 'ok', result: { valid: problems.length === 0, problems }, text: problems.length === 0 ? fine : `${amiss}\n${list}` };
}

function carded(target: string, args: Record<string, unknown>, language: Language): Answer {
  const short = text(args, 'short_description');
  const file = writeCard(target, short === '' ? {} : { short });
  return { status: 'ok', result: { file }, text: language === 'zh' ? `已写入 ${file}。` : `Written: ${file}.`, files: [file] };
}

function text(args: Record<string, unknown>, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** A list, or names with commas as models write them. */
function partsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  return list.map((part) => part.trim()).filter((part) => part !== '');
}

function missing(name: 'folder' | 'target'): Answer {
  return { status: 'error', code: 'INVALID_PARAM', message: `“${name}” is missing.`, hint: `Give the skill’s folder, for example "skills/read-invoices". Parts are ${PARTS.join(', ')}.` };
}
