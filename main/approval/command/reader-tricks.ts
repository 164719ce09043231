import type { Row } from './command-table';

/** Uses of programs that mostly read, which write, run or send all the same: what a proof by a glance at the words would miss. */
const tricks: Record<string, readonly string[]> = {
  'sed reads on behind a quoted delimiter': [String.raw`sed 's/a\/X//w f/p' x`, String.raw`sed '/x\/p;/w f/p' x`, String.raw`sed 's|a\|b||w f|p' x`],
  'the script of sed is another word': ["sed -l 1d 'w out' file", "sed --line-length 1d 'e touch p' f", "sed -e p -ne 'w out' f", "sed -e p --expression='w out' f", "sed -e p '-ew out' f", 'sed p f --in-place', "sed -n '/x/{w out\n}' f"],
  'awk has a second program, or an option that writes': ["awk -e '{print}' -e 'BEGIN{system(\"id\")}' f", "awk -iinplace '{print}' f", "awk '{print}' -i inplace f", "awk -lfilefuncs '{print}' f", "awk -Eprog.awk '{print}' f", "awk -oout.txt '{print}' f", "awk -d '{print}' f", "awk --dump-variables=x '{print}' f", "awk --profile=x '{print}' f", "awk -W exec=prog.awk '{print}' f"],
  'awk prints into a file or a pipe, however it is written': ["awk '{print $1 > $2}' f", "awk '{print $1,\n $2 > \"out\"}' f", "awk '{if ($1 > 5) print > \"out\"}' f", "awk '{print ($1) > \"out\"}' f", "awk '{print ($1 > 5), $2 >> \"out\"}' f", "awk '{print $1 | \"sh\"}' f", "awk '{printf(\"%s\", $1) > \"out\"}' f", "awk '{print $1 \\\n > \"out\"}' f", "awk '{print $1 || \n $2 > \"out\"}' f", "awk '{if (1) /\"/; print $1 > \"out\" #\"/\n}' f", "awk '/[\\]/\"]/ {print > \"out\"} #\"' f", "awk '/[[:alpha:]/\"]/ {print > \"out\"} #\"' f", "awk '/[^]/\"]/{print > \"out\"} #\"'", "awk '/[]/\"]/{print > \"out\"} #\"'", "awk '{i++ /\"/; print > \"out\" #\"\n}' f", "awk '@include \"x\"' f", "awk '{f = \"system\"; @f(\"date\")}' f", "awk 1 /inet/tcp/0/example.org/80"],
  'a variable is set to what is run, or loaded': ['xargs --process-slot-var=PATH ls < list', 'xargs --proc=PATH ls', 'LC_ALL=/tmp/x ls', 'LANGUAGE=../../tmp/x ls', 'TZ=:/etc/shadow date', 'LANG=$X ls', 'read PATH < f', 'read -r http_proxy < f', 'IFS=x ls', 'read -p x -u 3 y', 'read "a[$(touch x)]" < f'],
  'a list names the files that are shown': ['sort --files0-from=list', 'sort --files0 list', 'xargs shuf -e < list'],
  'an option writes beside the output': ['shuf -n 1 -o out a', 'shuf --outp=out a', 'iconv -f latin1 -t utf8 a -o b', 'gzip log', 'gzip -d log.gz', 'gzip -9 -k log', 'xz -ld f.xz', 'bzip2 -t -d f.bz2', 'gzip -cr .. -S .x', 'pdftotext a.pdf', 'pdftotext a.pdf a.txt', 'pdftotext -opw - a.pdf', 'pdftotext a.pdf out -enc -'],
  'grep takes a word for a pattern': ["find . -exec grep -e -l {} +", "find . -exec grep -el {} +", 'grep -m -l "$x"'],
  'the whole list of settings': ['git var -l', 'git config --get http.https://x.extraheader'],
  'ip takes the beginning of a verb': ['ip link s eth0 mtu 100', 'ip addr a 1.2.3.4/8 dev lo', 'ip r d default', 'ip a f dev eth0'],
  'another host is reached': ['systemctl status --host=evil x', 'systemctl --host=evil status', 'systemctl status -Hevil', 'tar tf evil:/x.tar', 'tar -t -f evil:x', 'rpm -qp https://evil/x.rpm', 'git remote show ssh://evil/x'],
  'a word that asks for a version is a target, a script or a page to others': ['make version', 'python3 version', 'node version', 'ruby version', 'perl version', 'php version', 'tsc version', 'gcc version', 'cmake version', 'soffice version', 'yarn version', 'rustc version'],
  'an option for more words makes it run its input': ['cat a.py | python3 -v', 'python -v < a.py', 'cat a | python -i -V'],
  'an option of others is written differently': ['go env --w GOFLAGS=-x', 'go env --u GOFLAGS', 'go env -json -w A=b', 'apt-cache policy -qoDir::Cache=/tmp/x', 'apt-cache policy --OPTION=Dir::Cache=/tmp/x', 'tree -L2o out', 'systemctl status --image=x.img', 'journalctl --image x.img', 'lspci -O dump.name=x', 'git branch --set-upst=origin/main', 'git branch --unset-upst'],
  'a program text names further files': ["jq -n 'import \"key\" as $k {search: \"/home\"}; $k'", "jq 'include \"x\"; .' f"],
  'git is run in another folder': ['find . -execdir git status \\;', 'git --bare log', 'git --git-dir=x log', 'git --work-tree=x status', 'git diff --submodule=diff', 'git log -p --submod=diff', 'git grep --recurse-submodules x', 'git rev-parse --show-superproject-working-tree'],
  'where it goes is not known': [`${Array.from({ length: 20 }, (_, index) => `cd /d${index}`).join('; ')}; cat a`, 'cd a; cd b; cd c; cd d; cd e; git status'],
  'a signature is checked by a program': ['git log --show-signature', 'git log "--format=%GG"', 'git for-each-ref "--format=%(signature)"', 'git tag -v v1'],
  'an option of git runs a program': ['git grep -nOrm foo', 'git grep -nO foo', 'git grep --open-files-in-page=x foo', 'git help -w log', 'git cat-file --filters HEAD:x', 'git branch -l --no-list newbranch'],
  'a log is written': ['pip list --log=/tmp/x', 'pip show a --log x', 'npm ls --logs-dir=x', 'lspci -q', 'lsof -Db'],
  'a plug-in is loaded': ['nm --plugin=./evil.so file', 'objdump --plugin=./e.so f', 'size --plug ./e.so f', 'nm @opts'],
  'a builtin runs, or evaluates a name': ['jobs -x touch p', "wait -n -p 'x[$(touch p)]'", "x='a[$(touch p)]'; echo ${PATH:x:1}", "x='a[$(touch p)]'; echo ${PATH: -x}", "x='a[$(touch p)]'; echo ${!x}", "[[ -v 'a[$(touch p)]' ]]"],
  'the second name is written, the first is the input': ['uniq - out', 'xxd - out', 'uniq -f 1 in out'],
  'a page that is a file is typeset': ['man ./evil'],
};

export const readerTricks: Row[] = Object.entries(tricks).flatMap(([why, commands]) => commands.map((command): Row => [command, 'risky', why]));
