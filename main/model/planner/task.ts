import type { Language } from '../../../preload/contract/settings';

/** What to enter in one cell. A percent's value is what stands before the sign; a formula keeps its "=". */
export interface PlannedCell {
  type: 'empty' | 'text' | 'number' | 'percent' | 'date' | 'formula';
  value: string;
}

/** A letter's parts; only `body` is sure to be there, one entry a paragraph. */
export interface Letter {
  to: string | null;
  from: string | null;
  subject: string | null;
  body: string[];
}

/** What the person wants, read from their words. Paths are as written; a bare name means the workspace. */
export type Task =
  | { kind: 'sheet'; rows: PlannedCell[][]; file: string; notes: SheetNote[] }
  | { kind: 'letter'; letter: Letter; file: string }
  | { kind: 'write_file'; file: string; content: string }
  | { kind: 'calculate'; expression: string }
  | { kind: 'find'; pattern: string; folder: string }
  | { kind: 'list'; folder: string }
  | { kind: 'search'; text: string; folder: string }
  | { kind: 'summarise'; file: string }
  | { kind: 'read'; file: string }
  | { kind: 'system'; topics: SystemTopic[] }
  | { kind: 'greeting' }
  | { kind: 'thanks' }
  | { kind: 'help' }
  /** `missing` names what would make it doable, null when nothing in it was recognised. */
  | { kind: 'unknown'; missing: Missing | null };

/** Decisions the planner took while reading a table; told in the answer. */
export type SheetNote = 'headings_added' | 'currency_dropped' | 'name_chosen';

export type SystemTopic = 'disk' | 'memory' | 'load';

export type Missing = 'table' | 'letter_text' | 'condition';

/** A request as the planner understood it. */
export interface Understood {
  language: Language;
  task: Task;
  /** Parts of the request that are beyond the planner ("email it to Bob"): told as not done. */
  beyond: string[];
}
