import type { Script, ShellCommand } from '../shell/script';
import { programOf } from '../shell/wrappers';

/** What a command can't do its work without, beyond reading the disk and changing the workspace. */
export interface Needs {
  /** Programs that talk to other computers, or serve them; empty when none is known to. */
  network: string[];
  /** A program that works on the machine itself, from within which no isolation makes sense; null when none. */
  system: string | null;
  /** The script does nothing but look at the machine's network and services, and would see a false one in isolation. */
  looks: boolean;
  /** Places in the home folder where its programs keep the keys of what they publish or fetch. */
  keys: string[];
  /** Places in the home folder where its programs keep what they have fetched. */
  caches: string[];
}

const networked = new Set(['curl', 'wget', 'http', 'https', 'xh', 'aria2c', 'axel', 'httpie', 'lynx', 'w3m', 'links', 'elinks', 'ssh', 'scp', 'sftp', 'ftp', 'lftp', 'tftp', 'nc', 'ncat', 'netcat', 'socat', 'telnet', 'ping', 'ping6', 'fping', 'traceroute', 'tracepath', 'mtr', 'dig', 'host', 'nslookup', 'drill', 'whois', 'nmap', 'iperf', 'iperf3', 'openvpn', 'mosh', 'gh', 'hub', 'glab', 'aws', 'gcloud', 'gsutil', 'az', 's3cmd', 'kubectl', 'helm', 'terraform', 'vercel', 'netlify', 'heroku', 'fly', 'flyctl', 'firebase', 'twine', 'ansible', 'ansible-playbook', 'rclone', 'restic', 'yt-dlp', 'youtube-dl', 'ollama', 'huggingface-cli', 'hf', 'croc', 'wormhole', 'magic-wormhole', 'mail', 'mailx', 'sendmail', 'msmtp', 'swaks', 'ssmtp', 'mutt', 'neomutt', 'mpack', 's-nail', 'npx', 'pnpx', 'bunx', 'mvn', 'mvnw', 'gradle', 'gradlew', 'composer', 'psql', 'mysql', 'mongosh', 'redis-cli', 'vite', 'uvicorn', 'gunicorn', 'flask', 'http-server', 'serve', 'live-server', 'nodemon', 'caddy', 'nginx', 'ngrok', 'cloudflared', 'smbclient', 'ldapsearch', 'svn', 'hg', 'cvs', 'bzr']);

/** Verbs of programs that work with and without the network. */
const networkVerbs: Record<string, RegExp> = {
  git: /^(clone|fetch|pull|push|ls-remote|submodule|lfs|svn|send-email|send-pack|fetch-pack|http-push|imap-send|request-pull|daemon|instaweb|credential|archive|remote-http|remote-https|maintenance)$/,
  npm: /^(install|i|in|isntall|add|ci|install-test|it|cit|update|up|upgrade|outdated|audit|publish|unpublish|deprecate|view|info|show|v|search|ping|login|logout|adduser|whoami|exec|x|create|init|dist-tag|owner|access|token|team|star|fund|start|dev|serve)$/,
  pip: /^(install|download|search|index|wheel|uninstall)$/,
  uv: /^(sync|add|lock|pip|tool|python|run|publish)$/,
  poetry: /^(install|add|update|lock|publish|self)$/,
  pdm: /^(install|add|update|lock|sync|publish)$/,
  conda: /^(install|create|update|upgrade|search|env)$/,
  cargo: /^(fetch|install|update|add|search|publish|login|owner|yank|generate-lockfile)$/,
  go: /^(get|install|mod)$/,
  gem: /^(install|update|push|fetch|outdated|search|owner)$/,
  bundle: /^(install|update|add|outdated|lock)$/,
  dotnet: /^(restore|add|tool|nuget|new)$/,
  deno: /^(install|cache|add|publish|upgrade|serve)$/,
  rails: /^(server|s)$/,
  hugo: /^(server|serve|mod)$/,
  mkdocs: /^(serve|gh-deploy)$/,
  jekyll: /^serve$/,
  next: /^(dev|start)$/,
  ng: /^serve$/,
  webpack: /^serve$/,
  playwright: /^install/,
  apt: /^(install|update|upgrade|download|source|full-upgrade|dist-upgrade|build-dep|search)$/,
  dnf: /^(install|update|upgrade|download|search)$/,
  docker: /^(pull|push|build|run|login|compose|search|buildx|create)$/,
  brew: /^(install|update|upgrade|fetch|search|tap)$/,
  openssl: /^(s_client|s_server|s_time|ocsp)$/,
  php: /^-S$/,
  getent: /^(hosts|ahosts.*|networks)$/,
};
const alike: Record<string, string> = { yarn: 'npm', pnpm: 'npm', bun: 'npm', pip3: 'pip', pipx: 'pip', mamba: 'conda', micromamba: 'conda', 'apt-get': 'apt', aptitude: 'apt', yum: 'dnf', zypper: 'dnf', snap: 'dnf', flatpak: 'dnf', apk: 'brew', podman: 'docker', 'docker-compose': 'docker' };
/** Scripts of package.json that serve what they build. */
const servingScript = /^(dev|start|serve|preview|watch|deploy|release|publish)\b/;
const pythonServers = /^(http\.server|pip|ensurepip|twine|smtpd|flask|uvicorn|gunicorn|aiohttp\.web|jupyter|streamlit)$/;

