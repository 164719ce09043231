import type { ApprovalRequest, Place } from '../../preload/contract/approval';
import type { Language } from '../../preload/contract/settings';
import { isPhrase, say } from '../locales/say';
import type { PreparedCall } from '../tools/call';
import type { Facts, InputFact, IsolationFact } from '../tools/tool';
import type { PathFact } from '../tools/workspace';
import { shownName } from './classify-skill';
import { skillPlace } from './skill-place';
import type { Judgement } from './verdict';

/** What the dialog shows for a call that asks: what would happen, where, why it asks, what a grant would cover. */
export function approvalRequest(
  id: string,
  call: PreparedCall,
  facts: Facts,
  judgement: Judgement & { level: ApprovalRequest['level'] },
  language: Language,
): ApprovalRequest {
  return {
    id,
    tool: call.tool.name,
    level: judgement.level,
    title: say(language, titleOf(facts, judgement)),
    what: whatOf(call, facts, language),
    where: placesOf(facts, language),
    why: judgement.reasons.map(({ code, detail }) => (isPhrase(code) ? say(language, code, { detail: detail ?? '' }) : code)),
    session_scope: judgement.scope === null ? null : scopeSentence(judgement.scope, facts, language),
  };
}

function titleOf(facts: Facts, judgement: Judgement) {
  if (facts.command) return 'approval.title.command';
  if (facts.input) return titleOfInput(facts.input, judgement);
  if (facts.skill) return judgement.level === 'consequential' ? 'approval.title.final' : 'approval.title.skill';
  if (facts.diff || facts.paths?.some((path) => path.access === 'write')) return 'approval.title.file';
  return facts.paths?.length ? 'approval.title.read' : 'approval.title.other';
}

function titleOfInput({ launches, window }: InputFact, { level, scope }: Judgement) {
  if (launches !== undefined) return 'approval.title.launch';
  if (level === 'consequential') return 'approval.title.final';
  if (scope?.startsWith('save:')) return 'approval.title.save';
  return window.terminal ? 'approval.title.terminal' : 'approval.title.input';
}

function whatOf(call: PreparedCall, facts: Facts, language: Language): string {
  const { command, input, paths } = facts;
  if (command) {
    const sentence = say(language, command.background ? 'approval.what.background' : 'approval.what.command', { directory: command.directory });
    return command.isolation ? `${sentence} ${isolationSentence(command.isolation, language)}` : sentence;
  }
  if (input) return inputSentence(input, call.params['keys'], language);
  if (facts.skill) return say(language, facts.skill.action === null ? 'approval.what.skill' : 'approval.what.skill_action', { name: facts.skill.name, action: facts.skill.action ?? '' });
  const path = paths?.find((fact) => fact.access === 'write') ?? paths?.[0];
  if (!path) return say(language, 'approval.what.tool', { tool: call.tool.name });
  const key = path.access === 'read' ? 'approval.what.read' : path.exists ? 'approval.what.write' : 'approval.what.create';
  return say(language, key, { path: path.real });
}

/** How far the command will be kept from the rest of the machine, as it will run. */
function isolationSentence({ kind, network, writable, cause, detail }: IsolationFact, language: Language): string {
  if (kind === 'none') return say(language, `approval.isolation.${cause ?? 'refused'}`, { detail: detail ?? '' });
  return say(language, network ? 'approval.isolation.network' : 'approval.isolation.closed', { folders: writable.join(', ') });
}

/** `keys` as the call has them: their order and grouping is what will be pressed. */
function inputSentence(input: InputFact, keys: unknown, language: Language): string {
  const window = input.window.title || input.app || say(language, 'approval.window.none');
  if (input.launches !== undefined) return say(language, 'approval.what.launch', { app: input.launches });
  if (input.keys?.length) return say(language, 'approval.what.keys', { keys: typeof keys === 'string' ? keys : input.keys.join('+'), window });
  if (input.action === 'type') return say(language, 'approval.what.type', { window });
  const verb = `approval.action.${input.action.endsWith('click') ? 'click' : input.action}`;
  const action = say(language, isPhrase(verb) ? verb : 'approval.action.other');
  if (input.target?.name) return say(language, 'approval.what.target', { action, target: input.target.name, window });
  return say(language, 'approval.what.point', { action, window });
}

function placesOf(facts: Facts, language: Language): Place[] {
  const places: Place[] = [];
  if (facts.command) places.push({ kind: 'command', command: facts.command.text, directory: facts.command.directory });
  if (facts.diff) places.push({ kind: 'diff', path: facts.diff.path, diff: facts.diff.text });
  if (facts.skill) places.push(skillPlace(facts.skill, language));
  for (const path of facts.paths ?? []) {
    if (path.place !== 'workspace' || !facts.command) places.push({ kind: 'path', path: path.real, note: pathNote(path, language) });
  }
  const { input } = facts;
  if (input?.text && input.launches === undefined) places.push({ kind: 'text', label: say(language, 'approval.text.label'), text: input.text });
  if (input?.window.dialog && input.keys?.length && input.target?.value) {
    places.push({ kind: 'text', label: say(language, 'approval.text.field'), text: input.target.value });
  }
  if (input?.picture) {
    const { image, width, height, spot } = input.picture;
    places.push({ kind: 'picture', image: new Uint8Array(image), width, height, spot });
  }
  return places;
}

function pathNote(path: PathFact, language: Language): string {
  if (path.place === 'workspace') return say(language, 'approval.path.workspace');
  return say(language, path.access === 'write' ? 'approval.path.outside_write' : 'approval.path.outside_read');
}

function scopeSentence(scope: string, facts: Facts, language: Language): string {
  const [kind = '', ...rest] = scope.split(':');
  const detail = kind === 'command' ? (facts.command?.directory ?? '') : kind === 'skill' && facts.skill ? shownName(facts.skill) : rest.join(':');
  const key = `scope.${kind}`;
  return isPhrase(key) ? say(language, key, { detail }) : detail;
}
