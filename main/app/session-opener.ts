import { mkdirSync, realpathSync } from 'node:fs';
import type { RunEvent } from '../../preload/contract/run-event';
import type { Language } from '../../preload/contract/settings';
import type { DesktopSkill } from '../../skills/desktop-control/skill';
import type { DesktopStatus } from '../../skills/desktop-control/protocol';
import { openSession, type Session, type SessionOptions } from '../agent/session';
import { say } from '../locales/say';
import type { Skills } from '../skills/open-skills';
import { SessionBusy } from '../store/session-lock';
import type { SettingsStore } from '../store/settings';
import { coreTools } from '../tools/core-tools';
import { systemCode } from '../tools/fault';

export interface SessionOpenerOptions extends Pick<SessionOptions, 'asker' | 'ask'> {
  dataFolder: string;
  /** Folder of Deskwright's own code. */
  ownCode: string;
  /** `--workspace`; null when the settings decide. */
  chosenWorkspace: string | null;
  settings: SettingsStore;
  skills: Skills;
  desktop: Pick<DesktopSkill, 'tools'>;
  /** Whether there is a desktop, as it was last seen. */
  desktopState(): DesktopStatus;
  language(): Language;
  /** Where a watching skill's warning goes while no run is active. */
  tell(event: RunEvent): void;
}

/** How the app opens sessions, each with the tools of the moment. Failures are Errors in the person's words. */
export function createSessionOpener(options: SessionOpenerOptions) {
  const { dataFolder, settings, skills, language } = options;
  const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

  const workspace = (): string => {
    const folder = options.chosenWorkspace ?? settings.current().workspace;
    try {
      mkdirSync(folder, { recursive: true });
      return folder;
    } catch (error) {
      throw new Error(say(language(), 'app.workspace_unusable', { folder, reason: wordsOf(error) }));
    }
  };

  /** Nothing was done yet when a session can't be opened: who asked is told why, and that it can be asked again. */
  const explained = (error: unknown): Error => {
    if (error instanceof SessionBusy) return new Error(say(language(), 'terminal.session_busy', { session: error.id, pid: error.pid }));
    if (systemCode(error) !== '') return new Error(say(language(), 'app.session_unkept', { folder: dataFolder, reason: wordsOf(error) }));
    return error instanceof Error ? error : new Error(wordsOf(error));
  };

  const open = async (id: string, folder: string, available: boolean): Promise<Session> => {
    const offered = skills.forSession({ workspace: realpathSync(folder), noDesktop: available ? null : options.desktopState().reason, tell: options.tell });
    try {
      return await openSession({
        id,
        dataFolder,
        workspace: folder,
        ownFolders: [options.ownCode, ...skills.protectedFolders],
        tools: [...coreTools, offered.tool, ...(available ? options.desktop.tools : [])],
        skills: offered,
        desktop: available,
        mode: () => settings.current().approval_mode,
        language,
        asker: options.asker,
        ask: options.ask,
        secrets: () => [settings.model()?.apiKey ?? '', ...skills.secrets(folder)],
        privatePatterns: () => settings.current().private_patterns,
      });
    } catch (error) {
      offered.dispose();
      throw explained(error);
    }
  };

  return {
    /** The folder of the next run, made when it is not there. */
    workspace,
    /** A session, the circumstances it is opened under, and how (`OpenSessions`). */
    opening(id: string): [id: string, circumstances: string, open: () => Promise<Session>] {
      const folder = workspace();
      const switchedOff = skills.library.look(null).skills.some(({ name, state }) => name === 'desktop-control' && state === 'disabled');
      const available = options.desktopState().available && !switchedOff;
      return [id, JSON.stringify([folder, available]), () => open(id, folder, available)];
    },
  };
}
