/** Edits (insert, remove, replace, swap neighbours) that turn one word into the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const choices = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)];
      if (swapped) choices.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...choices));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known name that `word` was most likely meant to be; null when none is near. */
export function nearestName(word: string, known: readonly string[]): string | null {
  const fold = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = fold(word);
  const same = known.find((name) => fold(name) === wanted);
  if (same !== undefined) return same;
  const part = known.filter((name) => wanted.length > 2 && (fold(name).includes(wanted) || wanted.includes(fold(name))));
  const pool = part.length > 0 ? part : known;
  const ranked = pool.map((name) => ({ name, cost: distance(wanted, fold(name)) })).sort((a, b) => a.cost - b.cost);
  const best = ranked[0];
  if (best === undefined) return null;
  return part.length > 0 || best.cost <= Math.max(1, Math.floor(wanted.length / 3)) ? best.name : null;
}
