import { createTwoFilesPatch } from 'diff';
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { ToolFault } from './fault';
import { checkContent, rememberContent, requireSeen } from './file-locks';
import { openPath, requireFile } from './open-path';
import { decodeText, type DecodedText } from './text-encoding';
import { applyEdits, type EditedFile, type TextEdit } from './text-edit';
import type { Facts, Outcome, ToolContext } from './tool';

/** Longer diffs are cut in the result; the dialog shows them whole up to here, characters. */
const longestDiff = 20_000;

/** Text larger than this is not held in memory to be changed, bytes. */
const mostBytes = 256 * 1024 * 1024;

/** Texts that differ in nearly every line take for ever to compare; then the person sees how much changed, milliseconds. */
const longestComparison = 400;

/** A unified diff of two texts, cut at a length that people can read. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const diff = createTwoFilesPatch(path, path, before, after, '', '', { context: 3, timeout: longestComparison });
  if (diff === undefined) return `(${before.length} → ${after.length} characters; too different for a line by line view)`;
  return diff.length > longestDiff ? `${diff.slice(0, longestDiff)}\n… (${diff.length - longestDiff} more characters)` : diff;
}

/** Facts of an edit: the path and the diff it would make; without a diff when it can't be made. */
export async function editFacts(path: string, edits: readonly TextEdit[], context: ToolContext): Promise<Facts> {
  const fact = await context.workspace.resolve(path, 'write');
  if (fact.place === 'secret' || fact.place === 'own') return { paths: [fact] };
  try {
    const { bytes, file } = await loadSeen(path, context, programHint);
    const { before, after } = applyEdits(file, edits);
    const diff = { path: fact.real, text: unifiedDiff(path, before, after) };
    return { paths: [fact], diff, ...(context.changes.keeps(bytes.length) ? {} : { irreversible: fact.real }) };
  } catch (error) {
    if (error instanceof ToolFault) return { paths: [fact], fault: { code: error.code, message: error.message, hint: error.hint } };
    return { paths: [fact] };
  }
}

/** Runs an edit: all or nothing, only on content this session has seen. */
export async function runEdits(path: string, edits: readonly TextEdit[], context: ToolContext): Promise<Outcome> {
  const { real, bytes, file } = await loadSeen(path, context, programHint);
  const edited = applyEdits(file, edits);
  if (context.signal.aborted) throw context.signal.reason;
  await context.changes.replace(real, bytes, edited.bytes);
  rememberContent(context, real, edited.bytes);
  return {
    status: 'success',
    data: { replaced: edited.replaced, diff: unifiedDiff(path, edited.before, edited.after), ...(edited.tolerant.length > 0 ? { tolerant: edited.tolerant } : {}) },
    text: [`${path}: ${edited.replaced} ${edited.replaced === 1 ? 'place' : 'places'} changed.`, ...edited.tolerant.map(describeTolerance)].join(' '),
    path_resolved: real,
  };
}

function describeTolerance({ lines: [first, last], differs }: EditedFile['tolerant'][number]): string {
  return `old_string was not there exactly; lines ${first}–${last} were taken, which differ in ${differs}.`;
}

const programHint = 'Change it with its own program.';

/**
 * A text file that is to be changed, as it is now, which must be what this session last saw of it. `hint`: what to do
 * where it is no text.
 * @throws ToolFault NOT_READ, CONFLICT, TOO_LARGE, BINARY_FILE and those of a path; what the system throws where it may not be written
 */
export async function loadSeen(path: string, context: ToolContext, hint: string): Promise<{ real: string; bytes: Buffer; file: DecodedText }> {
  const { fact, stats } = await openPath(context, path, 'write');
  requireFile(path, stats);
  requireSeen(context, fact.real);
  if (stats.size > mostBytes) throw new ToolFault('TOO_LARGE', `${path} has ${stats.size} bytes.`, 'Change it with Bash, by a program that goes through it line by line, such as sed.');
  // A file may be exchanged though it is write-protected; that it is, is meant.
  await access(fact.real, constants.W_OK);
  const bytes = await readFile(fact.real);
  checkContent(context, fact.real, bytes);
  const file = decodeText(bytes);
  if (file === null) throw new ToolFault('BINARY_FILE', `${path} is a binary file.`, hint);
  return { real: fact.real, bytes, file };
}
