export interface Region {
  x: number;
  y: number;
  side: number;
}

/** The square of `side` pixels around the spot, moved inside the picture where it would stick out; smaller in a smaller picture. */
export function zoomRegion(width: number, height: number, spot: { x: number; y: number }, side: number): Region {
  const size = Math.min(side, width, height);
  const within = (centre: number, length: number): number => Math.min(Math.max(centre - size / 2, 0), length - size);
  return { x: within(spot.x, width), y: within(spot.y, height), side: size };
}
