/** 3 s below a minute, then 4:05, then 1:02:03. `ms` is milliseconds. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** How long a call took: 85 ms, 1.2 s, 34 s, 2:10. `ms` is milliseconds. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return formatElapsed(ms);
}

/** The text on one line, cut at `limit` characters (code points, so no character is halved). */
export function oneLine(text: string, limit: number): string {
  const points = [...text.replace(/\s+/g, ' ').trim()];
  return points.length <= limit ? points.join('') : `${points.slice(0, limit - 1).join('')}…`;
}

/** The last part of a path, whichever separator it uses. */
export function lastPart(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
