const COMMON = new Set(
  'the a an and or of to in on for with is are was were be been it its this that these those as at by from not but if then than we you they he she i our your their will would can could should may has have had do does did so no all any there here what which who when how 的 是 了 在 和 与 及 或 也 都 就 而 有 我 你 他 她 它 们 这 那 个 一 不 为 对 以 上 下 中 等'.split(' '),
);

/** The `count` lines that hold most of what the text keeps speaking of, in their own order; lines of under four words are left out. */
export function keyLines(lines: readonly string[], count: number): string[] {
  const terms = lines.map(termsOf);
  const weight = new Map<string, number>();
  for (const term of terms.flat()) weight.set(term, (weight.get(term) ?? 0) + 1);
  const scored = lines.map((line, index) => {
    const own = terms[index] ?? [];
    // The root keeps long lines from winning by length alone.
    const score = own.length < 4 ? 0 : own.reduce((sum, term) => sum + (weight.get(term) ?? 0) - 1, 0) / Math.sqrt(own.length);
    return { line: line.trim().slice(0, 240), index, score };
  });
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.index - b.index).slice(0, count);
  return [...new Set(best.sort((a, b) => a.index - b.index).map(({ line }) => line))];
}

/** Words, and pairs of neighbouring Han characters, since Chinese has no spaces. */
function termsOf(line: string): string[] {
  const words = (line.toLowerCase().match(/[\p{Script=Latin}\p{N}]{2,}/gu) ?? []).filter((word) => !COMMON.has(word));
  const han = (line.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap((run) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)));
  return [...words, ...han.filter((pair) => ![...pair].some((character) => COMMON.has(character)))];
}
