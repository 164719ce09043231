import { z } from 'zod';
import type { Envelope } from '../../../preload/contract/envelope';

/** What the planner uses of each tool's `data`, read leniently: a missing field is empty, never a crash. */
function reader<T extends z.ZodType>(schema: T): (envelope: Envelope) => z.infer<T> {
  return (envelope) => schema.parse(envelope.data);
}

const entry = z.object({ name: z.string(), type: z.string().catch('other'), size: z.number().optional().catch(undefined) });

export const listing = reader(
  z.object({ entries: z.array(entry).catch([]), total: z.number().catch(0), next_offset: z.number().optional().catch(undefined) }),
);
export type Entry = z.infer<typeof entry>;

const page = reader(z.object({ content: z.string().catch(''), total_lines: z.number().catch(0), next_line: z.number().optional().catch(undefined) }));

/** A page of Read without its line numbers. */
export function pageOf(envelope: Envelope): { lines: string[]; totalLines: number; nextLine: number | null } {
  const { content, total_lines, next_line } = page(envelope);
  const lines = content === '' ? [] : content.split('\n').map((line) => line.replace(/^\s*\d+\t/, ''));
  return { lines, totalLines: total_lines, nextLine: next_line ?? null };
}

export const foundPaths = reader(z.object({ paths: z.array(z.string()).catch([]) }));

const grepped = reader(z.object({ files: z.array(z.object({ path: z.string(), lines: z.array(z.string()).catch([]) })).catch([]) }));

export interface FoundLine {
  path: string;
  line: number;
  text: string;
}

/** The lines that Grep found: "12: " stands before a match, "12- " before its surroundings. */
export function foundLines(envelope: Envelope): FoundLine[] {
  return grepped(envelope).files.flatMap(({ path, lines }) =>
    lines.flatMap((line) => {
      const [, number, text] = /^(\d+): ?(.*)$/s.exec(line) ?? [];
      return text === undefined ? [] : [{ path, line: Number(number), text }];
    }),
  );
}

/** What a command printed. */
export const printed = reader(z.object({ output: z.string().catch('') }));

export const answered = reader(z.object({ answer: z.string().catch('') }));

const window = z.object({ title: z.string().catch(''), active: z.boolean().catch(false) });
const element = z.object({ ref: z.string(), role: z.string().catch(''), name: z.string().catch(''), value: z.string().catch(''), states: z.array(z.string()).catch([]) });

/** What Observe saw. */
export const sight = reader(z.object({ windows: z.array(window).catch([]), elements: z.array(element).catch([]) }));
export type SeenElement = z.infer<typeof element>;

const focus = z.object({ window: z.string().catch(''), element: z.string().catch('') });
const effect = reader(z.object({ effect: z.object({ focus: focus.nullable().catch(null) }).catch({ focus: null }) }));

/** Where the focus is after an act of Computer: the window's title and the element as `role "name"`; both empty when unknown. */
export function focusOf(envelope: Envelope): { window: string; element: string } {
  return effect(envelope).effect.focus ?? { window: '', element: '' };
}
