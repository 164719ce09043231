import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Skill, SkillProgram } from '../skill';

const programs: Record<Exclude<SkillProgram['kind'], 'bundled'>, readonly string[]> = { node: ['node'], python: ['python3', 'python'], shell: ['bash'] };

/** The program and the words that start an outside skill's file, as they will run; `program` null when it isn't installed. */
export function commandWords(program: SkillProgram, environment: Readonly<Record<string, string | undefined>>, workspace: string): { program: string | null; wanted: string; words: string[] } {
  const names = program.kind === 'bundled' ? [] : programs[program.kind];
  const found = names.map((name) => findProgram(name, environment['PATH'] ?? '', workspace)).find((each) => each !== null) ?? null;
  const options = { bundled: [], node: [`--max-old-space-size=${program.declaration.memoryMb}`], python: ['-B'], shell: ['--noprofile', '--norc'] }[program.kind];
  return { program: found, wanted: names[0] ?? '', words: [...options, program.file] };
}

/** How a skill's program is started, for people: "python3 /home/…/run.py". */
export function shownCommand(skill: Skill, environment: Readonly<Record<string, string | undefined>>, workspace: string): string {
  const { program } = skill;
  if (!program) return '';
  if (program.kind === 'bundled') return `${skill.name} (${program.file})`;
  const { program: found, wanted, words } = commandWords(program, environment, workspace);
  return [found ?? wanted, ...words].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/**
 * A program by its name on the PATH. Relative places, and those in the workspace, don't count: what
 * lies there may be the assistant's own writing.
 */
export function findProgram(name: string, searched: string, workspace: string): string | null {
  const places = searched.split(path.delimiter).filter((place) => path.isAbsolute(place));
  const files = places.flatMap((place) => (process.platform === 'win32' ? ['.exe', '.cmd'].map((ending) => path.join(place, name + ending)) : [path.join(place, name)]));
  return files.find((file) => isProgram(file, workspace)) ?? null;
}

function isProgram(file: string, workspace: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    const real = realpathSync(file);
    return statSync(real).isFile() && !real.startsWith(workspace + path.sep) && !file.startsWith(workspace + path.sep);
  } catch {
    return false;
  }
}
