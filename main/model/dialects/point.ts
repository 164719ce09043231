import { NotReadable } from './not-readable';
import { Scanner, type Value } from './scanner';
import type { Point } from './screen';

const wrappers: readonly (readonly [string, string])[] = [
  ['<|box_start|>', '<|box_end|>'],
  ['<point>', '</point>'],
  ['<bbox>', '</bbox>'],
  ['(', ')'],
  ['[', ']'],
];

/**
 * A point in any of the forms models write: (x, y), [x, y], "x y", <point>x y</point>,
 * <|box_start|>(x,y)<|box_end|>, and a box of four numbers, which means its centre. In the model's
 * own numbers. Anything that isn't wholly one point throws.
 */
export function readPoint(value: Value | undefined): Point {
  const numbers = typeof value === 'string' ? numbersIn(value) : Array.isArray(value) ? value.flat() : [];
  if (!numbers.every((each): each is number => typeof each === 'number' && Number.isFinite(each))) throw notAPoint(value);
  const [a, b, c, d] = numbers as number[];
  if (a === undefined || b === undefined) throw notAPoint(value);
  if (numbers.length === 2) return { x: a, y: b };
  if (numbers.length === 4 && c !== undefined && d !== undefined) return { x: (a + c) / 2, y: (b + d) / 2 };
  throw notAPoint(value);
}

function notAPoint(value: Value | undefined): NotReadable {
  return new NotReadable(value === undefined || value === '' ? 'The point is empty.' : `${JSON.stringify(value)} is no point.`);
}

function numbersIn(text: string): number[] {
  const scanner = new Scanner(text.trim());
  const numbers = inner(scanner, 0);
  if (!scanner.space().done) throw notAPoint(text);
  return numbers;
}

function inner(scanner: Scanner, depth: number): number[] {
  const wrapper = wrappers.find(([open]) => scanner.space().take(open));
  if (wrapper && depth < 3) {
    const numbers = inner(scanner, depth + 1);
    scanner.space().expect(wrapper[1]);
    return numbers;
  }
  const numbers: number[] = [];
  for (;;) {
    scanner.space();
    if (scanner.text[scanner.at] !== '-' && !/[\d.]/.test(scanner.text[scanner.at] ?? '')) return numbers;
    numbers.push(number(scanner));
    scanner.space().take(',');
  }
}

/** Unlike a literal's, a number here may be followed by anything: "510 150</point>". */
function number(scanner: Scanner): number {
  const from = scanner.at;
  while (/[-\d.]/.test(scanner.text[scanner.at] ?? '')) scanner.at++;
  const value = Number(scanner.text.slice(from, scanner.at));
  if (!Number.isFinite(value)) throw new NotReadable(`“${scanner.text.slice(from, scanner.at)}” is no number.`);
  return value;
}
