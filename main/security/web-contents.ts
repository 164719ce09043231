import type { WebPreferences } from 'electron';

/** What every window of ours is made with; nothing else may set these. */
export function hardened(preload: string, role: 'main' | 'approval'): WebPreferences {
  return {
    preload,
    additionalArguments: [`--deskwright-window=${role}`],
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    spellcheck: false,
    navigateOnDragDrop: false,
  };
}
