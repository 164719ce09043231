/**
 * Lets calls in by access, in the order they came: reads side by side (at most `mostReads`),
 * a write alone. A read that comes after a waiting write waits for it.
 */
export class Turnstile {
  private readonly waiting: { access: 'read' | 'write'; enter(): void }[] = [];
  private reading = 0;
  private writing = false;

  constructor(private readonly mostReads = 8) {}

  /** Resolves with the function that must be called once on leaving; rejects if `signal` fires first. */
  enter(access: 'read' | 'write', signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const entry = {
        access,
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(this.leaver(access));
        },
      };
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(signal.reason);
        this.advance();
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(entry);
      this.advance();
    });
  }

  private leaver(access: 'read' | 'write'): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      if (access === 'read') this.reading--;
      else this.writing = false;
      this.advance();
    };
  }

  private advance(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const free = next.access === 'read' ? !this.writing && this.reading < this.mostReads : !this.writing && this.reading === 0;
      if (!free) return;
      this.waiting.shift();
      if (next.access === 'read') this.reading++;
      else this.writing = true;
      next.enter();
    }
  }
}