/** Programs that change the machine or another account's things, or talk to its services. */
const systemPrograms = new Set(['sudo', 'su', 'doas', 'pkexec', 'runuser', 'apt', 'apt-get', 'aptitude', 'dpkg', 'dnf', 'yum', 'rpm', 'zypper', 'pacman', 'yay', 'apk', 'snap', 'flatpak', 'brew', 'port', 'nix', 'nix-env', 'guix', 'choco', 'winget', 'scoop', 'systemctl', 'service', 'journalctl', 'loginctl', 'timedatectl', 'hostnamectl', 'nmcli', 'rfkill', 'docker', 'podman', 'docker-compose', 'buildah', 'kill', 'pkill', 'killall', 'skill', 'xkill', 'renice', 'mount', 'umount', 'useradd', 'userdel', 'usermod', 'groupadd', 'groupdel', 'passwd', 'chpasswd', 'chsh', 'iptables', 'ip6tables', 'nft', 'ufw', 'firewall-cmd', 'sysctl', 'modprobe', 'insmod', 'rmmod', 'swapoff', 'crontab', 'at', 'batch', 'gsettings', 'dconf', 'dbus-send', 'gdbus', 'busctl', 'qdbus', 'update-alternatives', 'update-rc.d', 'pipx', 'rustup', 'nvm', 'asdf', 'sdk', 'launchctl', 'defaults', 'bwrap', 'unshare', 'nsenter', 'chroot', 'systemd-run', 'notify-send', 'xdg-open', 'pass', 'secret-tool', 'ssh-add', 'virsh', 'vagrant', 'lxc']);

/** Programs that look at the machine's network, services and mounts; in isolation they would see others. */
const lookers = new Set(['ss', 'netstat', 'ip', 'ifconfig', 'lsof', 'fuser', 'hostname', 'systemctl', 'journalctl', 'timedatectl', 'crontab', 'w', 'who', 'users', 'df', 'findmnt', 'mount', 'nvidia-smi']);
/** Programs that only pass on what the lookers print. */
const filters = new Set(['ps', 'pgrep', 'free', 'uptime', 'vmstat', 'lsblk', 'sleep', 'grep', 'egrep', 'fgrep', 'head', 'tail', 'sort', 'uniq', 'wc', 'cut', 'tr', 'awk', 'column', 'echo', 'printf', 'cat', 'date', 'whoami', 'id', 'uname', 'nproc', 'true', 'test', '[']);
const lookingVerb = /^(status|show|cat|list-[a-z-]+|is-[a-z-]+|get-default)$/;

