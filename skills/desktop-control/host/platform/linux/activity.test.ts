import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestBed, until, type TestBed } from '../../../test-bed';
import { Activity } from './activity';
import { connect, type Connection } from './connection';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: TestBed;
let connection: Connection;

beforeAll(async () => {
  bed = await startTestBed({ windowManager: false });
  connection = await connect(bed.display, 15_000);
});

afterAll(async () => {
  connection?.client.terminate();
  await bed?.stop();
});

it('what is drawn in one place says nothing about another', async () => {
  const activity = await Activity.watch(connection);
  const [here, there] = [{ x: 0, y: 0, width: 300, height: 200 }, { x: 600, y: 400, width: 300, height: 200 }].map((area) => activity?.within(area));
  bed.run('xterm', '-geometry', '10x4+620+420');
  await until(async () => ((await there?.state())?.changes ?? 0) > 0, 40_000, 'the window');
  expect((await here?.state())?.changes).toBe(0);
  expect((await activity?.state())?.changes).toBeGreaterThan(0);
});
