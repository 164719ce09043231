import type { Row } from './command-table';

/** Uses of programs that mostly read, which write, run or send all the same: what a proof by a glance at the words would miss. */
const tricks: Record<string, readonly string[]> = {
  'sed reads on behind a quoted delimiter': [String.raw`sed 's/a\/X//w f/p' x`, String.raw`sed '/x\/p;/w f/p' x`, String.raw`sed 's|a\|b||w f|p' x`],
  'the script of sed is another word': ["sed -l 1d 'w out' file", "sed --line-length 1d 'e touch p' f", "sed -e p -ne 'w out' f", "sed -e p --expression='w out' f", "sed -e p '-ew out' f", 'sed p f --in-place', "sed -n '/x/{w out\n}' f"],
  'awk has a second program, or an option that writes': ["awk -e '{print}' -e 'BEGIN{system(\"id\")}' f", "awk -iinplace '{print}' f", "awk '{print}' -i inplace f", "awk -lfilefuncs '{print}' f", "awk -Eprog.awk '{print}' f", "awk -oout.txt '{print}' f", "awk -d '{print}' f", "awk --dump-variables=x '{print}' f", "awk --profile=x '{print}' f", "awk -W exec=prog.awk '{print}' f"],
  'ip takes the beginning of a verb': ['ip link s eth0 mtu 100', 'ip addr a 1.2.3.4/8 dev lo', 'ip r d default', 'ip a f dev eth0'],
  'another host is reached': ['systemctl status --host=evil x', 'systemctl --host=evil status', 'systemctl status -Hevil', 'tar tf evil:/x.tar', 'tar -t -f evil:x', 'rpm -qp https://evil/x.rpm', 'git remote show ssh://evil/x'],
  'an option of git runs a program': ['git grep -nOrm foo', 'git grep -nO foo', 'git grep --open-files-in-page=x foo', 'git help -w log', 'git cat-file --filters HEAD:x', 'git branch -l --no-list newbranch'],
  'a log is written': ['pip list --log=/tmp/x', 'pip show a --log x', 'npm ls --logs-dir=x', 'lspci -q', 'lsof -Db'],
  'a plug-in is loaded': ['nm --plugin=./evil.so file', 'objdump --plugin=./e.so f', 'size --plug ./e.so f', 'nm @opts'],
  'a builtin runs, or evaluates a name': ['jobs -x touch p', "wait -n -p 'x[$(touch p)]'", "x='a[$(touch p)]'; echo ${PATH:x:1}", "x='a[$(touch p)]'; echo ${PATH: -x}", "x='a[$(touch p)]'; echo ${!x}", "[[ -v 'a[$(touch p)]' ]]"],
  'the second name is written, the first is the input': ['uniq - out', 'xxd - out', 'uniq -f 1 in out'],
  'a page that is a file is typeset': ['man ./evil'],
};

export const readerTricks: Row[] = Object.entries(tricks).flatMap(([why, commands]) => commands.map((command): Row => [command, 'risky', why]));
