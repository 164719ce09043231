import { eachLine } from '../file-lines';

/** The JSON objects of a file of lines; lines that are none (a crash in the middle of a write) are passed over. */
export function recordsOf<T extends object>(file: string): T[] {
  const records: T[] = [];
  eachLine(file, (line) => {
    if (!line.trim()) return;
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null) records.push(value as T);
    } catch {
      // Said above: it is passed over.
    }
  });
  return records;
}
