import { StringDecoder } from 'node:string_decoder';

/** The most that one program may print for one call, bytes. */
export const mostOutput = 4 * 1024 * 1024;

/** And lines: reading an endless number of short ones would keep everything else waiting. */
const mostLines = 20_000;

/** Cuts what a program prints into lines; says once when it is more than anybody can use. */
export class LineReader {
  private readonly decoder = new StringDecoder('utf8');
  private parts: string[] = [];
  private total = 0;
  private lines = 0;

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly onTooMuch: () => void,
  ) {}

  readonly add = (chunk: Buffer): void => {
    if (this.total > mostOutput) return;
    this.total += chunk.length;
    if (this.total > mostOutput) return this.stop();
    const [first = '', ...others] = this.decoder.write(chunk).split('\n');
    this.parts.push(first);
    for (const other of others) {
      if (++this.lines > mostLines) return this.stop();
      this.flush();
      this.parts = [other];
    }
  };

  /** The output has ended: what came after the last line break is a line too. */
  end(): void {
    this.parts.push(this.decoder.end());
    this.flush();
    this.parts = [];
  }

  /** A new call has its own limit. */
  restart(): void {
    this.total = 0;
    this.lines = 0;
  }

  private stop(): void {
    this.total = mostOutput + 1;
    this.parts = [];
    this.onTooMuch();
  }

  private flush(): void {
    const line = this.parts.join('').replace(/\r$/, '');
    if (line.trim() !== '') this.onLine(line);
  }
}
