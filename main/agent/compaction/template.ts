/** The headings of every summary, in order (C2). */
export const HEADINGS = ['Objectives & Status', 'Technical Context', 'Completed', 'In Progress', 'Key Decisions & Learnings', 'File System State'] as const;

export type Heading = (typeof HEADINGS)[number];

/** One line of a section. `pinned` lines stay, however little room there is. */
export interface Line {
  text: string;
  pinned?: boolean;
}

export type Sections = Record<Heading, Line[]>;

/** The summary's text. A section without lines says so, so that its absence is no riddle. */
export function renderSections(sections: Sections): string {
  return HEADINGS.map((heading) => [`## ${heading}`, ...(sections[heading].length ? sections[heading].map(({ text }) => `- ${text}`) : ['- none'])].join('\n')).join('\n');
}

/**
 * The summary in at most `most` tokens: the longest section loses its oldest lines first, pinned
 * ones last of all. What was left out is counted.
 */
export function fitSections(sections: Sections, most: number, count: (text: string) => number): string {
  const kept = Object.fromEntries(HEADINGS.map((heading) => [heading, [...sections[heading]]])) as Sections;
  let dropped = 0;
  for (;;) {
    const text = renderSections(kept) + (dropped ? `\n(${dropped} older lines left out)` : '');
    if (count(text) <= most) return text;
    const longest = HEADINGS.map((heading) => ({ heading, loose: kept[heading].filter(({ pinned }) => !pinned).length })).reduce((a, b) => (b.loose > a.loose ? b : a));
    if (longest.loose === 0) return text;
    const lines = kept[longest.heading];
    const quarter = Math.ceil(longest.loose / 4);
    let left = quarter;
    kept[longest.heading] = lines.filter(({ pinned }) => pinned === true || left-- <= 0);
    dropped += quarter;
  }
}
