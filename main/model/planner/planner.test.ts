import { describe, expect, it } from 'vitest';
import type { Envelope, ErrorCode } from '../../../preload/contract/envelope';
import type { Message, Turn } from '../model';
import { createPlanner } from './planner';

const TOOLS = ['LS', 'Read', 'Write', 'Bash', 'TodoWrite', 'AskUser', 'Observe', 'Computer'];

type Answer = (tool: string, args: Record<string, unknown>) => Partial<Envelope>;

function envelope(part: Partial<Envelope>): Envelope {
  return { status: 'success', data: {}, text: '', stats: { time_ms: 1 }, context: { cwd: '/w', params_input: {} }, ...part };
}

const failed = (code: ErrorCode, message: string = code): Partial<Envelope> => ({ status: 'error', error: { code, message, hint: '' } });

/** A conversation with the planner in which `answer` plays the tools. */
function conversation(answer: Answer, tools = TOOLS) {
  const planner = createPlanner({ today: () => new Date(2026, 10, 30) });
  const messages: Message[] = [{ role: 'system', text: 'You are Deskwright.' }];
  const calls: { tool: string; args: Record<string, unknown> }[] = [];
  const turn = (signal = new AbortController().signal): Promise<Turn> =>
    planner.turn({ messages, tools: tools.map((name) => ({ name, description: '', parameters: {} })) }, { signal, onDelta: () => undefined, onNotice: () => undefined });
  const say = async (text: string): Promise<string> => {
    messages.push({ role: 'user', text });
    for (;;) {
      const { text: said, calls: made } = await turn();
      messages.push({ role: 'assistant', text: said, calls: made });
      if (made.length === 0) return said;
      for (const call of made) {
        const args = JSON.parse(call.arguments) as Record<string, unknown>;
        calls.push({ tool: call.name, args });
        messages.push({ role: 'tool', callId: call.id, name: call.name, text: JSON.stringify(envelope(answer(call.name, args))) });
      }
    }
  };
  return { say, turn, messages, calls };
}

const nothing: Answer = () => ({});

describe('the planner as a model', () => {
  it('answers without tools what needs none, in the language of the request', async () => {
    const { say, calls } = conversation(nothing);
    expect(await say('What is 0.1 + 0.2?')).toBe('0.1 + 0.2 = 0.3');
    expect(await say('0.1 加 0.2 等于多少')).toBe('0.1 加 0.2 = 0.3');
    expect(await say('你好')).toContain('我可以');
    expect(calls).toEqual([]);
  });

  it('says what it does not understand, does nothing, and offers a model', async () => {
    const { say, calls } = conversation(nothing);
    expect(await say('Book me a flight to Rome')).toMatch(/don’t understand[\s\S]*nothing[\s\S]*Settings/);
    expect(await say('帮我订机票')).toMatch(/没能充分理解[\s\S]*设置/);
    expect(calls).toEqual([]);
  });

  it('lists a folder with LS', async () => {
    const { say, calls } = conversation(() => ({ data: { entries: [{ name: 'reports', type: 'folder' }, { name: 'a_b.txt', type: 'file', size: 2048 }], total: 2 } }));
    expect(await say('list files in docs')).toBe('docs: 2 entries\n\n- reports/\n- a\\_b.txt (2.0 KB)');
    expect(calls).toEqual([{ tool: 'LS', args: { path: 'docs' } }]);
  });

  it('uses Glob and Grep when they are there', async () => {
    const { say, calls } = conversation((tool, { pattern }) => (tool === 'Glob' ? { data: { paths: [String(pattern).includes('odt') ? 'a.odt' : 'a.pdf'] } } : tool === 'Read' ? { data: { content: '1\tA.B* too', total_lines: 1 } } : { data: { files: [{ path: 'n.txt', lines: ['2-before', '3:an a.b*'] }] } }), [...TOOLS, 'Glob', 'Grep']);
    expect(await say('find all pdf files')).toContain('a.pdf');
    const answer = await say('which files contain "a.b*"?');
    expect(answer).toContain('n.txt:3: an a.b\\*');
    expect(answer).toContain('a.odt:1: A.B\\* too');
    expect(answer).not.toContain('before');
    expect(calls).toEqual([
      { tool: 'Glob', args: { pattern: '**/*.pdf', path: '.' } },
      { tool: 'Grep', args: { pattern: 'a\\.b\\*', path: '.' } },
      { tool: 'Glob', args: { pattern: '**/*.{ods,odt,xlsx,docx}', path: '.' } },
      { tool: 'Read', args: { path: 'a.odt', limit: 2000 } },
    ]);
  });

  it('walks with LS and Read when they are not', async () => {
    const tree: Record<string, unknown[]> = { '.': [{ name: 'sub', type: 'folder' }, { name: 'a.txt', type: 'file' }], sub: [{ name: 'b.txt', type: 'file' }] };
    const answer: Answer = (tool, { path }) => (tool === 'LS' ? { data: { entries: tree[String(path)] } } : { data: { content: `1\tone\n2\t${String(path)} has it`, total_lines: 2 } });
    const { say } = conversation(answer);
    expect(await say('find files named b')).toContain('- sub/b.txt');
    expect(await say('which files contain "sub"?')).toContain('sub/b.txt:2: sub/b.txt has it');
  });
});

