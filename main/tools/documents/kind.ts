/** Office formats that Read can turn into text. */
export const documentKinds = ['ods', 'odt', 'xlsx', 'docx', 'csv'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The format a path's ending claims, or null when it is none that `readDocument` knows. */
export function documentKind(path: string): DocumentKind | null {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  return documentKinds.find((kind) => kind === ending) ?? null;
}
