import type { Message } from '../model';
import { NotReadable } from './not-readable';
import { halfToEven, smartResize, type PixelLimits } from './smart-resize';

export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

/** The newest picture the model has seen: its capture and size in pixels. */
export interface Screen extends Size {
  capture: string;
  /** The element with the focus after the last action, "" where that could not be told; null before any action. */
  focus: string | null;
}

/** How a model counts: in thousandths of a side (up to `last`, `clamp` if 1000 itself means the last pixel), in pixels of the resized picture, or of ours. */
export type CoordinateRule =
  | { kind: 'thousandths'; last: number }
  | { kind: 'smart'; limits: PixelLimits }
  | { kind: 'pixels' };

/**
 * The model's numbers → a pixel of the capture's picture. Outside is an error: nothing is clamped
 * but the far edge itself (1000 of 1000), which is the last pixel.
 */
export function toPixel(rule: CoordinateRule, screen: Size, { x, y }: Point): Point {
  const range = rangeOf(rule, screen);
  if (!(x >= 0 && y >= 0 && x <= range.last.x && y <= range.last.y)) {
    throw new NotReadable(`The point (${x}, ${y}) lies outside the picture; x goes from 0 to ${range.last.x}, y from 0 to ${range.last.y}.`);
  }
  return {
    x: Math.min(screen.width - 1, halfToEven((x * screen.width) / range.whole.width)),
    y: Math.min(screen.height - 1, halfToEven((y * screen.height) / range.whole.height)),
  };
}

/** A pixel of the capture's picture → the model's numbers: whole ones, the nearest that lead back. */
export function fromPixel(rule: CoordinateRule, screen: Size, { x, y }: Point): Point {
  const { last, whole } = rangeOf(rule, screen);
  return {
    x: Math.min(Math.floor(last.x), halfToEven((x * whole.width) / screen.width)),
    y: Math.min(Math.floor(last.y), halfToEven((y * whole.height) / screen.height)),
  };
}

function rangeOf(rule: CoordinateRule, screen: Size): { whole: Size; last: Point } {
  if (rule.kind === 'thousandths') return { whole: { width: 1000, height: 1000 }, last: { x: rule.last, y: rule.last } };
  const whole = rule.kind === 'smart' ? smartResize(screen, rule.limits) : screen;
  return { whole, last: { x: whole.width - 1, y: whole.height - 1 } };
}

/** The newest picture in the conversation and the focus as the newest action reported it; null without a picture. */
export function newestScreen(messages: readonly Message[]): Screen | null {
  const results = messages.flatMap((message) => (message.role === 'tool' ? [{ data: dataOf(message.text), shown: (message.images?.length ?? 0) > 0 }] : [])).reverse();
  const size = firstOf(results, ({ data, shown }) => (shown ? captureOf(data) : null));
  return size && { ...size, focus: firstOf(results, ({ data }) => focusOf(data)) };
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** Arguments of the look that a dialect takes by itself. */
export const LOOK = '{"what":"screenshot"}';

/**
 * Whether the model must be given a picture before it is asked: there is none, or a task ended
 * since. A look that has just failed is not repeated.
 */
export function needsPicture(messages: readonly Message[]): boolean {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role === 'tool' && message.images?.length && captureOf(dataOf(message.text))) return false;
    if (message?.role !== 'assistant') continue;
    if (message.calls.length > 0 && message.calls.every((call) => call.arguments === LOOK)) return false;
    if (message.calls.length === 0 && !isCorrection(messages[index + 1])) return true;
  }
  return true;
}

/** A task ends with an answer without calls; one that could not be used is followed by the loop's own words. */
function isCorrection(message: Message | undefined): boolean {
  return message === undefined || (message.role === 'user' && message.text.startsWith('[Deskwright]'));
}

function dataOf(envelope: string): Record<string, unknown> {
  try {
    // A note may follow the envelope, which itself is one line.
    const { data } = JSON.parse(envelope.split('\n', 1)[0] ?? '') as { data?: unknown };
    return isRecord(data) ? data : {};
  } catch {
    return {};
  }
}

function captureOf(data: Record<string, unknown>): (Size & { capture: string }) | null {
  const { capture } = data;
  if (!isRecord(capture)) return null;
  const { id, width, height } = capture;
  return typeof id === 'string' && typeof width === 'number' && typeof height === 'number' ? { capture: id, width, height } : null;
}

function focusOf(data: Record<string, unknown>): string | null {
  const { effect } = data;
  if (!isRecord(effect) || !isRecord(effect['focus'])) return null;
  return typeof effect['focus']['element'] === 'string' ? effect['focus']['element'] : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