const packageIndex = ['.config/pip/pip.conf', '.pip/pip.conf', '.netrc', '.pypirc'];
const keysOf: Record<string, string[]> = {
  pip: packageIndex, pip3: packageIndex, uv: packageIndex, poetry: packageIndex, python: packageIndex, python3: packageIndex, go: ['.netrc'], gem: ['.gem/credentials'], mvn: ['.m2/settings.xml'],
  git: ['.ssh', '.git-credentials', '.netrc', '.config/gh'], ssh: ['.ssh'], scp: ['.ssh'], sftp: ['.ssh'], rsync: ['.ssh'], mosh: ['.ssh'],
  npm: ['.npmrc'], yarn: ['.npmrc', '.yarnrc.yml'], pnpm: ['.npmrc'], gh: ['.config/gh'], aws: ['.aws'], gcloud: ['.config/gcloud'], gsutil: ['.config/gcloud', '.boto'], az: ['.azure'], kubectl: ['.kube'], helm: ['.kube'], terraform: ['.terraform.d'], twine: packageIndex, rclone: ['.config/rclone'], cargo: ['.cargo/credentials', '.cargo/credentials.toml'], psql: ['.pgpass'], mysql: ['.my.cnf', '.mylogin.cnf'], msmtp: ['.msmtprc'], s3cmd: ['.s3cfg'],
};
const cachesOf: Record<string, string[]> = {
  gradle: ['.gradle'], gradlew: ['.gradle'], mvn: ['.m2'], mvnw: ['.m2'], cargo: ['.cargo/registry', '.cargo/git'], go: ['go/pkg', '.cache/go-build'],
};

/** What a script needs, from its parsed commands. A command that isn't known needs nothing: it gets nothing. */
export function needsOf(script: Script): Needs {
  const { commands } = script;
  const looks = looksOf(script);
  const network = looks ? [] : commands.flatMap((command) => networkOf(command) ?? []);
  const system = looks ? null : (commands.map(systemOf).find((name) => name !== null) ?? null);
  const programs = commands.map(programOf);
  return {
    network: [...new Set(network)],
    system,
    looks,
    // Keys are of use only to what goes out with them.
    keys: network.length > 0 ? [...new Set(programs.flatMap((name) => (Object.hasOwn(keysOf, name) ? (keysOf[name] ?? []) : [])))] : [],
    caches: [...new Set(programs.flatMap((name) => (Object.hasOwn(cachesOf, name) ? (cachesOf[name] ?? []) : [])))],
  };
}

function textsOf(command: ShellCommand): string[] {
  return command.words.slice(1).map((word) => word.pattern);
}

/** The first word that is neither an option nor the value of one that moves the program. */
function verbOf(texts: readonly string[]): string {
  let index = 0;
  for (; index < texts.length; index++) {
    const text = texts[index] as string;
    if (/^(-C|-c|--prefix|--git-dir|--work-tree|--namespace|--dir|--cwd|--filter|-w|--workspace|--directory)$/.test(text)) index++;
    else if (!text.startsWith('-')) break;
  }
  return texts[index] ?? '';
}

