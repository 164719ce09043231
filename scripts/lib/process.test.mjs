import { describe, expect, it } from 'vitest';
import { must, run } from './process.mjs';

const node = (program, options) => run(process.execPath, ['-e', program], options);

describe('running a program', { timeout: 120_000 }, () => {
  it('gives its exit code and what it printed on both streams', async () => {
    expect(await node('console.log("out"); console.error("err"); process.exitCode = 3')).toMatchObject({ code: 3, output: expect.stringMatching(/out[^]*err|err[^]*out/) });
  });

  it('does not reject when there is no such program', async () => {
    expect(await run('/nowhere/at/all', [])).toMatchObject({ code: 127, output: expect.stringContaining('ENOENT') });
  });

  it.skipIf(process.platform === 'win32')('ends at its time limit though a child of it holds the output open', async () => {
    const program = "const child = require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit', detached: true }); child.unref(); setInterval(() => {}, 1000); console.log(child.pid)";
    // On a loaded machine the first of these limits may come before the child is there.
    for (let limit = 1_000, output = ''; output === ''; limit *= 3) {
      const outcome = await node(program, { timeout: limit });
      expect(outcome).toMatchObject({ signal: 'SIGKILL' });
      output = outcome.output;
      if (output !== '') process.kill(Number(output), 'SIGKILL');
    }
  });

  it('says what failed, how, and the end of what was printed', async () => {
    await expect(must('Unpacking', process.execPath, ['-e', 'console.error("disk full"); process.exit(4)'])).rejects.toThrow(/Unpacking failed.*ended with 4[^]*disk full/);
  });
});
