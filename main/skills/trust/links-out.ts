import path from 'node:path';

const link = /\]\(\s{0,20}<?([^)>\s]+)|\b(?:src|href)\s*=\s*["']([^"']+)|^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]{0,20}<?(\S+)/gim;

/** The relative links of a Markdown text that leave its folder by `..`, as written. */
export function linksOut(markdown: string): string[] {
  const targets = [...markdown.matchAll(link)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
  return targets.filter((target) => !/^[a-z][a-z0-9+.-]*:|^#/i.test(target) && leavesFolder(target));
}

function leavesFolder(target: string): boolean {
  const plain = decoded(target).replaceAll('\\', '/').split(/[?#]/)[0] ?? '';
  return path.posix.normalize(plain).split('/')[0] === '..';
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
