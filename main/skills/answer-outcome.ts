import { readFile, stat } from 'node:fs/promises';
import { failure, type Outcome, type Picture } from '../tools/tool';
import { isPicture, readPicture } from '../tools/read-picture';
import { keepWhole } from '../tools/tool-output';
import type { ProgramAnswer } from './contract';
import type { SkillTask } from './tasks';

/** The most of a result that the model gets whole (T11). */
const LONGEST_RESULT = 50 * 1024;
const MOST_LINES = 2_000;
/** Of a longer one, at each end: lines, and characters where they are long. */
const SHOWN_LINES = 40;
const SHOWN_CHARACTERS = 4_000;
const LONGEST_TEXT = 2_000;
const LONGEST_BRIEF = 300;
const MOST_PICTURES = 4;
const LARGEST_PICTURE = 50 * 1024 * 1024;

/** A program's answer as an outcome: what is too large, and what a program that failed wrote for whoever mends it, is kept as a file; pictures are scaled for the model. */
export async function outcomeOf(skill: string, answer: ProgramAnswer, outputFolder: string): Promise<Outcome> {
  if (answer.status === 'error') {
    const { code, message, hint, diagnostics } = answer;
    const kept = diagnostics ? keepWhole(outputFolder, diagnostics) : null;
    return failure(code, message, hint, { skill, ...(kept === null ? {} : { diagnostics_file: kept }) });
  }
  const { result, text, files = [], images = [] } = answer;
  const shown = shorten(result, outputFolder);
  const pictures = await Promise.all(images.slice(0, MOST_PICTURES).map(({ path }) => pictureOf(path)));
  const missing = pictures.filter((one): one is string => typeof one === 'string');
  const words = [text?.slice(0, LONGEST_TEXT) ?? brief(result), ...(shown.isCut ? [shown.file ? `The whole result is in ${shown.file}: Read it in parts, or search it with Grep.` : 'The disk had no room to keep the whole result.'] : []), ...missing];
  return {
    status: shown.isCut || missing.length > 0 ? 'partial' : 'success',
    data: { skill, result: shown.value, ...(shown.file ? { result_file: shown.file } : {}), ...(files.length > 0 ? { files } : {}) },
    text: words.join('\n'),
    images: pictures.filter((one): one is Picture => typeof one !== 'string'),
  };
}

/** Where a long call stands. */
export async function taskOutcome(task: SkillTask, outputFolder: string): Promise<Outcome> {
  const standing = { task_id: task.id, ran_ms: Date.now() - task.started };
  if (task.answer === null) {
    const { text = '', fraction = null } = task.progress ?? {};
    const percent = fraction === null ? '' : ` ${Math.round(fraction * 100)} %`;
    return { status: 'success', data: { skill: task.skill, ...standing, state: 'running', ...(task.progress ? { progress: task.progress } : {}) }, text: `${task.skill} is still at work${percent}${text ? `: ${text}` : '.'}` };
  }
  const outcome = await outcomeOf(task.skill, task.answer, outputFolder);
  return { ...outcome, data: { ...outcome.data, ...standing, state: 'ended' } };
}

function shorten(result: unknown, outputFolder: string): { value: unknown; isCut: boolean; file: string | null } {
  const text = typeof result === 'string' ? result : JSON.stringify(result ?? null, null, 1);
  if (Buffer.byteLength(text) <= LONGEST_RESULT && lineCount(text) <= MOST_LINES) return { value: result ?? null, isCut: false, file: null };
  const lines = text.split('\n');
  const ends = lines.length > SHOWN_LINES * 2 ? [lines.slice(0, SHOWN_LINES).join('\n'), lines.slice(-SHOWN_LINES).join('\n')] : [text, text];
  const [head = '', tail = ''] = ends;
  return { value: `${head.slice(0, SHOWN_CHARACTERS)}\n[…]\n${tail.slice(-SHOWN_CHARACTERS)}`, isCut: true, file: keepWhole(outputFolder, text) };
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** A picture for the model, or why there is none. */
async function pictureOf(file: string): Promise<Picture | string> {
  try {
    if ((await stat(file)).size > LARGEST_PICTURE) return `The picture ${file} is too large to be shown.`;
    const bytes = await readFile(file);
    if (!isPicture(bytes)) return `${file} is no picture.`;
    const { images } = await readPicture(bytes, file);
    return images?.[0] ?? `The picture ${file} can't be shown.`;
  } catch (error) {
    return `The picture ${file} can't be shown: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function brief(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
  return text.length > LONGEST_BRIEF ? `${text.slice(0, LONGEST_BRIEF)}…` : text;
}
