import { NotReadable } from './not-readable';

/** Marks that templates and servers leave around an answer; none is part of it. */
const frames = ['<|im_end|>', '<|endoftext|>', '<|eot_id|>', '<|end_of_box|>'];
const tags = ['think', 'thinking'];

/**
 * Parts a thinking model's thoughts from its answer. Nothing inside <think> or <thinking> is ever
 * read as a call. Where the template wrote the opening tag itself, only the closing one is there; it
 * counts only if no call begins before it, since a call may hold the same words as text.
 */
export function partThought(text: string, beginsCall: RegExp): { thought: string; answer: string } {
  const whole = unframed(text);
  for (const tag of tags) {
    const close = whole.indexOf(`</${tag}>`);
    const behind = whole.slice(close + tag.length + 3).trim();
    if (whole.startsWith(`<${tag}>`)) {
      if (close < 0) throw new NotReadable(`The thoughts (<${tag}>) are never closed, so there is no answer.`);
      return { thought: whole.slice(tag.length + 2, close).trim(), answer: behind };
    }
    if (close >= 0 && !beginsCall.test(whole.slice(0, close))) return { thought: whole.slice(0, close).trim(), answer: behind };
  }
  return { thought: '', answer: whole };
}

function unframed(text: string): string {
  let whole = text.trim();
  for (let frame: string | undefined; (frame = frames.find((each) => whole.endsWith(each))); ) whole = whole.slice(0, -frame.length).trimEnd();
  return whole;
}

/** Joins what is not empty, for the person to read. */
export function joinThoughts(...parts: (string | undefined)[]): string {
  return parts.map((part) => part?.trim() ?? '').filter((part) => part !== '').join('\n');
}
