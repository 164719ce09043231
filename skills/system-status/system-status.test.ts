import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSkill } from '../test-bed';
import { serve } from './run';
import { usedBetween } from './source/cpu';
import { disksNow, mountedPlaces } from './source/disks';
import { DEFAULTS, readLimits } from './source/limits';
import { memoryNow } from './source/memory';
import { readProcesses, topPrograms } from './source/processes';
import type { Status } from './source/status';
import { Watcher, type Look } from './source/watcher';
import { size, warningText } from './source/words';

let place = '';
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'system-status-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const ask = async (args: Record<string, unknown>, language = 'en') => (await callSkill(serve, args, { DESKWRIGHT_DATA: path.join(place, 'data'), DESKWRIGHT_LANGUAGE: language })).answer;

describe('the status of this computer', () => {
  it('holds together', async () => {
    const answer = await ask({ top: '3' });
    const status = (answer as { result: Required<Status> }).result;
    expect(status.cpu.processors).toBeGreaterThan(0);
    expect(status.cpu.used_percent).toBeGreaterThanOrEqual(0);
    expect(status.cpu.used_percent).toBeLessThanOrEqual(100);
    expect(status.memory.available_bytes).toBeLessThanOrEqual(status.memory.total_bytes);
    expect(status.memory.total_bytes).toBeGreaterThan(64 * 1024 * 1024);
    expect(status.disks.length).toBeGreaterThan(0);
    for (const disk of status.disks) expect(disk.available_bytes).toBeLessThanOrEqual(disk.total_bytes);
    expect(status.programs.length).toBeLessThanOrEqual(3);
    expect(status.uptime_seconds).toBeGreaterThan(0);
    expect(answer).toMatchObject({ status: 'ok', text: expect.stringMatching(/^Processors: \d+, \d+% busy.*\nMemory: .* used, .* available\nDisk \/[\s\S]*\nUp for /) as string });
  });

  it('shows the part that is asked for, in the person’s language', async () => {
    const answer = await ask({ part: 'memory' }, 'zh');
    expect(Object.keys((answer as { result: object }).result)).toEqual(['memory']);
    expect(answer).toMatchObject({ text: expect.stringMatching(/^内存：共 .+，已用 \d+%，可用 .+$/) as string });
    expect(await ask({ part: 'gpu' })).toMatchObject({ status: 'error', code: 'INVALID_PARAM' });
    expect(await ask({ action: 'kill' })).toMatchObject({ status: 'error', code: 'INVALID_PARAM' });
  });

  it('counts memory that caches give back as available', () => {
    const file = path.join(place, 'meminfo');
    writeFileSync(file, 'MemTotal:       8000000 kB\nMemFree:         100000 kB\nMemAvailable:   6000000 kB\nSwapTotal:      2000 kB\nSwapFree:       500 kB\n');
    expect(memoryNow(file)).toEqual({ total_bytes: 8_192_000_000, available_bytes: 6_144_000_000, used_percent: 25, swap: { total_bytes: 2_048_000, used_bytes: 1_536_000 } });
    expect(memoryNow(path.join(place, 'nothing')).total_bytes).toBeGreaterThan(0);
  });

  it('names each disk once, and no image, memory or read-only one', () => {
    const [folder, inner, spaced] = [path.join(place, 'disk'), path.join(place, 'disk/inner'), path.join(place, 'with space')];
    for (const made of [inner, spaced]) mkdirSync(made, { recursive: true });
    writeFileSync(path.join(place, 'file'), '');
    const mounts = [
      `/dev/sda1 ${inner} ext4 rw,relatime 0 0`,
      `/dev/sda1 ${folder} ext4 rw 0 0`,
      `/dev/sda1 ${path.join(place, 'file')} ext4 rw 0 0`,
      `/dev/sdb1 ${spaced.replace(' ', '\\040')} vfat rw 0 0`,
      `/dev/loop1 ${folder} squashfs ro 0 0`,
      `/dev/sr0 ${folder} iso9660 ro 0 0`,
      `/dev/sdc1 ${folder} ext4 ro,noatime 0 0`,
      `tmpfs ${folder} tmpfs rw 0 0`,
      `overlay ${place} overlay rw 0 0`,
      `/dev/sdd1 /no/such/place ext4 rw 0 0`,
    ].join('\n');
    expect(mountedPlaces(mounts)).toEqual([folder, spaced, place]);
  });

  it('counts a disk as df does, the fullest first, and leaves out one that does not answer', async () => {
    const sizes: Record<string, object> = {
      '/': { bsize: 4096, blocks: 1000, bfree: 300, bavail: 250 },
      '/data': { bsize: 4096, blocks: 1000, bfree: 51, bavail: 1 },
      '/none': { bsize: 4096, blocks: 0, bfree: 0, bavail: 0 },
    };
    const disks = await disksNow(['/', '/data', '/none', '/gone'], (at) => (sizes[at] ? Promise.resolve(sizes[at] as never) : Promise.reject(new Error('EIO'))));
    expect(disks).toEqual([
      { path: '/data', total_bytes: 4_096_000, available_bytes: 4096, used_percent: 100 },
      { path: '/', total_bytes: 4_096_000, available_bytes: 1_024_000, used_percent: 74 },
    ]);
  });

  it('adds up a program’s processes by name, whatever is in the name', () => {
    const stat = (pid: number, name: string, ticks: number, pages: number): void => {
      mkdirSync(path.join(place, 'proc', String(pid)), { recursive: true });
      writeFileSync(path.join(place, 'proc', String(pid), 'stat'), `${pid} (${name}) S 1 1 1 0 -1 0 0 0 0 0 ${ticks} 0 0 0 20 0 1 0 100 1000 ${pages} 0\n`);
    };
    stat(1, 'a) S (b', 100, 10);
    stat(2, 'web\u001b[31m', 50, 100);
    stat(3, 'web\u001b[31m', 50, 100);
    mkdirSync(path.join(place, 'proc/self'), { recursive: true });
    const before = readProcesses(path.join(place, 'proc'))!;
    stat(2, 'web\u001b[31m', 150, 100);
    stat(3, 'web\u001b[31m', 100, 100);
    stat(4, 'new', 900, 1);
    const after = readProcesses(path.join(place, 'proc'))!;
    expect(topPrograms(before, after, 2, 2)).toEqual([
      { name: 'web [31m', processes: 2, cpu_percent: 75, memory_bytes: 819_200 },
      { name: 'a) S (b', processes: 1, cpu_percent: 0, memory_bytes: 40_960 },
    ]);
    expect(readProcesses(path.join(place, 'nowhere'))).toBeNull();
  });

  it('knows how busy the processors were between two readings', () => {
    expect(usedBetween({ busy: 100, all: 1000 }, { busy: 150, all: 1100 })).toBe(50);
    expect(usedBetween({ busy: 100, all: 1000 }, { busy: 100, all: 1000 })).toBe(0);
  });

  it.each([
    [0, '0 bytes'],
    [1536, '1.5 KB'],
    [1_610_612_736, '1.5 GB'],
    [400 * 1024 ** 3, '400 GB'],
    [1024 ** 6, '1024 PB'],
  ])('writes %d bytes as %s', (bytes, written) => {
    expect(size(bytes)).toBe(written);
  });
});

