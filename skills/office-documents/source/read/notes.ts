import { reachOf, type Sheet } from '../cell';
import { partText, type Package } from '../package';

/** What a person should know of a document before trusting it; one line each. */
export function warningsOf(parts: Package | null, sheets: readonly Sheet[] = []): string[] {
  const names = [...(parts?.keys() ?? [])];
  const warnings: string[] = [];
  if (names.some((name) => /vbaProject\.bin$|^Basic\/|^Scripts\//i.test(name))) warnings.push('It holds macros. They were not run, and are not in what this skill makes of it.');
  if (names.some((name) => /\/(?:embeddings|activeX)\/|^ObjectReplacements\//i.test(name))) warnings.push('It holds embedded objects; they were not opened.');
  const links = parts ? outsideOf(parts) : [];
  if (links.length > 0) warnings.push(`It refers to things outside, which were not fetched: ${links.slice(0, 5).join(', ')}${links.length > 5 ? ` and ${links.length - 5} more` : ''}`);
  const reaching = sheets.flatMap(({ name, rows }) => rows.flatMap((row) => row.flatMap((cell) => (cell.kind === 'formula' && reachOf(cell.text) !== null ? [`${name}: ${cell.text.slice(0, 80)}`] : []))));
  if (reaching.length > 0) warnings.push(`Formulas reach outside the file: ${reaching.slice(0, 3).join('; ')}`);
  return warnings;
}

/** Pictures, templates, data and files that are not inside; a link that only a click follows is none. */
function outsideOf(parts: Package): string[] {
  const found = new Set<string>();
  for (const name of parts.keys()) {
    if (name.endsWith('.rels')) {
      for (const [tag] of (partText(parts, name) ?? '').matchAll(/<Relationship\b[^>]*TargetMode="External"[^>]*>/g)) {
        const target = /\bTarget="([^"]*)"/.exec(tag)?.[1];
        if (target !== undefined && !/\/hyperlink"/.test(tag)) found.add(target);
      }
    } else if (/^(?:content|styles)\.xml$/.test(name)) {
      const tags = /<(?:draw:image|draw:object|draw:plugin|text:section-source|table:table-source|table:cell-range-source|draw:fill-image)\b[^>]*xlink:href="((?:\w+:|\.\.\/|\/)[^"]*)"/g;
      for (const [, target] of (partText(parts, name) ?? '').matchAll(tags)) if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}
