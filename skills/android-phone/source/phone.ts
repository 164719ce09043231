import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, SkillContext } from '../../serve';
import { choosePhone, findAdb, listDevices, type Phone } from './adb';
import { packageFor } from './apps';
import { consequenceOf } from './consequence';
import { elementAt, elementsNamed, elementsOf, sayingOf, worthTelling, type PhoneElement } from './elements';
import { pictureOf, pointOf, sizeOf, type Size } from './screen';
import { Trouble } from './trouble';
import { typeText } from './type-text';

/** Pictures kept for the model to look at. */
const shotsKept = 20;
/** How long the screen is given to begin to change, milliseconds; the phone's own list of elements then waits until it is still. */
const afterAct = 500;

type Place = Pick<SkillContext, 'data' | 'environment'>;

/** Does one call. Never rejects: what can't be done is an error answer. */
export async function usePhone(args: Record<string, unknown>, place: Place): Promise<Answer> {
  try {
    return await act(args, place);
  } catch (error) {
    if (error instanceof Trouble) return { status: 'error', message: error.message, hint: error.hint, code: error.code };
    throw error;
  }
}

async function act(args: Record<string, unknown>, place: Place): Promise<Answer> {
  const action = String(args['action']);
  if (action === 'devices') return devices(place);
  const phone = await choosePhone(textOf(args, 'device') ?? undefined, place.environment);
  switch (action) {
    case 'size': {
      const size = await sizeOf(phone);
      return { status: 'ok', result: size, text: `${size.width} × ${size.height} pixels, turned by ${size.rotation * 90}°.` };
    }
    case 'screenshot':
      return screenshot(phone, place, '');
    case 'elements':
      return listElements(phone);
    case 'tap':
    case 'double_tap':
    case 'long_press':
    case 'commit_tap':
      return tap(phone, action, args);
    case 'swipe': {
      const size = await sizeOf(phone);
      const [from, to] = [readPoint(args, 'x', 'y', size), readPoint(args, 'x2', 'y2', size)];
      const done = `Swiped from ${from.x}, ${from.y} to ${to.x}, ${to.y}.`;
      return withEffect(phone, await elementsOf(phone), done, () => phone.shell('input', 'swipe', ...[from.x, from.y, to.x, to.y, timeOf(args, 300)].map(String)));
    }
    case 'type':
      return type(phone, args);
    case 'enter':
      return enter(phone);
    case 'open_app':
      return openApp(phone, required(args, 'app', action));
    case 'back':
    case 'home':
      return withEffect(phone, await elementsOf(phone), `Pressed ${action}.`, () => phone.shell('input', 'keyevent', action === 'back' ? '4' : '3'));
    case 'take_over':
      // The gate has shown the message, and the person said yes when it was done.
      return screenshot(phone, place, `The person was asked: “${required(args, 'message', action)}”, and said yes. Look whether it is done; if not, ask them (AskUser).`);
    default:
      throw new Trouble('INVALID_PARAM', `There is no action ${action}.`, 'See the skill’s text for the actions.');
  }
}

async function devices({ environment }: Place): Promise<Answer> {
  const found = await listDevices(findAdb(environment), environment);
  const lines = found.map(({ serial, model, state }) => `${serial}${model === '' ? '' : ` ${model}`}: ${state === 'device' ? 'ready' : state}`);
  return { status: 'ok', result: { devices: found }, text: lines.join('\n') || 'No phone is connected. USB debugging must be on.' };
}

async function screenshot(phone: Phone, { data }: Place, note: string): Promise<Answer> {
  const { png, width, height, isEmpty } = await pictureOf(phone);
  const folder = join(data, 'shots');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).sort().slice(0, -(shotsKept - 1))) rmSync(join(folder, name), { force: true });
  const path = join(folder, `${Date.now()}.png`);
  writeFileSync(path, png);
  const empty = isEmpty ? ' It is of one colour: the screen is off, or protected (a password, a payment): take_over.' : '';
  return { status: 'ok', result: { width, height, picture: path, is_empty: isEmpty }, text: `${note} Picture of ${width} × ${height} pixels; points are 0–999 of each.${empty}`.trim(), images: [{ path }] };
}

async function listElements(phone: Phone): Promise<Answer> {
  const all = await elementsOf(phone);
  if (all === null) throw new Trouble('UNSUPPORTED', 'The screen gives no list of elements (a game, a video, something that never rests, or a protected screen).', 'Use screenshot.');
  const size = await sizeOf(phone);
  const lines = worthTelling(all).slice(0, 120).map((each) => lineOf(each, all, size));
  return { status: 'ok', result: { count: lines.length }, text: lines.join('\n') || 'Nothing with words is on the screen.' };
}