describe('the limits', () => {
  it('are kept in the data folder, and the rest stays as it was', async () => {
    expect(await ask({ action: 'limits' })).toMatchObject({ result: DEFAULTS, text: 'Warnings at: disk 90%, memory 92%, processors 95% (for 10 minutes).' });
    expect(await ask({ action: 'limits', disk_percent: '80', cpu_percent: 0 })).toMatchObject({ result: { ...DEFAULTS, disk_percent: 80, cpu_percent: 0 } });
    expect(readLimits(path.join(place, 'data'))).toEqual({ ...DEFAULTS, disk_percent: 80, cpu_percent: 0 });
    expect(await ask({ action: 'limits', cpu_minutes: 5 }, 'zh')).toMatchObject({ text: '提醒界限：磁盘 80%，内存 92%，处理器 不提醒（持续 5 分钟）。' });
  });

  it.each([{ disk_percent: 101 }, { memory_percent: -1 }, { cpu_minutes: 0 }, { cpu_percent: 'high' }, { disk_percent: ' ' }, { disk_percent: 90.5 }])('refuse %o', async (changes) => {
    expect(await ask({ action: 'limits', ...changes })).toMatchObject({ status: 'error', code: 'INVALID_PARAM', message: expect.stringContaining('whole number') as string });
  });

  it('are the usual ones when the file is damaged', () => {
    writeFileSync(path.join(place, 'limits.json'), '{"disk_percent": "lots", "memory_percent": 50');
    expect(readLimits(place)).toEqual(DEFAULTS);
    writeFileSync(path.join(place, 'limits.json'), '{"disk_percent": "lots", "memory_percent": 50}');
    expect(readLimits(place)).toEqual({ ...DEFAULTS, memory_percent: 50 });
  });
});

