/** A point, in whatever pixels the context says. */
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

/** A picture of part of the desktop and where it was taken. */
export interface Capture {
  id: string;
  display: number;
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** Physical pixels per picture pixel, horizontally. */
  scale: number;
  /** Physical position of the picture's corner on the desktop; may be negative. */
  origin: Point;
  /** Physical pixels that the picture covers. */
  covers: Size;
}

/** The largest picture of this shape whose longest side is at most `longest`; never larger than the original. */
export function fit(size: Size, longest: number): Size {
  const factor = Math.min(1, longest / Math.max(size.width, size.height));
  return { width: Math.max(1, Math.round(size.width * factor)), height: Math.max(1, Math.round(size.height * factor)) };
}

export function contains(capture: Capture, point: Point): boolean {
  return Number.isFinite(point.x) && Number.isFinite(point.y) && point.x >= 0 && point.y >= 0 && point.x < capture.width && point.y < capture.height;
}

/**
 * Picture pixel → physical screen pixel, centre to centre:
 * `screen = origin + (p + 0.5) · covered / picture − 0.5`, halves to even.
 * The point must be inside the capture; nothing is clamped.
 */
export function toScreen(capture: Capture, point: Point): Point {
  return {
    x: capture.origin.x + roundHalfEven(((Math.floor(point.x) + 0.5) * capture.covers.width) / capture.width - 0.5),
    y: capture.origin.y + roundHalfEven(((Math.floor(point.y) + 0.5) * capture.covers.height) / capture.height - 0.5),
  };
}

/** Physical screen pixel → picture pixel (may lie outside the picture). */
export function toImage(capture: Capture, point: Point): Point {
  return {
    x: roundHalfEven(((point.x - capture.origin.x + 0.5) * capture.width) / capture.covers.width - 0.5),
    y: roundHalfEven(((point.y - capture.origin.y + 0.5) * capture.height) / capture.covers.height - 0.5),
  };
}

export function roundHalfEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  if (rest < 0.5) return low;
  if (rest > 0.5) return low + 1;
  return low % 2 === 0 ? low : low + 1;
}
