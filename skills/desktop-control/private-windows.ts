/** Whether one of the words stands in the title or the program name; case does not count, blank words count for nothing. */
export function isPrivateWindow(words: readonly string[], window: { title: string; app: string }): boolean {
  const told = `${window.title}\n${window.app}`.toLowerCase();
  return words.some((word) => word.trim() !== '' && told.includes(word.trim().toLowerCase()));
}
