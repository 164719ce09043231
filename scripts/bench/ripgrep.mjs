import { inRoot } from '../lib/paths.mjs';

/** @returns {string} the ripgrep that the app ships */
export const ripgrep = () => inRoot('node_modules/@vscode', `ripgrep-${process.platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'rg.exe' : 'rg');