describe('a task that is stopped', () => {
  it('ends at a denial, says what was done and what was not', async () => {
    const { say, calls } = conversation((tool, { keys }) => {
      if (tool === 'LS') return { context: { cwd: '/w', params_input: {}, path_resolved: '/w' }, data: { entries: [], total: 0 } };
      if (keys === 'ctrl+s') return failed('DENIED');
      return { data: { effect: { changed: true, focus: { window: 'Untitled 1 - LibreOffice Calc', element: 'table "Sheet1"' } } } };
    });
    const answer = await say('Make a sheet with Rent 10, Food 20 and save it as a.ods');
    expect(answer).toMatch(/not allowed[\s\S]*opened[\s\S]*not saved[\s\S]*not done/);
    expect(calls.at(-1)).toEqual({ tool: 'Computer', args: { action: 'key', keys: 'ctrl+s' } });
  });

  it('reports code and reason of a failure', async () => {
    const { say } = conversation(() => failed('NOT_FOUND', 'docs does not exist.'));
    expect(await say('list files in docs')).toMatch(/NOT_FOUND: docs does not exist/);
  });

  it('leaves a question alone that stands in front of the program: it may be about the person’s lost work', async () => {
    const { say, calls } = conversation((tool) => {
      if (tool === 'LS') return { data: { entries: [], total: 0 } };
      if (tool === 'Observe') return { data: { windows: [{ title: 'LibreOffice 7.4 Document Recovery', active: true }], elements: [{ ref: 'e1', role: 'label', name: 'Click Start or Discard.' }] } };
      return { data: { effect: { changed: true, focus: { window: 'LibreOffice 7.4 Document Recovery', element: '' } } } };
    });
    expect(await say('Make a sheet with Rent 10, Food 20 and save it as a.ods')).toContain('Document Recovery — Click Start or Discard.');
    expect(calls.filter(({ tool }) => tool === 'Computer').map(({ args }) => args['action'])).toEqual(['open_app']);
  });

  it('types nothing more once a question has opened', async () => {
    const { say, calls } = conversation((tool, { action, text }) => {
      if (tool === 'LS') return { data: { entries: [], total: 0 } };
      if (tool === 'Observe') return { data: { windows: [{ title: 'Error', active: true }], elements: [{ ref: 'e1', role: 'label', name: 'Something is wrong.' }] } };
      const window = action === 'type' && String(text).startsWith('Rent') ? 'Error' : 'Untitled 1 - LibreOffice Calc';
      return { data: { effect: { changed: true, focus: { window, element: '' } } } };
    });
    expect(await say('Make a sheet with Rent 10, Food 20 and save it as a.ods')).toContain('Error — Something is wrong.');
    expect(calls.filter(({ args }) => args['action'] === 'type').map(({ args }) => args['text'])).toEqual(['Item\tAmount\n', 'Rent\t10\n']);
    expect(calls.at(-1)?.args).toEqual({ action: 'key', keys: 'escape' });
  });

  it('asks before it replaces a file, and keeps it when told so', async () => {
    const { say, calls } = conversation((tool) => (tool === 'LS' ? { data: { entries: [{ name: 'A.ods', type: 'file' }], total: 1 } } : { data: { answer: 'Leave it as it is' } }));
    expect(await say('Make a sheet with Rent 10, Food 20 and save it as a.ods')).toMatch(/left as it is/);
    expect(calls.map(({ tool }) => tool)).toEqual(['LS', 'AskUser']);
  });

  it.each([
    ['answers the program with yes when the person said so', 'Replace it', [{ name: 'a.ods', type: 'file' }], 'Save', 'No', 'Yes'],
    ['whatever language the program speaks', 'Replace it', [{ name: 'a.ods', type: 'file' }], 'Сохранить', 'Нет', 'Да'],
    ['leaves a file alone that has appeared meanwhile', '', [], 'Save', 'No', null],
  ])('%s', async (_name, answer, entries, title, no, yes) => {
    const document = { window: 'a.ods - LibreOffice Calc', element: '' };
    const shows: Record<string, { window: string; element: string }> = {
      'ctrl+s': { window: title, element: 'text' },
      'delete enter': { window: title, element: `push button "${no}"` },
      e3: document,
    };
    const elements = [{ ref: 'e1', role: 'label', name: '?' }, { ref: 'e2', role: 'push button', name: no, states: ['focused'] }, { ref: 'e3', role: 'push button', name: yes ?? 'Yes', states: [] }];
    let focus = document;
    const { say, calls } = conversation((tool, args) => {
      if (tool === 'LS') return { context: { cwd: '/w', params_input: {}, path_resolved: '/w' }, data: { entries, total: entries.length } };
      if (tool === 'AskUser') return { data: { answer } };
      if (tool === 'Observe') return { data: { windows: [{ title, active: true }], elements } };
      if (tool === 'Read') return { data: { content: '', total_lines: 0 } };
      focus = shows[String(args['keys'] ?? args['ref'])] ?? focus;
      return { data: { effect: { changed: true, focus } } };
    });
    await say('Make a sheet with Rent 10, Food 20 and save it as a.ods');
    const after = calls.slice(calls.findIndex(({ args }) => args['keys'] === 'delete enter') + 1);
    expect(after.find(({ tool }) => tool === 'Computer')?.args).toEqual(yes === null ? { action: 'key', keys: 'escape' } : { action: 'press', ref: 'e3' });
  });

  it('offers CSV without a desktop, and writes it only when the person agrees', async () => {
    const hands = TOOLS.filter((name) => name !== 'Computer');
    const refusing = conversation(() => failed('UNSUPPORTED'), hands);
    expect(await refusing.say('Make a sheet with Rent 10, "Food" 20 and save it as a.ods')).toMatch(/can’t see or drive the desktop[\s\S]*Nothing/);
    const csv = 'Item,Amount\nRent,10\nFood,20\nTotal,=SUM(B2:B3)\n';
    const content = csv.trimEnd().split('\n').map((line, index) => `${index + 1}\t${line}`).join('\n');
    const agreeing = conversation((tool) => (tool === 'AskUser' ? { data: { answer: 'yes' } } : { data: { content, total_lines: 4 } }), hands);
    expect(await agreeing.say('Make a sheet with Rent 10, Food 20, total and save it as a.ods')).toContain('exactly as asked');
    expect(agreeing.calls[1]).toEqual({ tool: 'Write', args: { path: 'a.csv', content: csv } });
  });
});

