import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {...string} parts @returns {string} an absolute path inside the checkout */
export const inRoot = (...parts) => join(root, ...parts);

/** @param {...string} parts @returns {boolean} whether that path exists inside the checkout */
export const hasInRoot = (...parts) => existsSync(inRoot(...parts));
