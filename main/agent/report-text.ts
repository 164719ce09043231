import { relative, sep } from 'node:path';
import type { Report } from '../../preload/contract/report';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import type { Doubt } from './report';
import type { Claim } from './report-claims';

/** More of a kind is counted, not named. */
const mostNamed = 12;

/** The report in the person's words: one line a kind, kinds without content left out. */
export function reportText(report: Omit<Report, 'text'>, workspace: string, language: Language): string {
  const short = (path: string): string => (path.startsWith(workspace + sep) ? relative(workspace, path) : path);
  const join = (items: readonly string[]): string => {
    const more = items.length - mostNamed;
    return [...items.slice(0, mostNamed), ...(more > 0 ? [say(language, 'report.more', { count: more })] : [])].join(say(language, 'report.comma'));
  };
  const line = (key: 'changed' | 'ran' | 'checked' | 'failed' | 'unchecked' | 'not_done' | 'no_undo', items: readonly string[]): string[] =>
    items.length === 0 ? [] : [say(language, `report.${key}`, { list: join(items) })];

  const files = report.files.map(({ path, kind, from, lines }) => {
    const counts = lines && lines.added + lines.removed > 0 ? ` (+${lines.added} −${lines.removed})` : '';
    const name = from === undefined ? short(path) : `${short(from)} → ${short(path)}`;
    return `${name}${counts}${kind === 'modified' ? '' : ` ${say(language, `report.kind.${kind}`)}`}`;
  });
  const commands = report.commands.map(({ command, exit_code, state }) => {
    const end = state === 'ended' && exit_code !== null ? say(language, 'report.exit', { code: exit_code }) : say(language, `report.state.${state}`);
    return `${oneLine(command)} → ${end}`;
  });
  const describe = ({ kind, what, outdated }: Report['checks'][number]): string =>
    say(language, kind === 'read_back' ? 'report.read_back' : outdated ? 'report.tests_before' : 'report.tests', { what: kind === 'read_back' ? short(what) : oneLine(what) });
  return [
    ...line('changed', files),
    ...line('ran', commands),
    ...line('checked', report.checks.filter(({ passed }) => passed).map(describe)),
    ...line('failed', report.checks.filter(({ passed }) => !passed).map(({ what }) => oneLine(what))),
    ...line('unchecked', report.unchecked.map(short)),
    ...line('not_done', report.not_done.map(({ what, code }) => `${what} (${code === 'PLANNED' ? say(language, 'report.planned') : code})`)),
    ...line('no_undo', report.no_undo.map(short)),
    ...report.unverified.map(({ claim, why }) => say(language, 'report.unverified', { claim, why })),
  ].join('\n');
}

/** Why a claim is not borne by the evidence, in the person's words. */
export function claimReason(doubt: Doubt, { names }: Claim, language: Language): string {
  return say(language, `report.doubt.${doubt}`, { names: names.join(', ') });
}

function oneLine(command: string): string {
  const line = command.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${[...line].slice(0, 79).join('')}…` : line;
}
