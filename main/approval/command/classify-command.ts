import { homedir } from 'node:os';
import type { Facts } from '../../tools/tool';
import { needsOf } from '../../tools/isolation/needs';
import { goneTo, mostFolders } from '../../tools/shell/command-paths';
import { readScript } from '../../tools/shell/read-script';
import type { Script, ShellCommand } from '../../tools/shell/script';
import { programOf } from '../../tools/shell/wrappers';
import type { Judgement, Reason } from '../verdict';
import { rank } from '../levels';
import { classifyPowershell } from './classify-powershell';
import { consequenceOf } from './consequences';
import { folderPrograms } from './folder-programs';
import { isReadOnly } from './read-only';
import { redLineOf, redLineOfScript } from './red-lines';
import { repositoryPrograms } from './repository-programs';

/**
 * Judges a command by everything it would run. Observe only if every part is proven to read only;
 * one red line forbids the whole; what can't be understood asks and can't be granted ahead.
 */
export async function classifyCommand(command: NonNullable<Facts['command']>, platform: NodeJS.Platform = process.platform): Promise<Judgement> {
  const script = await readScript(command.text, { HOME: homedir(), PWD: command.directory });
  const judgement = await withFolders(judgeScript(script, command), script, command);
  if (platform !== 'win32') return judgement;
  // On Windows the text goes to PowerShell, where the same words may mean something else: as Bash it can only be worse.
  const other = classifyPowershell(command);
  return rank(judgement.level) > rank(other.level) && judgement.level !== 'risky' ? judgement : other;
}

function judgeScript(script: Script, command: NonNullable<Facts['command']>): Judgement {
  const directories = goneTo(script, command.directory);
  const redLine = redLineOfScript(script, command.text) ?? first(script.commands, (part) => redLineOf(part, directories));
  if (redLine) return { level: 'forbidden', reasons: [redLine], scope: null };
  const programs = needsOf(script).network;
  const network = programs.length > 0 ? [{ code: 'reason.command.network', detail: programs.join(', ') }] : [];
  const consequences = unique(script.commands.flatMap((part) => consequenceOf(part, script) ?? []));
  if (consequences.length > 0) return { level: 'consequential', reasons: [...consequences, ...network], scope: null };
  if (script.doubts.length > 0) {
    return { level: 'risky', reasons: [...script.doubts.map((doubt) => ({ code: `reason.command.${doubt}` })), ...network], scope: null };
  }
  const unproven = script.commands.filter((part) => !isReadOnly(part, script));
  if (unproven.length === 0 && network.length === 0 && !script.background && !command.background) return { level: 'observe', reasons: [], scope: null };
  const names = unique(unproven.map((part) => ({ code: 'reason.command.unproven', detail: nameOf(part) })));
  const reasons = names.length > 0 || network.length > 0 ? names : [{ code: 'reason.command.background' }];
  return { level: 'risky', reasons: [...reasons, ...network], scope: `command:${command.directory}\n${command.text}` };
}

/** git that only reads still starts what the repository's own settings name, and other programs what a file of the folder names, or a file there has their name. */
async function withFolders(judgement: Judgement, script: Script, command: NonNullable<Facts['command']>): Promise<Judgement> {
  if (judgement.level !== 'observe') return judgement;
  const directories = goneTo(script, command.directory);
  const ask = (reasons: Reason[]): Judgement => ({ level: 'risky', reasons, scope: `command:${command.directory}\n${command.text}` });
  // Where it goes after that is not known, nor what lies there.
  if (directories.length >= mostFolders) return { ...ask([{ code: 'reason.command.depth' }]), scope: null };
  const asked = async (code: string, programs: Promise<string[]>): Promise<Reason[]> => {
    const names = await programs;
    return names.length > 0 ? [{ code, detail: names.slice(0, 3).join(', ') }] : [];
  };
  const reasons = [
    ...(script.commands.some((part) => programOf(part) === 'git') ? await asked('reason.command.repository', repositoryPrograms(directories)) : []),
    ...(await asked('reason.command.folder', folderPrograms(script, directories).then((files) => [...files, ...(command.shadowed ?? [])]))),
  ];
  return reasons.length > 0 ? ask(reasons) : judgement;
}

/** How a command is called in a reason: by its program, or by what it does without one. */
function nameOf(command: ShellCommand): string {
  const name = command.words[0]?.pattern;
  if (name !== undefined) return name;
  const redirect = command.redirects.find((part) => part.kind === 'write');
  return redirect ? `> ${redirect.target.pattern}` : `${command.assignments[0]?.name ?? ''}=`;
}

function first<T>(items: readonly T[], find: (item: T) => Reason | null): Reason | null {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return null;
}

function unique(reasons: readonly Reason[]): Reason[] {
  return [...new Map(reasons.map((reason) => [`${reason.code}\0${reason.detail ?? ''}`, reason])).values()];
}

