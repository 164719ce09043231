import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { PrivatePlaces } from '../../tools/isolation/private-places';
import type { SkillRunnerOptions } from '../contract';
import type { Skill, SkillProgram } from '../skill';
import { commandWords, findProgram } from './command-line';
import { limitedWords, limitsOf } from './limits';
import { pathArguments } from './path-arguments';
import { takeChild, type Bootstrap } from './spare-child';
import { startBundled, startOutside, type StartProgram } from './program';
import { cageWords } from './skill-cage';
import { skillEnvironment } from './skill-environment';
import { trustedCopy } from './trusted-copy';
import { fault, type Fault } from './why-ended';

/** A program that is ready to be started. */
export interface Prepared {
  start: StartProgram;
  /** Whether a cage is put round it; bundled ones are part of the app and get none. */
  isolated: boolean;
  /** Folders in which what it wrote may be looked at. */
  folders: string[];
}

type Request = Pick<SkillRunnerOptions, 'workspace' | 'dataFolder' | 'environment' | 'language'> &
  Bootstrap & { skill: Skill; program: SkillProgram; args: Readonly<Record<string, unknown>>; places(): PrivatePlaces };

/** Puts together what is needed to start a skill's program; the fault when that can't be done. */
export async function prepare(request: Request): Promise<Prepared | Fault> {
  const { skill, program, workspace, dataFolder } = request;
  const data = path.join(dataFolder, 'skill-data', skill.name);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const written = pathArguments(skill, request.args, workspace).filter(({ access }) => access === 'write');
  const folders = [workspace, realpathSync(data), ...written.map(({ shown }) => shown)];
  if (program.kind !== 'bundled') return prepareOutside(request, program, folders);
  const environment = skillEnvironment(skill, request.environment, { workspace, folder: skill.folder, data, language: request.language() });
  const start: StartProgram = (onLine) => startBundled({ take: () => takeChild(request, program.declaration.memoryMb), file: program.file, directory: workspace, environment, limits: limitsOf(program) }, onLine);
  return { start, isolated: false, folders: [...folders, skill.folder] };
}

async function prepareOutside(request: Request, program: SkillProgram, folders: string[]): Promise<Prepared | Fault> {
  const { skill, args, workspace, dataFolder, environment: own } = request;
  const data = folders[1] ?? '';
  const interpreter = commandWords(program, own, workspace);
  if (interpreter.program === null) return fault('UNSUPPORTED', `${skill.name} needs ${interpreter.wanted}, which is not installed here.`, `Tell the person that the skill ${skill.name} needs ${interpreter.wanted}.`);
  const copy = trustedCopy(skill, dataFolder);
  const cage = await cageWords({ skill, args, workspace, dataFolder: realpathSync(dataFolder), copy, data, places: request.places(), program: interpreter.program });
  const isolated = cage.length > 0;
  const inCopy = (file: string): string => (isolated ? file : path.join(copy, path.relative(skill.folder, file)));
  const limits = limitsOf(program);
  const bash = process.platform === 'win32' ? null : findProgram('bash', own['PATH'] ?? '', workspace);
  const words = [...cage, ...(bash === null ? [] : limitedWords(bash, program, limits)), interpreter.program, ...interpreter.words.map((word) => (word === program.file ? inCopy(word) : word))];
  const environment = skillEnvironment(skill, own, { workspace, folder: inCopy(skill.folder), data, language: request.language() });
  const start: StartProgram = (onLine) => startOutside({ program: words[0] ?? '', words: words.slice(1), directory: workspace, environment: isolated ? environment : withOwnTemporary(environment, request.places()), isolated, limits }, onLine);
  return { start, isolated, folders };
}

/** Without a cage the private temporary folder has to be named. */
function withOwnTemporary(environment: Record<string, string>, { temporary }: PrivatePlaces): Record<string, string> {
  return { ...environment, TMPDIR: temporary };
}
