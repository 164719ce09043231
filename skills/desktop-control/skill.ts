import type { Tool } from '../../main/tools/tool';
import { computerTool } from './computer-tool';
import { HostClient } from './host-client';
import { observeTool } from './observe-tool';
import type { DesktopStatus, ForkHost, Standing } from './protocol';

/** The hands and eyes of Deskwright, as the rest of it sees them. */
export interface DesktopSkill {
  /** Observe and Computer. */
  readonly tools: Tool[];
  /** Whether there is a desktop to use, and if not why and what to do. Looks again after a "no". */
  status(): Promise<DesktopStatus>;
  /** While held, every input act is refused. */
  hold(held: boolean): void;
  /** How one of our windows, by the system's id, stands among the others; null where that can't be known. */
  standing(window: number): Promise<Standing | null>;
  /** Words in title or program name that make a window private; without a call the usual ones (preload/contract/private-windows.ts). */
  setPrivateWindows(words: readonly string[]): void;
  /** Small JPEG of the screen for the preview; `spot` (its pixels) is where the next action lands. Null without a desktop. */
  frame(): Promise<{ image: Uint8Array; width: number; height: number; spot: { x: number; y: number } | null } | null>;
  /** Aborts what runs; when it resolves, no key and no button is down. */
  stop(): Promise<void>;
  dispose(): void;
}

export interface DesktopOptions {
  fork: ForkHost;
  /** Built host script: dist/skills/desktop-control/host.js. */
  hostScript: string;
  /** Processes whose windows are ours: never seen, never clicked. */
  ownPids: number[];
  /** Environment of the host; our secrets are taken out of it here. */
  environment: Record<string, string>;
  /** The person used a mouse or keyboard of theirs during an act, which has stopped: pause the run. */
  onTakeOver?: (by: 'mouse' | 'keyboard') => void;
}

const stopGraceMs = 100;
const secret = /key|token|secret|password|credential|^OPENAI_|^TAVILY_/i;

export function createDesktopSkill(options: DesktopOptions): DesktopSkill {
  const environment = Object.fromEntries(Object.entries(options.environment).filter(([name]) => !secret.test(name)));
  const host = new HostClient(options.fork, options.hostScript, { ...environment, DESKWRIGHT_OWN_PIDS: options.ownPids.join(',') }, options.onTakeOver);
  return {
    tools: [observeTool(host), computerTool(host)],
    status: () => host.status(),
    hold: (held) => host.hold(held),
    standing: (window) => host.call('standing', { window }).catch(() => null),
    setPrivateWindows: (words) => host.setPrivateWindows(words),
    frame: () => host.call('frame', null).catch(() => null),
    stop: () => host.stop(stopGraceMs),
    dispose: () => host.dispose(),
  };
}
