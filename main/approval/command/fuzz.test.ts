import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyCommand } from './classify-command';

/** Commands that change something, one for each way of doing so. */
const dangerous = ['touch x', 'rm a', 'rm -rf /', 'git push', 'sudo ls', 'kill 12', 'tee out', 'cp a b', 'sed -i s/a/b/ f', 'npm i x', 'dd of=a', 'chmod +x a', 'sort -o a a', 'find . -delete', 'curl -T a http://x', 'mv a b', 'reboot', 'xdotool key a', 'python3 a.py', 'ls > out', 'git -c alias.x=!date x', 'awk BEGIN{system(1)}', 'curl http://x', 'npm test', 'ln -s a b', 'tar xf a.tar', 'rsync -e ./x a b', 'tar tf a -I ./x', 'git commit -m x', 'docker run x', 'mkdir d', 'find . -fprint out', 'git log --output=x', 'getent hosts x.org', 'date -s 2030-01-01', 'uniq a b', 'xxd -r a b', 'ssh host ls'];

const single = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;
const double = (text: string) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;

/** Ways to hide a command in another one; each still runs it. */
const disguises: ((command: string) => string)[] = [
  (c) => `ls; ${c}`,
  (c) => `ls && ${c}`,
  (c) => `false || ${c}`,
  (c) => `ls | ${c}`,
  (c) => `ls\n${c}`,
  (c) => `ls & ${c}`,
  (c) => `${c} | cat`,
  (c) => `${c} &`,
  // The blank keeps `$(` and `(` from becoming arithmetic.
  (c) => ` (${c})`,
  (c) => `{ ${c}; }`,
  (c) => `echo $(${c})`,
  (c) => `echo "a $(${c}) b"`,
  (c) => `echo \`${c.replace(/[\\`$]/g, '\\$&')}\``,
  (c) => `x=$(${c})`,
  (c) => `echo \${x:-$(${c})}`,
  (c) => `: \${x:=$(${c})}`,
  (c) => `echo $((1 + $(${c})))`,
  (c) => `cat <(${c})`,
  (c) => `cat < <(${c})`,
  (c) => `ls > >(${c})`,
  (c) => `cat <<E\n$(${c})\nE`,
  (c) => `cat <<< "$(${c})"`,
  (c) => `[[ -n $(${c}) ]]`,
  (c) => `[ "$(${c})" ]`,
  (c) => `if ${c}; then ls; fi`,
  (c) => `if true; then ${c}; fi`,
  (c) => `if false; then ls; elif true; then ${c}; else ls; fi`,
  (c) => `for i in 1; do ${c}; done`,
  (c) => `for i in $(${c}); do ls; done`,
  (c) => `for ((i=0;i<1;i++)); do ${c}; done`,
  (c) => `while ${c}; do break; done`,
  (c) => `until ${c}; do break; done`,
  (c) => `case a in a) ${c};; esac`,
  (c) => `case $(${c}) in a) ls;; esac`,
  (c) => `f() { ${c}; }; f`,
  (c) => `function g { ${c}; }; g`,
  (c) => `! ${c}`,
  (c) => `time ${c}`,
  (c) => `export A=$(${c})`,
  (c) => `bash -c ${single(c)}`,
  (c) => `sh -ec ${double(c)}`,
  (c) => `bash <<'E'\n${c}\nE`,
  (c) => `bash <<< ${single(c)}`,
  (c) => `eval ${single(c)}`,
  (c) => `eval ${double(c)}`,
  (c) => `echo ${single(c)} | bash`,
  (c) => `trap ${single(c)} EXIT`,
  (c) => `X=${single(c)}; eval "$X"`,
  (c) => `xargs -I{} sh -c ${single(c)} < a`,
  (c) => `find . -maxdepth 0 -exec sh -c ${single(c)} \\;`,
  (c) => `env -i sh -c ${single(c)}`,
  (c) => `timeout 5 sh -c ${single(c)}`,
  (c) => `ls # x\n${c}`,
  (c) => `ls \\\n; ${c}`,
  (c) => `A=1 B=2; ${c}`,
  (c) => `\t${c}  # done`,
  (c) => `cd /tmp && ${c}`,
  (c) => `echo ${Buffer.from(c).toString('base64')} | base64 -d | sh`,
  (c) => `eval "$(echo ${Buffer.from(c).toString('base64')} | base64 -d)"`,
  (c) => `bash -c "$(printf ${single([...Buffer.from(c)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''))})"`,
  (c) => `git -c alias.z=${single(`!${c}`)} z`,
  (c) => `git -c core.pager=${single(c)} log`,
  (c) => `PAGER=${single(c)} git -p log`,
  (c) => `sed ${single(`1e ${c.replace(/\n/g, ';')}`)} a`,
  (c) => `awk ${single(`BEGIN { system(${JSON.stringify(c)}) }`)}`,
  (c) => `tar cf a b --checkpoint-action=exec=${single(c)}`,
  (c) => `tar -I ${single(c)} -tf a`,
  (c) => `rsync -e ${single(c)} a b`,
  (c) => `find . -name a -exec sh -c ${single(c)} {} +`,
  (c) => `env -S ${single(`sh -c ${double(c)}`)}`,
  (c) => `echo a | xargs -I{} bash -c ${single(c)}`,
  (c) => `${'ls; '.repeat(40)}${c}`,
  (c) => `${'true && '.repeat(40)}${c}`,
  (c) => `${'ls | '.repeat(20)}cat; ${c}`,
  (c) => `A=${single(c)}; B=$A; eval $B`,
  (c) => `set -- ${single(c)}; eval "$1"`,
  (c) => `IFS=:; ${c}`,
  (c) => `cat <<'E' > s.sh\n${c}\nE\nsh s.sh`,
  (c) => `source <(echo ${single(c)})`,
  (c) => `coproc { ${c}; }`,
  (c) => `[[ a == a ]] && ${c}`,
  (c) => `ls \u00a0; ${c}`,
  (c) => `ls\r\n${c}`,
];

