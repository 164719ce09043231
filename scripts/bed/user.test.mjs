import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canRead, findUser } from './user.mjs';

const nobody = { name: 'nobody', uid: 65534, gid: 65534, home: '/nonexistent' };

describe.runIf(process.platform === 'linux')('what another user can read', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync('/tmp/reach-');
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'file'), '', { mode: 0o644 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is an open file in open folders', () => {
    expect(canRead(join(folder, 'inner', 'file'), nobody)).toBe(true);
    expect(canRead(join(folder, 'inner'), nobody)).toBe(true);
  });

  it('is nothing below a closed folder, however open the file', () => {
    chmodSync(folder, 0o700);
    expect(canRead(join(folder, 'inner', 'file'), nobody)).toBe(false);
  });

  it('is no file of a strict umask', () => {
    chmodSync(join(folder, 'inner', 'file'), 0o600);
    expect(canRead(join(folder, 'inner', 'file'), nobody)).toBe(false);
  });

  it('depends on the owner’s rights for the owner', () => {
    const owner = { ...nobody, uid: process.getuid(), gid: process.getgid() };
    chmodSync(join(folder, 'inner', 'file'), 0o600);
    expect(canRead(join(folder, 'inner', 'file'), owner)).toBe(true);
  });
});

describe('finding a user', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/bash\ntester:x:900:901::/var/lib/tester:/usr/sbin/nologin\n';
  it('reads ids and home', () => {
    expect(findUser('tester', passwd)).toEqual({ name: 'tester', uid: 900, gid: 901, home: '/var/lib/tester' });
    expect(findUser('test', passwd)).toBeNull();
  });
});