/** `Button “Send” at 500, 938` with marks; the place as thousandths. */
function lineOf(element: PhoneElement, all: readonly PhoneElement[], size: Size): string {
  const { box, kind, isClickable, isFocused, isPassword, isEnabled } = element;
  const marks = [isFocused ? 'cursor' : '', isPassword ? 'password' : '', isEnabled ? '' : 'disabled', isClickable ? 'tap' : ''].filter((mark) => mark !== '');
  const at = (low: number, high: number, whole: number): number => Math.min(999, Math.floor((((low + high) / 2) * 1000) / whole));
  return `${kind || 'View'} “${isPassword ? '' : sayingOf(element, all).slice(0, 100)}” at ${at(box.left, box.right, size.width)}, ${at(box.top, box.bottom, size.height)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
}

async function tap(phone: Phone, action: 'tap' | 'double_tap' | 'long_press' | 'commit_tap', args: Record<string, unknown>): Promise<Answer> {
  if (action === 'commit_tap') required(args, 'message', action);
  const size = await sizeOf(phone);
  const before = await elementsOf(phone);
  const words = textOf(args, 'target');
  const point = words === null ? readPoint(args, 'x', 'y', size) : pointOfElement(words, before, size);
  const met = before === null ? null : elementAt(before, point.x, point.y);
  const saying = met === null || before === null ? '' : sayingOf(met, before);
  const said = action === 'commit_tap' ? null : consequenceOf(saying);
  if (said !== null) {
    throw new Trouble('DENIED', `Not tapped: “${saying}” may send, pay, delete or agree to something (it says “${said}”).`, 'If that is wanted call commit_tap with the same place and a message that says what it will do; the person is asked.');
  }
  const named = saying === '' ? `${point.x}, ${point.y}` : `“${saying.slice(0, 80)}” at ${point.x}, ${point.y}`;
  const [x, y] = [String(point.x), String(point.y)];
  const deeds = {
    tap: () => phone.shell('input', 'tap', x, y),
    commit_tap: () => phone.shell('input', 'tap', x, y),
    // Within one shell, because two starts of adb are too far apart for the phone to count them as one.
    double_tap: () => phone.shell('sh', '-c', `input tap ${x} ${y} & sleep 0.08; input tap ${x} ${y}; wait`),
    long_press: () => phone.shell('input', 'swipe', x, y, x, y, String(timeOf(args, 1000))),
  };
  const verb = { tap: 'Tapped', commit_tap: 'Tapped', double_tap: 'Tapped twice', long_press: 'Pressed long' }[action];
  return withEffect(phone, before, `${verb} ${named}.`, deeds[action]);
}

function pointOfElement(words: string, all: readonly PhoneElement[] | null, size: Size): { x: number; y: number } {
  if (all === null) throw new Trouble('UNSUPPORTED', 'The screen gives no list of elements, so words can’t be found on it.', 'Take a screenshot and tap by x and y.');
  const found = elementsNamed(words, all);
  const [first] = found;
  if (!first) throw new Trouble('NOT_FOUND', `Nothing on the screen says “${words}”.`, `On it: ${worthTelling(all).map((each) => sayingOf(each, all)).filter((text) => text !== '').slice(0, 15).map((text) => `“${text.slice(0, 40)}”`).join(', ')}. Swipe to see more, or tap by x and y.`);
  if (found.length > 1) throw new Trouble('NOT_UNIQUE', `“${words}” is on the screen ${found.length} times: ${found.slice(0, 8).map((each) => lineOf(each, all, size)).join('; ')}.`, 'Tap by x and y.');
  const { box } = first;
  return { x: Math.floor((box.left + box.right) / 2), y: Math.floor((box.top + box.bottom) / 2) };
}

async function type(phone: Phone, args: Record<string, unknown>): Promise<Answer> {
  const text = required(args, 'text', 'type');
  const before = await elementsOf(phone);
  const field = before?.find(({ isFocused, kind }) => isFocused && /edit|text/i.test(kind)) ?? before?.find(({ isFocused }) => isFocused);
  if (before !== null && !field) throw new Trouble('NO_EFFECT', 'No field has the cursor. Nothing was typed.', 'Tap the field first.');
  if (field?.isPassword) throw new Trouble('ACCESS_DENIED', 'The field takes a password or code, which only the person may type.', 'Use take_over with a message that says so.');
  const how = await typeText(phone, text, args['clear'] === true ? (field?.text.length ?? 100) : null);
  const after = await elementsOf(phone);
  const now = after?.find(({ isFocused }) => isFocused)?.text;
  const squeezed = text.replace(/\s+/g, ' ').trim();
  if (now !== undefined && now !== '' && !now.includes(squeezed)) throw new Trouble('NO_EFFECT', `The field holds “${now.slice(0, 200)}” after typing.`, 'The phone’s keyboard or the app changes what is typed; look, then correct it (clear: true empties the field first).');
  const isProven = now?.includes(squeezed) ?? false;
  return { status: 'ok', result: { characters: [...text].length, how, read_back: isProven }, text: `${[...text].length} characters ${how}. ${isProven ? `The field now holds “${now?.slice(0, 200)}”.` : 'It could not be read back; take a screenshot.'}` };
}

async function enter(phone: Phone): Promise<Answer> {
  const before = await elementsOf(phone);
  const field = before?.find(({ isFocused }) => isFocused);
  const isSearch = field !== undefined && /search|query|搜索|查找|搜/i.test(`${field.id} ${field.description} ${field.text}`);
  if (!isSearch && !before?.some(({ id, description }) => /search|搜索/i.test(`${id} ${description}`))) throw new Trouble('DENIED', 'Not pressed: the cursor is in no field for a search, and Enter may send elsewhere.', 'Tap the button for it instead (commit_tap when it sends).');
  return withEffect(phone, before, 'Pressed Enter.', () => phone.shell('input', 'keyevent', '66'));
}

async function openApp(phone: Phone, app: string): Promise<Answer> {
  const name = await packageFor(phone, app);
  const answer = await phone.shell('monkey', '-p', name, '-c', 'android.intent.category.LAUNCHER', '1');
  if (/No activities found|aborted/i.test(answer)) throw new Trouble('UNSUPPORTED', `${name} has no screen that can be opened.`, 'Use another app.');
  for (let look = 0; look < 10; look++) {
    if ((await phone.shell('dumpsys', 'window')).split('\n').some((line) => /mCurrentFocus|mFocusedApp/.test(line) && line.includes(`${name}/`))) {
      return { status: 'ok', result: { package: name, in_front: true }, text: `${app} (${name}) is open and in front.` };
    }
    await sleep(afterAct);
  }
  return { status: 'ok', result: { package: name, in_front: false }, text: `${app} (${name}) was started but is not in front; a question may be before it. Take a screenshot.` };
}

/** Does something and tells what it changed on the screen. */
async function withEffect(phone: Phone, before: PhoneElement[] | null, done: string, deed: () => Promise<string>): Promise<Answer> {
  const said = (await deed()).trim();
  if (/^(Error|Exception|Unknown command|.*Permission denied|java\.)/im.test(said)) throw new Trouble('EXECUTION_ERROR', `The phone refused: ${said.slice(0, 300)}`, 'On some phones “USB debugging (Security settings)” must be on too.');
  await sleep(afterAct);
  const after = await elementsOf(phone);
  if (before === null || after === null) return { status: 'ok', result: { done, effect: null }, text: `${done} What changed is not known, because the screen gives no list of elements: take a screenshot.` };
  const texts = (all: readonly PhoneElement[]): string[] => [...new Set(all.map((each) => each.text || each.description).filter((text) => text !== ''))];
  const [old, now] = [texts(before), texts(after)];
  const appeared = now.filter((text) => !old.includes(text));
  const gone = old.filter((text) => !now.includes(text));
  const moved = appeared.length + gone.length === 0 && JSON.stringify(before.map(({ box, isFocused }) => [box, isFocused])) !== JSON.stringify(after.map(({ box, isFocused }) => [box, isFocused]));
  const what = [...(appeared.length > 0 ? [`New on the screen: ${quote(appeared)}`] : []), ...(gone.length > 0 ? [`No longer there: ${quote(gone)}`] : []), ...(moved ? ['Elements moved or the cursor did'] : [])];
  return { status: 'ok', result: { done, effect: { changed: what.length > 0, what } }, text: `${done} ${what.length > 0 ? `${what.join('. ')}.` : 'No visible change.'}` };
}

const quote = (texts: readonly string[]): string => `${texts.slice(0, 10).map((text) => `“${text.slice(0, 80)}”`).join(', ')}${texts.length > 10 ? ` and ${texts.length - 10} more` : ''}`;

function readPoint(args: Record<string, unknown>, x: string, y: string, size: Size): { x: number; y: number } {
  const [across, down] = [args[x], args[y]];
  if (typeof across !== 'number' || typeof down !== 'number') throw new Trouble('INVALID_PARAM', `${x} and ${y} are needed.`, 'Points are 0–999 of the width and height; for a tap words as target do as well.');
  return pointOf(across, down, args['unit'] === 'pixels' ? 'pixels' : 'relative', size);
}

const timeOf = (args: Record<string, unknown>, usual: number): number => (typeof args['milliseconds'] === 'number' ? Math.round(args['milliseconds']) : usual);

const textOf = (args: Record<string, unknown>, name: string): string | null => (typeof args[name] === 'string' && args[name] !== '' ? args[name] : null);

function required(args: Record<string, unknown>, name: string, action: string): string {
  const text = textOf(args, name);
  if (text === null) throw new Trouble('INVALID_PARAM', `${action} needs ${name}.`, 'See the skill’s text for what each action takes.');
  return text;
}
