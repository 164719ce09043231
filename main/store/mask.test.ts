import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMask, maskDeep } from './mask';
import { secretSamples } from './privacy/secret-samples';

const mask = createMask(['hunter2222']);

describe('secrets', () => {
  it('are of more than 60 shapes in the samples', () => {
    expect(new Set(secretSamples.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(secretSamples)('$name', ({ secret, text }) => {
    expect(text).toContain(secret);
    for (const where of [text, `line\n${text}\nline`, `"${text}"`, `（${text}）`]) expect(mask(where), where).not.toContain(secret);
    expect(mask(JSON.stringify({ content: `a\n${text}` })), 'inside JSON').not.toContain(secret);
  });

  it('are masked by what they are, and what stands around them stays', () => {
    expect(mask('postgres://me:s3cr3t-word@db/x')).toBe('postgres://me:[password]@db/x');
    expect(mask('Authorization: Bearer abcdef.ghijkl-mnop')).toBe('Authorization: Bearer [token]');
    expect(mask('pass hunter2222!')).toBe('pass [key]!');
    expect(mask(mask('DB_PASSWORD=letmein99'))).toBe('DB_PASSWORD=[password]');
  });

  it('are found by the name of their field', () => {
    const value = { login: { password: 'correct-horse', apiKey: 'Zx81Qw92Er73' }, list: ['hunter2222', 1, null], token: 'string' };
    expect(maskDeep(value, mask)).toEqual({ login: { password: '[password]', apiKey: '[password]' }, list: ['[key]', 1, null], token: 'string' });
  });

  it('leave whatever has none as the very same value, beside what is masked too', () => {
    const plain = { list: ['a', { b: 'c' }], none: null, bytes: Uint8Array.of(1) };
    expect(maskDeep(plain, mask)).toBe(plain);
    const masked = maskDeep({ plain, list: [plain, 'hunter2222'], hunter2222: 1 }, mask);
    expect(masked).toEqual({ plain, list: [plain, '[key]'], '[key]': 1 });
    expect((masked as { plain: unknown }).plain).toBe(plain);
  });
});

describe('what is no secret', () => {
  const plain = [
    'call_1a2b3c4d5e6f7a8b9c0d1e2f',
    'chatcmpl-9xYzAbCdEfGhIjKlMnOpQrStUvWx',
    '550e8400-e29b-41d4-a716-446655440000',
    '20261130-110755-a1b2c3',
    'commit 6cb39e3f0d1a2b3c4d5e6f708192a3b4c5d6e7f8',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
    'task-management-of-a-long-name',
    'https://example.com/a:b',
    'https://example.com:8080/path?page=2&q=abc#top',
    'git@github.com:someone/project.git',
    'mailto:ada@example.org',
    'skill sk-short',
    'max_tokens: 4096, token_count=12, tokenizer: "o200k_base"',
    'function login(password: string, token?: string): Promise<void> {',
    'const password = process.env["DB_PASSWORD"] ?? "";',
    'password = os.environ["DB_PASSWORD"]',
    'const token = await getToken(); const secret = this.options.secret;',
    'if (token === undefined || password !== confirmation) return null;',
    'apiKey: z.string().max(4096).optional(),',
    'settings.password.label: "Password"',
    '<input type="password" name="password" autocomplete="current-password" />',
    'OPENAI_API_KEY=your_api_key_here',
    'API_KEY=${API_KEY}',
    'API_KEY=<your key>',
    'password: ********',
    'export PATH="$HOME/.local/bin:$PATH"',
    'Enter your password to continue. The password is too short.',
    '请输入密码。密码是必填项。',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2W1u2bYk0Q8 ada@example',
    'row 4111 1111 1111 1111 of the table',
    'Cookie: the recipe needs flour; sugar',
    'the Basic understanding of tokens, a Bearer of news, Basic Authentication, Token Authorization',
    'x = a[b]:c; y::z; std::string password;',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ];
  it.each(plain)('%s', (text) => {
    expect(mask(text)).toBe(text);
  });

  it('stays in this project’s own code and lock file: hardly a false alarm', () => {
    const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.json', '*.md', '*.yml'], { cwd: path.resolve(__dirname, '../..'), encoding: 'utf8' })
      .split('\n')
      // Git still knows a file that was deleted a moment ago.
      .filter((file) => file && !/test|fixture|sample|secret|scenes|specs/.test(file) && existsSync(path.resolve(__dirname, '../..', file)));
    let lines = 0;
    const wrong: string[] = [];
    for (const file of files) {
      for (const line of readFileSync(path.resolve(__dirname, '../..', file), 'utf8').split('\n')) {
        lines++;
        if (mask(line) !== line) wrong.push(`${file}: ${mask(line).trim().slice(0, 200)}`);
      }
    }
    expect(lines).toBeGreaterThan(20_000);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(lines / 20_000);
  });

  // Most take less than a second together; a pattern that tries every way would need hours.
  it('takes no long time to be recognised as none, whatever it looks like', { timeout: 300_000 }, () => {
    for (const piece of ['a-', 'a.', 'a=bbbb', 'key_', 'x'.repeat(10), 'eyJ0.', '-----BEGIN PRIVATE KEY', 'Cookie: a=bbbb', 'Bearer ', 'password=', '\\n']) {
      expect(mask(piece.repeat(40_000)), piece).not.toBe('');
    }
  });
});
