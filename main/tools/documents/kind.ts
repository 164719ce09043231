/** Document formats that Read can turn into text. */
export const documentKinds = ['ods', 'odt', 'odp', 'xlsx', 'docx', 'pptx', 'pdf', 'csv'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Endings of templates, shows and files with macros: the same formats inside. */
const variants: Record<string, DocumentKind> = {
  ots: 'ods', ott: 'odt', otp: 'odp', xlsm: 'xlsx', xltx: 'xlsx', docm: 'docx', dotx: 'docx', pptm: 'pptx', ppsx: 'pptx', potx: 'pptx',
};

/** The format a path's ending claims, or null when it is none that we know. */
export function documentKind(path: string): DocumentKind | null {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return documentKinds.find((kind) => kind === ending) ?? (Object.hasOwn(variants, ending) ? (variants[ending] ?? null) : null);
}

/** Whether a file is a PDF by its first bytes, whatever its name; a few bytes may stand before the signature. */
export function isPdf(head: Buffer): boolean {
  return head.subarray(0, 1024).includes('%PDF-');
}
