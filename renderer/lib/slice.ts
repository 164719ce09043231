import { inWindowLanguage } from './in-chinese';

/** How a feature's slice writes its own part of the store, whatever else the store holds. */
export type SetSlice<Slice> = (patch: Partial<Slice> | ((slice: Slice) => Partial<Slice>)) => void;
export type GetSlice<Slice> = () => Slice;

/** The words of a failure. Electron puts "Error invoking remote method …: Error:" before those of the main process. */
export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return inWindowLanguage(text.replace(/^Error invoking remote method '[^']*':\s*/, '').replace(/^(\w*Error):\s*/, ''));
}
