import type { Phone } from './adb';
import { Trouble } from './trouble';

/** The keyboard app that types any text it is sent. */
const keyboard = 'com.android.adbkeyboard/.AdbIME';
/** Characters in one broadcast; a command line of a phone's shell has an end. */
const piece = 500;

/** Types a text into the field with the cursor; tells how. Throws a Trouble that names the character that can't be typed. */
export async function typeText(phone: Phone, text: string, clear: number | null): Promise<string> {
  const keyboards = (await phone.shell('ime', 'list', '-a', '-s')).split(/\s+/);
  if (keyboards.includes(keyboard)) return typeByKeyboard(phone, text, clear);
  const odd = /[^ -~]/u.exec(text)?.[0];
  if (odd !== undefined) {
    const code = odd.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    throw new Trouble('ENCODING', `${odd === '\n' ? 'A line break' : `“${odd}”`} (U+${code}) can’t be typed: without ADBKeyboard only plain ASCII can. Nothing was typed.`, 'Ask the person to install the app ADBKeyboard on the phone (adb install ADBKeyboard.apk) and to enable it, or to type it by hand (take_over).');
  }
  if (clear !== null) await phone.shell('input', 'keyevent', '123', ...Array<string>(Math.min(300, clear + 2)).fill('67'));
  for (const words of wordsFor(text)) await phone.shell('input', 'text', words);
  return 'typed as keys';
}

/** What `input text` must be given, in order: it takes `%s` for a space, so a text with that is parted. */
export function wordsFor(text: string): string[] {
  const parts = text.split(/(?<=%)(?=s)/).flatMap((part) => part.match(/.{1,500}/gs) ?? []);
  return parts.map((part) => part.replace(/ /g, '%s'));
}

async function typeByKeyboard(phone: Phone, text: string, clear: number | null): Promise<string> {
  const usual = (await phone.shell('settings', 'get', 'secure', 'default_input_method')).trim();
  if (usual !== keyboard) {
    await phone.shell('ime', 'enable', keyboard);
    await phone.shell('ime', 'set', keyboard);
  }
  try {
    if (clear !== null) await broadcast(phone, 'ADB_CLEAR_TEXT');
    for (const words of inPieces(text)) await broadcast(phone, 'ADB_INPUT_B64', '--es', 'msg', Buffer.from(words, 'utf8').toString('base64'));
  } finally {
    if (usual !== keyboard && usual !== '' && usual !== 'null') await phone.shell('ime', 'set', usual);
  }
  return 'typed by ADBKeyboard';
}

async function broadcast(phone: Phone, action: string, ...more: string[]): Promise<void> {
  const answer = await phone.shell('am', 'broadcast', '-a', action, ...more);
  if (!/Broadcast completed/.test(answer)) throw new Trouble('EXECUTION_ERROR', `ADBKeyboard did not take the text: ${answer.trim().slice(0, 200)}`, 'Tap the field first, then type again.');
}

/** Pieces of at most `piece` characters; no character is cut in two. */
function inPieces(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / piece) }, (_, at) => characters.slice(at * piece, (at + 1) * piece).join(''));
}
