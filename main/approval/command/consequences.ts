import type { Script, ShellCommand, Word } from '../../tools/shell/script';
import { programOf } from '../../tools/shell/wrappers';
import type { Reason } from '../verdict';
import { isInterpreter } from './red-lines';

const say = (code: string, detail: string): Reason => ({ code: `reason.command.${code}`, detail });

const asAnother = new Set(['sudo', 'su', 'doas', 'pkexec', 'runas', 'gksudo', 'kdesudo', 'runuser']);
const mailers = new Set(['mail', 'mailx', 'sendmail', 'mutt', 'neomutt', 'msmtp', 'swaks', 'ssmtp', 'mpack', 's-nail']);
const uploaders = new Set(['scp', 'sftp', 'ftp', 'lftp', 'rclone', 'nc', 'ncat', 'netcat', 'socat', 'telnet', 'ssh', 'tftp', 'croc', 'magic-wormhole', 'wormhole', 'transfer', 'aws', 'gcloud', 'gsutil', 'az', 's3cmd', 'kubectl', 'helm', 'terraform', 'vercel', 'netlify', 'heroku', 'fly', 'flyctl', 'firebase', 'twine', 'ansible', 'ansible-playbook']);
const systemChangers = new Set(['crontab', 'at', 'batch', 'service', 'loginctl', 'mount', 'umount', 'useradd', 'userdel', 'usermod', 'groupadd', 'groupdel', 'passwd', 'chpasswd', 'chsh', 'visudo', 'iptables', 'ip6tables', 'nft', 'ufw', 'firewall-cmd', 'sysctl', 'modprobe', 'insmod', 'rmmod', 'swapoff', 'setenforce', 'update-rc.d', 'chattr', 'chown', 'chgrp', 'setfacl', 'launchctl', 'defaults', 'reg', 'netsh', 'gsettings', 'dconf', 'dbus-send', 'gdbus', 'busctl', 'qdbus', 'update-alternatives', 'timedatectl', 'hostnamectl', 'nmcli', 'rfkill', 'docker', 'podman']);
const deleters = new Set(['rm', 'unlink', 'shred', 'srm', 'wipe', 'rimraf', 'trash', 'trash-put', 'truncate']);
const installers = new Set(['apt', 'apt-get', 'aptitude', 'dpkg', 'dnf', 'yum', 'rpm', 'zypper', 'pacman', 'yay', 'apk', 'snap', 'flatpak', 'brew', 'port', 'choco', 'winget', 'scoop', 'pip', 'pip3', 'pipx', 'uv', 'conda', 'mamba', 'poetry', 'pdm', 'npm', 'npx', 'yarn', 'pnpm', 'pnpx', 'bunx', 'gem', 'bundle', 'cargo', 'go', 'composer', 'nix', 'nix-env', 'guix', 'cpan', 'luarocks', 'opam', 'stack', 'cabal', 'code', 'gh', 'dotnet', 'nuget', 'mvn', 'gradle', 'rustup', 'nvm', 'asdf', 'sdk', 'corepack', 'bun', 'deno']);
const installVerbs = new Set(['install', 'i', 'add', 'ci', 'isntall', 'in', 'remove', 'rm', 'uninstall', 'un', 'purge', 'autoremove', 'upgrade', 'update', 'up', 'dist-upgrade', 'full-upgrade', 'publish', 'unpublish', 'deprecate', 'push', 'deploy', 'release', 'reinstall', 'sync', 'global', 'link', 'create', 'init', 'dlx', 'x', 'exec', 'get', 'login', 'logout', 'adduser', 'owner', 'access', 'token', 'yank', 'localinstall', '-S', '-R', '-U', '-i', '-r', '-P', '--install', '--remove', '--purge', '--install-extension', '-Syu', '-e', 'tool', 'self', 'develop', 'require', 'prefix']);
/** Of these, those that are nothing else: they count wherever they stand, the others only as the first word. */
const plainVerbs = /^(install|uninstall|remove|purge|autoremove|upgrade|update|dist-upgrade|full-upgrade|publish|unpublish|deploy|reinstall|localinstall|login|logout|adduser|yank|-S|-R|-U|-i|-r|-P|-Syu|--.*)$/;
/** Programs that give out passwords and keys. */
const keyKeepers = /^(pass|gopass|secret-tool|security|keyctl|kwallet-query|kwalletcli|bw|op|lpass|keepassxc-cli|vault|ssh-add)$/;
/** Verbs of these programs that neither install nor send anything. */
const harmlessVerbs: Record<string, RegExp> = {
  npx: /^(--no-install|--no)$/,
  go: /^(get|install|mod)$/,
  cargo: /^(install|uninstall|publish|yank|login|add|remove|update|owner)$/,
  deno: /^(install|uninstall|upgrade|publish|deploy)$/,
};

