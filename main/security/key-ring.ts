import { safeStorage } from 'electron';
import type { SecretProtection } from '../store/secrets';

/**
 * The system's key ring. On Linux without one Electron would scramble with a password that
 * everybody knows (`basic_text`): that is no protection, and counts as none.
 */
export const keyRing: SecretProtection = {
  strong: () => safeStorage.isEncryptionAvailable() && (process.platform !== 'linux' || isRealBackend(safeStorage.getSelectedStorageBackend())),
  seal: (text) => safeStorage.encryptString(text),
  open: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
};

function isRealBackend(backend: string): boolean {
  return backend !== 'basic_text' && backend !== 'unknown';
}
