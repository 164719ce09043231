/** Calls `then` once what is drawn now has been painted: a frame has begun behind the one that paints it. Returns how to call it off. */
export function afterPaint(then: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(then);
  });
  return () => cancelAnimationFrame(frame);
}