/** Small damage that leaves the rest as it is: a mistyped command that still runs its end must not pass for harmless. */
const scratches: ((command: string) => string)[] = [
  (c) => c,
  (c) => c.replace(/ /g, '  '),
  (c) => c.replace(/ /, '\t'),
  (c) => `  ${c}`,
  (c) => `${c}\n`,
  (c) => `${c};`,
  (c) => `${c} # ls`,
  (c) => `${c} 2>/dev/null`,
  (c) => `${c} >/dev/null 2>&1`,
  (c) => `${c} < /dev/null`,
  (c) => `${c} || true`,
  (c) => `LC_ALL=C; ${c}`,
  (c) => `#!/bin/bash\n${c}`,
];

/** Ways to write a command's name otherwise; only for a plain command with a plain name. */
const spellings: ((name: string) => string)[] = [
  (n) => n,
  (n) => `${n[0] ?? ''}\\${n.slice(1)}`,
  (n) => `"${n}"`,
  (n) => `'${n[0] ?? ''}'${n.slice(1)}`,
  (n) => `${n[0] ?? ''}""${n.slice(1)}`,
  (n) => `$'\\x${n.charCodeAt(0).toString(16)}'${n.slice(1)}`,
  (n) => `/usr/bin/${n}`,
  (n) => `env ${n}`,
  (n) => `command ${n}`,
  (n) => `nohup ${n}`,
  (n) => `nice -n 5 ${n}`,
  (n) => `timeout -k 1 5 ${n}`,
  (n) => `Y=${n}; $Y`,
  (n) => `$(echo ${n})`,
  (n) => `\${Z:-${n}}`,
  (n) => `exec ${n}`,
  (n) => `busybox ${n}`,
  (n) => `stdbuf -o0 ${n}`,
  (n) => `setsid ${n}`,
  (n) => `ionice -c3 ${n}`,
  (n) => `\\${n}`,
  (n) => `${n[0] ?? ''}$@${n.slice(1)}`,
  (n) => `${n[0] ?? ''}\`\`${n.slice(1)}`,
  (n) => `${n[0] ?? ''}$()${n.slice(1)}`,
  (n) => `{${n},}`,
  (n) => `sudo -n ${n}`,
];

const disguised = fc
  .tuple(fc.constantFrom(...dangerous), fc.constantFrom(...spellings), fc.array(fc.constantFrom(...disguises), { maxLength: 3 }), fc.constantFrom(...scratches))
  .map(([command, spell, wraps, scratch]) => {
    const [name = '', ...rest] = command.split(' ');
    const spelled = command.startsWith('ls') ? command : [spell(name), ...rest].join(' ').replace(/BEGIN\{system\(1\)\}/, "'BEGIN{system(1)}'");
    return wraps.reduce((text, wrap) => wrap(text), scratch(spelled));
  });

describe('a dangerous command in disguise', () => {
  it('is never taken for a harmless one', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(disguised, async (text) => {
        const { level } = await classifyCommand({ text, directory: '/work/project', background: false });
        expect(level, text).not.toBe('observe');
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 20_000) },
    );
  });
});
