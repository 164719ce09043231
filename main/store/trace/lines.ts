/** The JSON objects of a file of lines; lines that are none (a crash in the middle of a write) are passed over. */
export function parseLines<T extends object>(text: string): T[] {
  const records: T[] = [];
  for (const line of text.split('\n')) {
    if (!line.trim()) continue;
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null) records.push(value as T);
    } catch {
      continue;
    }
  }
  return records;
}
