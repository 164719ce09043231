import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { aloneWords, bubblewrapWords } from '../../tools/isolation/bubblewrap';
import type { Mount } from '../../tools/isolation/cage';
import { secretsBelow, systemSecrets } from '../../tools/isolation/hidden-places';
import { findIsolation, type Isolation } from '../../tools/isolation/isolation';
import type { PrivatePlaces } from '../../tools/isolation/private-places';
import { tryProgram } from '../../tools/isolation/trial';
import type { IsolationFact } from '../../tools/tool';
import { isInside } from '../../tools/workspace-resolve';
import type { Skill } from '../skill';
import { pathArguments, type PathArgument } from './path-arguments';

/** What a skill's program needs to see, and where it is put together. */
export interface CageRequest {
  skill: Skill;
  args: Readonly<Record<string, unknown>>;
  workspace: string;
  dataFolder: string;
  /** Where the trusted copy of its folder lies; it is shown in the folder's own place. */
  copy: string;
  /** Its private folder, writable. */
  data: string;
  /** Folders of its own that stand in for the temporary and the home folder. */
  places: PrivatePlaces;
  /** The interpreter. */
  program: string;
}

/** How far a skill from outside is kept from the machine. */
export async function describeSkillCage(skill: Skill, args: Readonly<Record<string, unknown>>, workspace: string): Promise<IsolationFact> {
  return factOf(await findIsolation(), skill, pathArguments(skill, args, workspace), workspace);
}

function factOf(isolation: Isolation, { program }: Skill, paths: readonly PathArgument[], workspace: string): IsolationFact {
  if (isolation.kind === 'none') {
    const cause = isolation.cause ?? 'refused';
    return { kind: 'none', network: true, writable: [], cause, reason: reasonOf(isolation), ...(isolation.detail ? { detail: isolation.detail } : {}) };
  }
  const writes = Object.values(program?.declaration.paths ?? {}).includes('write');
  const outside = paths.filter((each) => each.access === 'write' && !isInside(each.real, workspace) && !holdsEverything(each.shown, realOr(homedir()))).map((each) => each.shown);
  return { kind: isolation.kind, network: (program?.declaration.network.length ?? 0) > 0, writable: [...new Set([...(writes ? [workspace] : []), ...outside])] };
}

function reasonOf({ cause, detail }: Isolation): string {
  if (cause === 'missing') return 'bubblewrap is not installed';
  if (cause === 'platform') return `it is not available on ${detail ?? 'this system'}`;
  return cause === 'off' ? 'it is turned off by DESKWRIGHT_ISOLATION' : `this system refuses it (${detail ?? ''})`;
}

/** The program and words that start something in the skill's cage; empty where this machine offers none. */
export async function cageWords(request: CageRequest): Promise<string[]> {
  const isolation = await findIsolation();
  const paths = pathArguments(request.skill, request.args, request.workspace);
  const fact = factOf(isolation, request.skill, paths, request.workspace);
  if (fact.kind === 'none') return [];
  const mounts = await mountsOf(request, fact, paths);
  return [isolation.program, ...bubblewrapWords({ isolation, fact, mounts, variables: {} }, request.workspace, await ownWorld(isolation.program))];
}

/** Programs and libraries lie elsewhere; what people keep lies here. */
const people = ['/home', '/root', '/mnt', '/media', '/srv', '/var/log', '/var/mail', '/var/spool', '/var/backups'];
const nameServices = ['/run/systemd/resolve', '/run/nscd', '/run/resolvconf', '/run/NetworkManager/resolv.conf'];
const keptOfRun = ['/run/current-system', '/run/opengl-driver'];

/** Nothing of the person's is there but the workspace and what the call names; written is only what the skill declares. */
async function mountsOf({ skill, workspace, dataFolder, copy, data, places, program }: CageRequest, fact: IsolationFact, paths: readonly PathArgument[]): Promise<Mount[]> {
  const mounts: Mount[] = [];
  const hide = (place: string): void => {
    if (isFolder(place)) mounts.push({ kind: 'hide', path: place, isFolder: true });
  };
  const share = (kind: 'read' | 'write', place: string, source = place): void => {
    if (existsSync(source)) mounts.push({ kind, path: place, source });
  };
  const home = realOr(homedir());
  hide('/run');
  for (const place of [...keptOfRun, ...(fact.network ? nameServices : [])]) share('read', place);
  for (const place of [...new Set(['/tmp', '/var/tmp'].filter(isFolder).map(realOr))]) share('write', place, places.temporary);
  for (const place of people.filter((each) => each !== home)) hide(place);
  if (home !== '/' && isFolder(home)) share('write', home, places.home);
  if (![...people, home, '/tmp', '/var/tmp'].some((place) => isInside(dataFolder, place))) hide(dataFolder);
  for (const place of interpreterPlaces(program, [...people, home, '/tmp', '/var/tmp'])) share('read', place);
  if (workspace !== '/') share(fact.writable.includes(workspace) ? 'write' : 'read', workspace);
  if (isInside(dataFolder, workspace)) hide(dataFolder);
  const named = paths.filter(({ real }) => !isInside(real, workspace)).map((each) => ({ ...each, place: each.access === 'write' ? each.shown : each.real })).filter(({ place }) => !holdsEverything(place, home));
  for (const { place, access } of named) share(access, place);
  share('read', skill.folder, copy);
  share('write', data);
  const secrets = await Promise.all([workspace, ...named.map(({ place }) => place)].map((place) => secretsBelow(place, home, { most: 5000, deepest: 40 })));
  for (const place of new Set([...secrets.flat(), ...systemSecrets])) {
    if (existsSync(place) && !isInside(place, skill.folder)) mounts.push({ kind: 'hide', path: place, isFolder: isFolder(place) });
  }
  return mounts;
}

/** A home folder as a whole, or what it lies in, is not shared for one file in it. */
function holdsEverything(place: string, home: string): boolean {
  return isInside(home, place) || people.includes(place) || place === '/tmp';
}

/** Where an interpreter that a person installed for themselves keeps its libraries. */
function interpreterPlaces(program: string, hidden: readonly string[]): string[] {
  return [...new Set([program, realOr(program)])].filter((file) => hidden.some((place) => isInside(file, place))).map((file) => {
    const prefix = path.dirname(path.dirname(file));
    return hidden.some((place) => isInside(place, prefix)) ? path.dirname(file) : prefix;
  });
}

let probed: Promise<string[]> | null = null;

/** What of a world of its own this system lets us give a program; tried out once. Rejects where the machine is too busy to tell: nothing runs with less of a cage for that. */
export function ownWorld(program: string): Promise<string[]> {
  probed ??= tryOwnWorld(program).catch((error: unknown) => {
    probed = null;
    throw error;
  });
  return probed;
}

async function tryOwnWorld(program: string): Promise<string[]> {
  for (const blind of [true, false]) {
    const trial = await tryProgram(program, ['--ro-bind', '/', '/', '--dev', '/dev', ...aloneWords(blind), 'true']);
    if (trial.kind === 'works') return aloneWords(blind);
    if (trial.kind === 'busy') throw new Error(`its isolation was tried out: ${trial.said}`);
  }
  return [];
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function realOr(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return place;
  }
}
