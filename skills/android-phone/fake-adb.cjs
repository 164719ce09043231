// An adb for tests, of the phone whose state is in the folder PHONE. It checks how it is called and gives what comes to a
// real shell, as a phone does; the programs that this shell finds only note their words as they arrived, which are then done here.
const { spawnSync } = require('node:child_process');
const { appendFileSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');

const folder = process.env.PHONE;
let words = process.argv.slice(2);
const read = () => JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
const change = (state) => writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
const fail = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};
const escape = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

function adb() {
  const state = read();
  if (words[0] === 'devices') {
    process.stdout.write(`List of devices attached\n${state.devices.map(({ serial, state: each }) => `${serial}       ${each} usb:1-1 model:Pixel_8 transport_id:1`).join('\n')}\n\n`);
    return;
  }
  if (words[0] !== '-s') fail('adb: more than one device/emulator');
  const device = state.devices.find(({ serial }) => serial === words[1]);
  if (!device) fail(`adb: device '${words[1]}' not found`);
  if (device.state !== 'device') fail(`adb: device ${device.state}`);
  const [mode, ...rest] = words.slice(2);
  if (!['shell', 'exec-out'].includes(mode)) fail(`adb: unknown command ${mode}`);
  // What adb does: the words become one line, which the phone's shell reads.
  const arrived = join(folder, 'arrived');
  rmSync(arrived, { force: true });
  const run = spawnSync('/bin/sh', ['-c', rest.join(' ')], { env: { ...process.env, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` } });
  if (run.status !== 0) fail(String(run.stderr));
  for (const call of readFileSync(arrived, 'utf8').split('\0\0').slice(0, -1)) {
    const [program, ...given] = call.split('\0');
    words = given;
    appendFileSync(join(folder, 'log'), `${JSON.stringify([basename(program), ...given])}\n`);
    process.stdout.write(programs[basename(program)](read()));
  }
}

const programs = {
  wm: () => 'Physical size: 1080x2400\n',
  dumpsys: (state) => (words[0] === 'window' && words[1] === 'displays' ? `  init=1080x2400 420dpi cur=${state.size} app=${state.size}\n mCurrentRotation=ROTATION_${state.rotation}\n` : `  mCurrentFocus=Window{1 u0 ${state.front}/${state.front}.Main}\n`),
  pm: (state) => state.packages.map((each) => `package:${each}\n`).join(''),
  ime: (state) => {
    if (words[0] === 'list') return `${state.keyboards.join('\n')}\n`;
    if (words[0] === 'set') state.keyboard = words[1];
    change(state);
    return 'ok\n';
  },
  settings: (state) => `${state.keyboard}\n`,
  monkey: (state) => {
    if (!state.packages.includes(words[1])) return '** No activities found to run, monkey aborted.\n';
    state.front = words[1];
    change(state);
    return 'Events injected: 1\n';
  },
  am: (state) => {
    if (state.keyboard !== 'com.android.adbkeyboard/.AdbIME') return 'Broadcast completed: result=0\n';
    const at = words.indexOf('msg');
    state.text = words.includes('ADB_CLEAR_TEXT') ? '' : state.text + Buffer.from(words[at + 1], 'base64').toString('utf8');
    change(state);
    return 'Broadcasting: Intent\nBroadcast completed: result=0\n';
  },
  input: (state) => {
    if (words[0] === 'text') {
      if (words.length !== 2) fail('Error: Invalid arguments for command: text');
      if (/[^\x20-\x7e]/.test(words[1])) fail("java.lang.NullPointerException: Attempt to get length of null array");
      state.text += words[1].replace(/%s/g, ' ');
    } else if (words[0] === 'keyevent') {
      for (const key of words.slice(1)) if (key === '67') state.text = state.text.slice(0, -1);
    } else if (!['tap', 'swipe'].includes(words[0]) || !words.slice(1).every((word) => /^\d+$/.test(word))) fail(`Error: Unknown command: ${words[0]}`);
    else state.taps++;
    change(state);
    return '';
  },
  uiautomator: (state) => {
    if (state.isProtected) return 'ERROR: could not get idle state.\n';
    const node = (text, box, more = '', inner = '') => `<node index="0" text="${escape(text)}" resource-id="" class="android.widget.${more.includes('EditText') ? 'EditText' : 'Button'}" content-desc="" clickable="true" enabled="true" focused="${more.includes('focused')}" password="${more.includes('password')}" bounds="${box}">${inner}</node>`;
    return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${node('', '[0,0][1080,2400]', '', [node('设置 & "more"', '[0,100][540,200]'), node('立即支付', '[540,100][1080,200]'), node('Add', '[0,300][540,400]'), node('Add', '[540,300][1080,400]'), node(`Taps: ${state.taps}`, '[0,500][1080,600]'), node(state.text, '[0,700][1080,800]', `EditText ${state.field}`)].join(''))}</hierarchy>UI hierchary dumped to: /dev/tty\n`;
  },
  screencap: () => readFileSync(join(folder, 'screen.png')),
};

adb();
