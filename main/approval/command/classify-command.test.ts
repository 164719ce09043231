import { describe, expect, it } from 'vitest';
import { classifyCommand } from './classify-command';
import { commandTable } from './command-table';

const judge = (text: string) => classifyCommand({ text, directory: '/work/project', background: false });

describe('the table of commands', () => {
  it('holds at least 150 commands, a third of them harmless', () => {
    expect(commandTable.length).toBeGreaterThanOrEqual(150);
    const harmless = commandTable.filter(([, level]) => level === 'observe').length + commandTable.filter(([, level, why]) => level === 'risky' && why.includes('look-alike')).length;
    expect(harmless / commandTable.length).toBeGreaterThanOrEqual(0.25);
  });

  it.each(commandTable)('%s is %s: %s', async (command, level) => {
    const judgement = await judge(command);
    expect(judgement, JSON.stringify(judgement.reasons)).toMatchObject({ level });
  });
});

describe('a scope for the session', () => {
  it('names folder and text exactly, and only for what is understood', async () => {
    expect((await judge('make all')).scope).toBe('command:/work/project\nmake all');
    for (const command of ['$CMD', 'bash script.sh', 'echo "unterminated', 'rm a', 'rm -rf /', 'source x']) {
      expect((await judge(command)).scope, command).toBeNull();
    }
  });
});

describe('on Windows', () => {
  it('nothing is proven harmless, and red lines stay', async () => {
    const command = (text: string) => classifyCommand({ text, directory: 'C:\\work', background: false }, 'win32');
    expect((await command('ls')).level).toBe('risky');
    expect((await command('rm -rf /')).level).toBe('forbidden');
  });
});