describe('the watch', () => {
  const calm: Look = { disks: [], memory: 10, cpu: 10 };
  const disk = (used: number, at = '/'): Look => ({ ...calm, disks: [{ path: at, used_percent: used, available_bytes: 1024 ** 3 }] });
  const codes = (watcher: Watcher, looks: Look[], limits = DEFAULTS): string[][] => looks.map((look) => watcher.look(look, limits).map(({ code }) => code));

  it('warns of a full disk once, and again only after it was clearly better', () => {
    expect(codes(new Watcher(2), [89, 90, 95, 88, 91, 85, 90].map((used) => disk(used)))).toEqual([[], ['DISK_FULL'], [], [], [], [], ['DISK_FULL']]);
    const warning = new Watcher(2).look(disk(96), DEFAULTS)[0]!;
    expect(warningText(warning, 'en')).toBe('The disk at / is 96% full; 1 GB are left.');
    expect(warningText(warning, 'zh')).toBe('磁盘 / 已使用 96%，只剩 1 GB。');
  });

  it('knows each disk by itself', () => {
    const watcher = new Watcher(2);
    expect(codes(watcher, [disk(95, '/'), disk(95, '/data'), { ...calm, disks: [...disk(99, '/').disks, ...disk(99, '/data').disks] }])).toEqual([['DISK_FULL'], ['DISK_FULL'], []]);
  });

  it('takes no notice of a short peak of memory or of the processors', () => {
    const [full, busy] = [{ ...calm, memory: 95 }, { ...calm, cpu: 99 }];
    expect(codes(new Watcher(2), [full, calm, full, full, full, calm, full, full])).toEqual([[], [], [], ['MEMORY_LOW'], [], [], [], ['MEMORY_LOW']]);
    const limits = { ...DEFAULTS, cpu_minutes: 2 };
    expect(codes(new Watcher(2), [busy, busy, busy, calm, busy, busy, busy, busy, busy], limits)).toEqual([[], [], [], [], [], [], [], ['CPU_BUSY'], []]);
  });

  it('is silent where the limit is 0', () => {
    const never = { disk_percent: 0, memory_percent: 0, cpu_percent: 0, cpu_minutes: 1 };
    const worst = { disks: disk(100).disks, memory: 100, cpu: 100 };
    expect(codes(new Watcher(2), [worst, worst, worst, worst], never).flat()).toEqual([]);
  });

  it('pushes a warning from its own process while that is kept, answers calls meanwhile, and ends with its input', async () => {
    const data = path.join(place, 'watched');
    mkdirSync(data);
    // Every disk in use is at least one percent full.
    writeFileSync(path.join(data, 'limits.json'), JSON.stringify({ disk_percent: 1 }));
    const program = path.join(place, 'run.cjs');
    buildSync({ entryPoints: [path.join(__dirname, 'run.ts')], bundle: true, platform: 'node', target: 'node18', format: 'cjs', outfile: program, logLevel: 'error' });
    const child = spawn(process.execPath, [program], { env: { ...process.env, DESKWRIGHT_DATA: data, DESKWRIGHT_LANGUAGE: 'en' }, stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const lines: Record<string, unknown>[] = [];
      child.stdin.write('{"id": 7, "args": {"part": "memory"}}\n');
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(JSON.parse(line) as Record<string, unknown>);
        if (lines.some((one) => one['code'] === 'DISK_FULL') && lines.some((one) => one['id'] === 7)) break;
      }
      expect(lines).toContainEqual(expect.objectContaining({ code: 'DISK_FULL', notice: expect.stringMatching(/^The disk at \/.* is \d+% full; .* are left\.$/) as string }));
      expect(lines).toContainEqual(expect.objectContaining({ id: 7, status: 'ok' }));
      const ended = once(child, 'exit');
      child.stdin.end();
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
    expect(JSON.parse(readFileSync(path.join(data, 'limits.json'), 'utf8'))).toEqual({ disk_percent: 1 });
  }, 60_000);
});
