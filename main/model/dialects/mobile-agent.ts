import type { Act, Reading } from './act';
import { guiActs, writeGui } from './gui-actions';
import { guiOwlRules } from './gui-owl';
import { NotReadable } from './not-readable';
import { isObject, Scanner } from './scanner';
import type { Screen } from './screen';
import { textDialect } from './text-dialect';
import { joinThoughts, partThought } from './thought';
import { onlyTheScreen } from './tool-list';

const heads = { thought: '### Thought ###', action: '### Action ###', description: '### Description ###' };

/** Mobile-Agent-v3: headed sections, the action one JSON object; coordinates as GUI-Owl's. */
export const mobileAgent = textDialect({
  name: 'mobile-agent-v3',
  byPictures: true,
  form: `${heads.thought}\nwhy\n${heads.action}\n{"action": "click", "coordinate": [100, 200]}\n${heads.description}\nwhat it does`,
  prompt: () => prompt,
  parse,
  write(thought, acts, screen) {
    const [act] = acts;
    const given = act && acts.length === 1 ? writeGui(act, guiOwlRules, screen) : null;
    return given && `${heads.thought}\n${thought}\n${heads.action}\n${JSON.stringify(given)}\n${heads.description}\n${String(given['action'])}`;
  },
});

const prompt = `# How to act
${onlyTheScreen} You see the desktop as a picture and work with mouse and keyboard. After each answer you get a new picture. Answer in exactly this form, with one action:
${heads.thought}
at most two sentences: what you see, what you do next
${heads.action}
{"action": "click", "coordinate": [x, y]}
${heads.description}
one short sentence: what the action does
Coordinates are pixels of the picture.

# Actions
{"action": "click", "coordinate": [x, y]} also double_click, right_click, middle_click, mouse_move
{"action": "drag", "coordinate": [x1, y1], "coordinate2": [x2, y2]}
{"action": "type", "text": "…", "clear": false, "enter": false}
{"action": "hotkey", "keys": ["ctrl", "c"]}
{"action": "scroll", "coordinate": [x, y], "pixels": -5} from -5 (down) to 5 (up)
{"action": "open", "text": "calc"} start a program
{"action": "wait", "time": 2}
{"action": "call_user", "text": "…"} ask the person
{"action": "answer", "text": "what was done and how you saw that it worked"} ends the task`;

function parse(text: string, screen: Screen | null): Reading {
  const { thought: inner, answer } = partThought(text, /^### Action ###/m);
  const start = headAt(answer, heads.action, 0);
  if (start < 0) throw new NotReadable('There is no “### Action ###”.');
  const scanner = new Scanner(answer, start + heads.action.length);
  const fenced = scanner.space().take('```');
  if (fenced) scanner.take('json');
  if (scanner.space().text[scanner.at] !== '{') throw new NotReadable(`There is ${scanner.near()} where the action’s JSON should be.`);
  const given = scanner.value();
  if (!isObject(given)) throw new NotReadable('The action is not one JSON object.');
  if (fenced) scanner.space().expect('```');
  const behind = answer.slice(scanner.space().at);
  if (behind !== '' && !behind.startsWith(heads.description)) throw new NotReadable(`After the action comes “${behind.slice(0, 24)}”.`);
  if (headAt(behind, heads.action, 0) >= 0) throw new NotReadable('There is more than one action.');
  const thought = joinThoughts(inner, answer.slice(0, start).replace(heads.thought, ''));
  return { thought, acts: guiActs(given, guiOwlRules, screen) satisfies Act[] };
}

/** Where a heading begins a line. */
function headAt(text: string, head: string, from: number): number {
  const at = text.indexOf(head, from);
  if (at <= 0) return at;
  return text[at - 1] === '\n' ? at : headAt(text, head, at + head.length);
}
