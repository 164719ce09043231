import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../store/atomic-write';

/** Names kept of the skills used last. */
const MOST_RECENT = 12;

const choicesSchema = z.object({
  disabled: z.array(z.string()).default([]),
  recent: z.array(z.string()).default([]),
});
type Choices = z.infer<typeof choicesSchema>;

/**
 * `skills.json` of the data folder: what the person switched off, and what was used last. The app and
 * the command line share it, so it is read again when it changed. A file that can't be read counts
 * as none: nothing in it makes a skill trusted.
 */
export class SkillChoices {
  private readonly file: string;
  private stamp = '';
  private choices: Choices = { disabled: [], recent: [] };

  constructor(dataFolder: string) {
    this.file = path.join(dataFolder, 'skills.json');
  }

  current(): Readonly<Choices> {
    const stats = statSync(this.file, { throwIfNoEntry: false });
    const stamp = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
    if (stamp !== this.stamp) {
      this.stamp = stamp;
      this.choices = read(this.file);
    }
    return this.choices;
  }

  /** Throws when it can't be kept. */
  setEnabled(name: string, enabled: boolean): void {
    const { disabled, recent } = this.current();
    const others = disabled.filter((one) => one !== name);
    this.save({ disabled: enabled ? others : [...others, name], recent });
  }

  /** Only an order of a list: one that can't be kept is not worth a word. */
  used(name: string): void {
    const { disabled, recent } = this.current();
    if (recent[0] === name) return;
    const next = [name, ...recent.filter((one) => one !== name)].slice(0, MOST_RECENT);
    try {
      this.save({ disabled, recent: next });
    } catch {
      this.choices = { disabled: [...disabled], recent: next };
    }
  }

  private save(choices: Choices): void {
    writeAtomically(this.file, JSON.stringify(choices, null, 2) + '\n');
    this.stamp = '';
  }
}

function read(file: string): Choices {
  try {
    return choicesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { disabled: [], recent: [] };
  }
}