function networkOf(command: ShellCommand): string | null {
  const name = programOf(command);
  const texts = textsOf(command);
  if (command.redirects.some(({ target }) => /^\/dev\/(tcp|udp)\//.test(target.pattern))) return '/dev/tcp';
  if (texts.length === 1 && /^(--version|--help|-V|-h)$/.test(texts[0] ?? '')) return null;
  if (/^(npx|pnpx|bunx)$/.test(name) && texts.some((text) => /^--(no-install|no|offline)$/.test(text))) return null;
  if (/^(mvnw?|gradlew?)$/.test(name) && texts.some((text) => /^(-o|--offline)$/.test(text))) return null;
  if (networked.has(name)) return name;
  if (name === 'rsync') return texts.some((text) => /^[\w.@-]+:|^rsync:\/\//.test(text)) ? name : null;
  if (/^python[\d.]*$/.test(name)) return texts[0] === '-m' && pythonServers.test(texts[1] ?? '') ? `${name} -m ${texts[1] ?? ''}` : null;
  const verb = verbOf(texts);
  if (name === 'git' && verb === 'remote') return texts.some((text) => /^(show|update|prune)$/.test(text)) ? 'git remote' : null;
  if (name === 'git' && verb === 'archive') return texts.some((text) => text.startsWith('--remote')) ? 'git archive' : null;
  const kind = alike[name] ?? name;
  if (kind === 'npm' && /^(run|run-script)$/.test(verb)) return servingScript.test(texts[texts.indexOf(verb) + 1] ?? '') ? `${name} ${verb}` : null;
  if (name === 'yarn' && verb === '') return /^-v$/.test(texts.join(' ')) ? null : name;
  if (texts.some((text) => text === '--offline') && kind === 'npm') return null;
  const verbs = Object.hasOwn(networkVerbs, kind) ? networkVerbs[kind] : undefined;
  return verbs?.test(kind === 'php' ? (texts[0] ?? '') : verb) ? `${name} ${verb}`.trim() : null;
}

function systemOf(command: ShellCommand): string | null {
  const name = programOf(command);
  const texts = textsOf(command);
  // What a script has started itself ($!, %1) it can end from within; a number comes from elsewhere.
  if (name === 'kill' && !texts.some((text) => /^-?\d+$/.test(text) && !/^-\d$|^-(9|15|1|2|3|6)$/.test(text))) return null;
  if (systemPrograms.has(name)) return texts.length === 1 && /^(--version|--help|-l|-0)$/.test(texts[0] ?? '') ? null : name;
  const verb = verbOf(texts);
  const isGlobal = texts.some((text) => /^(-g|--global|--system|--location=global)$/.test(text));
  if (/^(npm|pnpm|yarn|bun)$/.test(name) && (isGlobal || verb === 'global')) return `${name} ${verb} --global`;
  if (name === 'git' && verb === 'config' && isGlobal) return 'git config --global';
  // Installed from the workspace's own environment, it stays there.
  const isOutside = !(command.words[0]?.text ?? '').includes('/');
  if (/^pip3?$/.test(name) && /^(install|uninstall)$/.test(verb) && isOutside) return `${name} ${verb}`;
  if (/^python[\d.]*$/.test(name) && texts[0] === '-m' && /^(pip|ensurepip)$/.test(texts[1] ?? '') && isOutside) return `${name} -m pip`;
  if (/^(cargo|go|gem|conda|mamba)$/.test(name) && /^(install|uninstall)$/.test(verb)) return `${name} ${verb}`;
  return null;
}

function looksOf(script: Script): boolean {
  if (script.doubts.length > 0 || script.functions.length > 0 || script.background) return false;
  const isPlain = (command: ShellCommand) =>
    command.assignments.length === 0 && command.words.every((word) => word.text !== null) && command.redirects.every(({ target }) => target.text === '/dev/null') && !(command.words[0]?.text ?? '').includes('/');
  return script.commands.every((command) => isPlain(command) && (isLook(command) || isFilter(command))) && script.commands.some(isLook);
}

function isLook(command: ShellCommand): boolean {
  const name = programOf(command);
  const texts = textsOf(command);
  if (!lookers.has(name)) return false;
  if (name === 'systemctl' || name === 'timedatectl') return texts.length === 0 || lookingVerb.test(texts.find((text) => !text.startsWith('-')) ?? 'status');
  if (name === 'crontab') return texts.join() === '-l';
  if (name === 'hostname') return texts.every((text) => /^-[AaIisdf]$/.test(text));
  if (name === 'mount') return texts.length === 0;
  return !texts.some((text) => /^(add|del|delete|set|flush|change|replace|append|exec|netns|up|down|save|restore|-k|-K|--kill|-b|-batch|-n|-netns)$/.test(text) && name !== 'df' && !(name !== 'ip' && text === '-n'));
}

function isFilter(command: ShellCommand): boolean {
  const name = programOf(command);
  return filters.has(name) && !(name === 'awk' && /system|getline|[|>@]/.test(textsOf(command).join(' ')));
}
