import { tokenize } from '../../../../arithmetic/tokenize';
import type { Task } from '../task';

/** A calculation task when the words are one; null for "what is love". */
export function arithmeticOf(said: string | undefined): Task | null {
  const expression = (said ?? '').replace(/(?<=\S)[?？。!！]+$|\s*[=＝]\s*[?？]?\s*$|(?<=[\d)])\.$/gu, '').trim();
  const tokens = tokenize(expression);
  if ('unreadable' in tokens) return null;
  const works = tokens.some((token) => token.type === 'operator') && tokens.some((token) => token.type === 'number');
  return works ? { kind: 'calculate', expression } : null;
}
