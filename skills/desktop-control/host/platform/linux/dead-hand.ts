import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { XTest } from 'x11';
import { connect, extension } from './connection';

/**
 * A shell that outlives the host for a moment. It is told what is held down, as the very bytes that let go of it, and
 * has a connection to the X server of its own (3): when its input ends, because the host was killed, crashed or ended
 * in the middle, it sends them. A key that was pressed by a program stays down after the end of that program.
 * The server does not read what it has not read yet of a connection that is closed, so the shell asks it something
 * (GetInputFocus) and waits for the answer, a minute at most.
 */
const script = `
held=
question='\\053\\000\\001\\000'
while read -r verb request; do
  case $verb in
    down) held="$held $request" ;;
    up) kept=; for each in $held; do [ "$each" = "$request" ] || kept="$kept $each"; done; held=$kept ;;
  esac
done
[ -n "$held" ] || exit 0
for each in $held $question; do printf "$each" >&3; done
waited=0
while [ $waited -lt 600 ]; do
  # Answers and events have 32 bytes, the first of an answer is 1. Nothing at all: the server has gone. 10: not yet.
  set -- $({ head -c 32 <&3 || echo; } 2>/dev/null | head -c 1 | od -An -tu1)
  case $1 in
    1 | '') exit 0 ;;
    10) sleep 0.1; waited=$((waited + 1)) ;;
  esac
done
`;

const fakeInput = 2;
const requestBytes = 36;

/** Lets go of keys and buttons for a host that can't any more. */
export class DeadHand {
  private constructor(
    private readonly input: Writable,
    private readonly test: XTest,
    private readonly root: number,
  ) {}

  /** Null where there is no shell, and where the display can't be reached once more. */
  static async open(display: string, timeoutMs: number): Promise<DeadHand | null> {
    const connection = await connect(display, timeoutMs).catch(() => null);
    const test = connection && (await extension<XTest>(connection, 'xtest'));
    if (!test) return null;
    const child = spawn('sh', ['-c', script, 'dead-hand'], { detached: true, cwd: '/', env: { PATH: process.env['PATH'] }, stdio: ['pipe', 'ignore', 'ignore', connection.client.stream] });
    const { stdin } = child;
    if (!stdin) return null;
    const hand = new DeadHand(stdin, test, connection.root);
    const lost = (): void => void (hand.isLost = true);
    child.on('error', lost);
    stdin.on('error', lost);
    // It ends with us, and must not keep us alive.
    child.unref();
    if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
    connection.client.stream.unref();
    return hand;
  }

  private isLost = false;

  /** To be told before the press is sent. */
  holds(kind: 'key' | 'button', code: number): void {
    this.tell('down', kind, code);
  }

  /** To be told once the server has the release. */
  letGo(kind: 'key' | 'button', code: number): void {
    this.tell('up', kind, code);
  }

  private tell(verb: 'down' | 'up', kind: 'key' | 'button', code: number): void {
    if (this.isLost) return;
    const request = Buffer.alloc(requestBytes);
    request.writeUInt8(this.test.majorOpcode, 0);
    request.writeUInt8(fakeInput, 1);
    request.writeUInt16LE(requestBytes / 4, 2);
    request.writeUInt8(kind === 'key' ? this.test.KeyRelease : this.test.ButtonRelease, 4);
    request.writeUInt8(code, 5);
    request.writeUInt32LE(this.root, 12);
    this.input.write(`${verb} ${[...request].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}\n`);
  }
}
