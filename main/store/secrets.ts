import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomically } from './atomic-write';

/** How a secret is sealed before it is written. The app passes the system's key ring, the command line has none. */
export interface SecretProtection {
  /** False where whoever reads the file could read the secret (no key ring). */
  strong(): boolean;
  /** Called only where `strong`. */
  seal(text: string): Uint8Array;
  /** Throws when the seal was made by another person, machine or key ring. */
  open(sealed: Uint8Array): string;
}

/** Protection of a process without a key ring: keeps plain text in a file of its owner, and opens no seal. */
export const noProtection: SecretProtection = {
  strong: () => false,
  seal: () => {
    throw new Error('There is no key ring here.');
  },
  open: () => {
    throw new Error('There is no key ring here.');
  },
};

const recordSchema = z.object({ sealed: z.boolean(), value: z.string() });
const fileSchema = z.object({ api_key: recordSchema.optional(), fast_api_key: recordSchema.optional(), vision_api_key: recordSchema.optional() });
type SecretFile = z.infer<typeof fileSchema>;

/** Which model's key: the main one's, that of the fast or of the vision model. */
export type SecretName = keyof SecretFile;

export interface Secrets {
  has(name?: SecretName): boolean;
  /** True where the main model's key is sealed, or would be. */
  isProtected(): boolean;
  /** "" when there is none; throws when there is one that can't be opened here. */
  read(name?: SecretName): string;
  /** "" removes the key. Throws what the file system throws. */
  write(text: string, name?: SecretName): void;
}

/** The API keys in `secrets.json` of the data folder. Opened when needed, never kept in memory. */
export function createSecrets(folder: string, protection: SecretProtection): Secrets {
  const file = path.join(folder, 'secrets.json');
  const load = (): SecretFile => {
    if (!existsSync(file)) return {};
    try {
      return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return {};
    }
  };
  return {
    has: (name = 'api_key') => load()[name] !== undefined,
    isProtected: () => load().api_key?.sealed ?? protection.strong(),
    read(name = 'api_key') {
      const record = load()[name];
      if (!record) return '';
      const bytes = Buffer.from(record.value, 'base64');
      return record.sealed ? protection.open(bytes) : bytes.toString('utf8');
    },
    write(text, name = 'api_key') {
      const { [name]: _old, ...others } = load();
      if (text === '') {
        if (Object.keys(others).length === 0) rmSync(file, { force: true });
        else writeAtomically(file, `${JSON.stringify(others, null, 2)}\n`);
        return;
      }
      const sealed = protection.strong();
      const bytes = sealed ? protection.seal(text) : Buffer.from(text, 'utf8');
      const record = { sealed, value: Buffer.from(bytes).toString('base64') };
      writeAtomically(file, `${JSON.stringify({ ...others, [name]: record } satisfies SecretFile, null, 2)}\n`);
    },
  };
}
