/** The keys of one of the window's shortcuts, as this system writes them. `platform` is Node's name of it. */
export function shortcut(platform: string, key: string): string {
  return platform === 'darwin' ? `⌘${key}` : `Ctrl+${key}`;
}