/** What the command does that can't be taken back, null when nothing is known of it. */
export function consequenceOf(command: ShellCommand, script: Script): Reason | null {
  const name = programOf(command);
  const words = command.words.slice(1);
  const texts = words.map((word) => word.pattern);
  if (isQuestion(texts)) return null;
  if (asAnother.has(name)) return say('other_account', name);
  if (mailers.has(name)) return say('mail', name);
  if (name === 'kill' || name === 'pkill' || name === 'killall' || name === 'skill' || name === 'xkill' || name === 'taskkill') {
    return texts[0] === '-0' || texts[0] === '-l' || texts[0] === '-L' ? null : say('kill', name);
  }
  if (deleters.has(name)) return say('delete', name);
  if (name === 'find' && texts.includes('-delete')) return say('delete', 'find -delete');
  if (name === 'chmod' && texts.some((text) => /^-[a-zA-Z]*R|^--recursive/.test(text))) return say('system', 'chmod -R');
  if (name === 'systemctl') return systemctl(texts);
  if (systemChangers.has(name)) return isLook(name, texts) ? null : say('system', name);
  if (keyKeepers.test(name) || (name === 'gpg' && texts.some((text) => /^--export-secret|^--gen-key|^--full-gen/.test(text)))) return say('secrets', name);
  if (name === 'git') return git(texts);
  if (name === 'curl' || name === 'wget' || name === 'http' || name === 'https' || name === 'xh') return transfer(name, texts);
  if (name === 'rsync') return texts.some((text) => /^[\w.@-]+:|^rsync:\/\//.test(text)) ? say('upload', name) : texts.some((text) => text.startsWith('--delete') || text === '--remove-source-files') ? say('delete', name) : null;
  // With a look at another computer nothing goes there but the question.
  if (name === 'kubectl' && /^(get|describe|logs|top|version|explain|api-resources|cluster-info)$/.test(texts[0] ?? '')) return null;
  if (uploaders.has(name)) return say('upload', name);
  if (installers.has(name)) return installs(name, texts);
  if (/^(python[\d.]*)$/.test(name) && texts[0] === '-m' && /^(pip|ensurepip|twine|http\.server|smtpd)$/.test(texts[1] ?? '')) return say('install', `python -m ${texts[1] ?? ''}`);
  if (isInterpreter(name) && runsDownload(command, script)) return say('network_code', name);
  const network = command.redirects.find((redirect) => /^\/dev\/(tcp|udp)\//.test(redirect.target.pattern));
  return network ? say('upload', network.target.pattern) : null;
}

/** Uses of system programs that only show. */
function isLook(name: string, texts: readonly string[]): boolean {
  const [first = ''] = texts;
  if (name === 'mount' || name === 'umount') return name === 'mount' && texts.length === 0;
  if (name === 'crontab') return texts.length === 1 && first === '-l';
  if (name === 'docker' || name === 'podman') return /^(ps|images|version|info|logs|inspect|stats|top|port)$/.test(first);
  return (name === 'gsettings' && first === 'get') || (name === 'timedatectl' && texts.length === 0) || (name === 'nmcli' && texts.length === 0);
}

/** `--help` and `--version` only print, for every program that knows them. */
function isQuestion(texts: readonly string[]): boolean {
  return texts.length === 1 && (texts[0] === '--help' || texts[0] === '--version');
}

function systemctl(texts: readonly string[]): Reason | null {
  const verb = texts.find((text) => !text.startsWith('-')) ?? 'list-units';
  return /^(status|show|cat|list-.*|is-.*|get-default|help)$/.test(verb) ? null : say('system', `systemctl ${verb}`);
}

function git(texts: readonly string[]): Reason | null {
  const { verb, rest } = gitVerb(texts);
  if (rest.includes('--help')) return null;
  const has = (...options: string[]) => rest.some((text) => options.includes(text) || (/^--\w{2}/.test(text) && options.some((option) => option.startsWith(text.replace(/=.*/s, '')))));
  const short = (letter: string) => rest.some((text) => new RegExp(`^-[a-zA-Z]*${letter}`).test(text));
  const found =
    ['push', 'send-email', 'send-pack', 'filter-branch', 'filter-repo', 'gc', 'prune', 'update-ref', 'lfs', 'svn', 'imap-send', 'request-pull', 'credential', 'credential-store', 'daemon', 'instaweb'].includes(verb) ||
    (verb === 'reset' && has('--hard', '--merge', '--keep')) ||
    verb === 'clean' && (short('f') || has('--force')) ||
    (verb === 'checkout' && (has('--', '.', '-f', '--force') || rest.some((text) => text.startsWith('--pathspec')))) ||
    verb === 'restore' && !(rest.includes('--staged') && !rest.includes('--worktree')) ||
    (verb === 'switch' && has('-f', '--force', '--discard-changes')) ||
    (verb === 'branch' && (short('D') || short('d') || has('--delete', '--force') || short('f') || short('M'))) ||
    (verb === 'tag' && (short('d') || short('f') || has('--delete', '--force'))) ||
    (verb === 'stash' && has('drop', 'clear')) ||
    (verb === 'reflog' && has('expire', 'delete')) ||
    (verb === 'remote' && has('add', 'set-url', 'remove', 'rm', 'rename')) ||
    (verb === 'rebase' && !has('--abort')) ||
    (verb === 'rm' && !has('--cached')) ||
    (verb === 'worktree' && has('remove', 'prune')) ||
    (verb === 'commit' && has('--amend')) ||
    (verb === 'config' && has('--global', '--system'));
  return found ? say('git', `git ${verb}`) : null;
}

/** git's own subcommand, behind its global options. */
export function gitVerb(texts: readonly string[]): { verb: string; rest: string[]; options: string[] } {
  let index = 0;
  for (; index < texts.length; index++) {
    const text = texts[index] as string;
    if (['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--super-prefix', '--config-env', '--exec-path'].includes(text)) index++;
    else if (!text.startsWith('-')) break;
  }
  return { verb: texts[index] ?? '', rest: texts.slice(index + 1), options: texts.slice(0, index) };
}

function transfer(name: string, texts: readonly string[]): Reason | null {
  const method = texts.findIndex((text) => text === '-X' || text === '--request' || text === '--method');
  const verb = (texts[method + 1] ?? '').toUpperCase();
  const sends =
    (method !== -1 && !['GET', 'HEAD', 'OPTIONS'].includes(verb)) ||
    texts.some((text) => /^-X(?!GET|HEAD)/.test(text) && text !== '-X') ||
    texts.some((text) => /^(-[a-zA-Z]*[dFT]|--data.*|--form.*|--upload-file.*|--json.*|--post-data.*|--post-file.*|--body-data.*|--body-file.*|--url-query.*|--method=(?!GET|HEAD).*|--request=(?!GET|HEAD).*)$/.test(text) && (name === 'curl' ? true : text.startsWith('--'))) ||
    texts.some((text) => /^(-K|--config|--config=.*)$/.test(text)) ||
    ((name === 'http' || name === 'https' || name === 'xh') && texts.some((text) => /^(POST|PUT|DELETE|PATCH)$/.test(text) || /^[\w-]+(=|:=|@)/.test(text)));
  return sends ? say('upload', name) : null;
}

function installs(name: string, texts: readonly string[]): Reason | null {
  const verbs = texts.filter((text) => !text.startsWith('--') || /^--(install|remove|purge)/.test(text));
  const verb = verbs.find((text, index) => installVerbs.has(text) && (plainVerbs.test(text) || verbs.slice(0, index).every((before) => before.startsWith('-')))) ?? '';
  const plain = texts.find((text) => !text.startsWith('-')) ?? '';
  if (name === 'npx' || name === 'pnpx' || name === 'bunx') return texts.some((text) => harmlessVerbs['npx']?.test(text)) ? null : say('install', `${name} ${plain}`);
  const only = harmlessVerbs[name];
  if (only) return only.test(plain) && !(name === 'go' && plain === 'mod' && texts.includes('graph')) ? say('install', `${name} ${plain}`) : null;
  if (name === 'gh') return /^(view|list|status|diff|checks|search|browse)$/.test(texts.filter((text) => !text.startsWith('-'))[1] ?? '') ? null : say('publish', 'gh');
  if (['npm', 'yarn', 'pnpm', 'bun', 'mvn', 'gradle', 'dotnet', 'poetry', 'uv', 'pdm', 'bundle', 'stack', 'cabal'].includes(name)) {
    if (name === 'yarn' && plain === '') return /^-[vh]$/.test(texts.join(' ')) ? null : say('install', 'yarn');
    return installVerbs.has(plain) && plain !== 'exec' ? say(/publish|push|deploy|release/.test(plain) ? 'publish' : 'install', `${name} ${plain}`) : null;
  }
  if (verb === '') return null;
  return say(/publish|push|deploy/.test(verb) ? 'publish' : 'install', `${name} ${verb}`);
}

/** `curl … | sh`, `sh <(curl …)`, `eval "$(curl …)"`, `base64 -d | sh`: code that nobody has read. */
function runsDownload(command: ShellCommand, script: Script): boolean {
  const isDownload = (part: ShellCommand) => ['curl', 'wget', 'fetch', 'aria2c', 'base64', 'base32', 'openssl', 'xxd', 'uudecode', 'gpg'].includes(programOf(part));
  const before = script.commands.filter((part) => part.pipeline === command.pipeline && part.stage < command.stage);
  return before.some(isDownload) || (script.commands.some(isDownload) && command.words.slice(1).some((word: Word) => word.text === null));
}
