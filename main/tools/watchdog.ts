import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * A shell that outlives us for a moment: it knows which groups run, and when its input ends,
 * because we were killed or crashed, it ends them and whatever left them ($1 marks our processes).
 */
const script = `
groups=
while read -r verb group; do
  case $verb in
    add) groups="$groups $group" ;;
    drop) kept=; for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done; groups=$kept ;;
  esac
done
own=$(readlink /proc/self/ns/mnt)
for file in $(grep -lzs "^DESKWRIGHT_TASK=$1" /proc/[0-9]*/environ 2>/dev/null); do
  place=$(readlink "\${file%environ}ns/mnt" 2>/dev/null)
  case " $groups " in *" $place "*) continue ;; esac
  [ -n "$place" ] && [ "$place" != "$own" ] && groups="$groups $place"
done
# Some may start others while they are being looked for.
for round in 1 2 3; do
  for each in $groups; do
    case $each in
      # A mount namespace: the place of a command in isolation, and of all that it started.
      mnt:*)
        number=\${each#mnt:?}
        for file in $(find /proc/[0-9]*/ns/mnt -maxdepth 0 -lname "mnt:?\${number%?}?" 2>/dev/null); do
          file=\${file#/proc/}
          kill -9 "\${file%%/*}" 2>/dev/null
        done ;;
      *) kill -9 -- "-$each" 2>/dev/null ;;
    esac
  done
  for file in $(grep -lzs "^DESKWRIGHT_TASK=$1" /proc/[0-9]*/environ 2>/dev/null); do
    each=\${file#/proc/}
    kill -9 "\${each%/environ}" 2>/dev/null
  done
done
`;

let input: Writable | null | undefined;

/**
 * Starts the watchdog unless it runs; to be called before a command starts, because we may be
 * killed right after. Harmless where there is no sh.
 */
export function startWatchdog(mark: string): void {
  if (input === undefined) input = start(mark);
}

/** Tells the watchdog of a group, or of the mount namespace of a place in isolation (`mnt:[…]`), that has begun or ended. */
export function tellWatchdog(verb: 'add' | 'drop', group: string): void {
  input?.write(`${verb} ${group}\n`);
}

function start(mark: string): Writable | null {
  if (process.platform === 'win32') return null;
  const child = spawn('sh', ['-c', script, 'watchdog', mark], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const fail = () => {
    input = null;
  };
  child.once('error', fail);
  child.stdin.on('error', fail);
  // It must not keep us alive: we keep it alive.
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return child.stdin;
}
