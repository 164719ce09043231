/**
 * How long the demonstration is waited for: as long as its run comes forward. A slow machine takes minutes for what a
 * fast one does in half of one, and a run that still works is no failure; one that stands still is given up.
 *
 * @param {{ silent: number, whole: number, now?: () => number }} limits milliseconds without anything new, and altogether
 */
export function patience({ silent, whole, now = Date.now }) {
  const began = now();
  let seen = -1;
  let since = began;
  return {
    /**
     * @param {number} progress anything that grows while the run comes forward
     * @returns {string | null} why it is given up, null while it is not
     */
    endsAt(progress) {
      if (progress !== seen) {
        seen = progress;
        since = now();
      }
      if (now() - since > silent) return `Nothing new came of the run for ${silent / 1000} s; see the trace.`;
      return now() - began > whole ? `The run did not end within ${whole / 1000} s; see the trace.` : null;
    },
  };
}