describe('a conversation', () => {
  it('goes on after a note of the loop behind the result', async () => {
    const { turn, messages } = conversation(nothing);
    messages.push({ role: 'user', text: 'list files' });
    const { calls } = await turn();
    messages.push({ role: 'assistant', text: '', calls });
    messages.push({ role: 'tool', callId: calls[0]!.id, name: 'LS', text: JSON.stringify(envelope({ data: { entries: [], total: 0 } })) });
    messages.push({ role: 'user', text: '[Deskwright] note' });
    expect((await turn()).text).toMatch(/empty/);
  });

  it('takes the person’s words for the request, whatever notes follow them', async () => {
    const { turn, messages } = conversation(nothing);
    messages.push({ role: 'user', text: 'what is 1 + 1' }, { role: 'user', text: '[Deskwright] The person mentions "a.txt".' }, { role: 'user', text: '[1/2] In progress: b.' });
    expect((await turn()).text).toBe('1 + 1 = 2');
  });

  it('takes a new request after a run that was cut off', async () => {
    const { turn, messages } = conversation(nothing);
    messages.push({ role: 'user', text: 'list files' });
    const { calls } = await turn();
    messages.push({ role: 'assistant', text: '', calls }, { role: 'tool', callId: calls[0]!.id, name: 'LS', text: JSON.stringify(envelope({})) });
    messages.push({ role: 'assistant', text: 'stopped', calls: [] }, { role: 'user', text: 'what is 1 + 1' });
    expect((await turn()).text).toBe('1 + 1 = 2');
  });

  it('says so when a task was begun before a restart', async () => {
    const { turn, messages } = conversation(nothing);
    messages.push({ role: 'user', text: '列出文件' }, { role: 'assistant', text: '', calls: [{ id: 'x', name: 'LS', arguments: '{}' }] }, { role: 'tool', callId: 'x', name: 'LS', text: '{}' });
    expect((await turn()).text).toMatch(/接不上/);
  });

  it('stops with the signal', async () => {
    const { turn, messages } = conversation(nothing);
    messages.push({ role: 'user', text: 'hello' });
    await expect(turn(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
