import { join } from 'node:path';
import { expect } from 'vitest';
import type { Outcome } from '../../../main/tools/tool';
import type { SeenWindow } from '../protocol';
import { startTestBed, until, type TestBed } from '../test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../test-skill';

/** A desktop, the skill on it, and what every row asks of them. */
export interface Scene {
  bed: TestBed;
  desk: TestSkill;
  /** Waits for the window. */
  windowTitled(title: string): Promise<SeenWindow>;
  /** Fails the test when the tool answers with an error. */
  does(parameters: Record<string, unknown>): Promise<Outcome>;
  close(): Promise<void>;
}

/** `usualProfile`: LibreOffice as a person starts it, in the home folder of the bed; otherwise without recovery, in a profile of its own. */
export async function openScene(name: string, size: { width: number; height: number }, usualProfile = false): Promise<Scene> {
  const [bed, host] = await Promise.all([startTestBed(size), buildHost(name)]);
  const desk = openTestSkill({ environment: usualProfile ? bed.environment : { ...bed.environment, DESKWRIGHT_OFFICE_PROFILE: join(bed.folder, 'office') } }, host);
  return {
    bed,
    desk,
    async windowTitled(title) {
      let found: SeenWindow | undefined;
      const look = async (): Promise<boolean> => {
        const { data } = await desk.observe({ what: 'elements' });
        return (found = (data['windows'] as SeenWindow[] | undefined)?.find((window) => window.title.includes(title))) !== undefined;
      };
      await until(look, 60_000, `window "${title}"`);
      if (!found) throw new Error(title);
      return found;
    },
    async does(parameters) {
      const outcome = await desk.computer(parameters);
      expect(outcome.error).toBeUndefined();
      return outcome;
    },
    async close() {
      desk.skill.dispose();
      await bed.stop();
    },
  };
}
