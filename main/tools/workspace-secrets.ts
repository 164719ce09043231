/**
 * Places that hold keys, passwords or cookies: refused on every route, because a model that reads
 * them can leak them. Names are lower case and compared folded; folders match anywhere in a path.
 * Sources: the default locations in the manuals of each program.
 */
const folders = [
  '.ssh', '.gnupg', '.aws', '.azure', '.kube', '.password-store', '.electrum', '.bitcoin', '.mozilla', '.thunderbird',
  '.config/gcloud', '.config/gh', '.config/hub', '.config/rclone', '.config/google-chrome', '.config/google-chrome-beta',
  '.config/chromium', '.config/bravesoftware', '.config/microsoft-edge', '.config/vivaldi', '.config/opera',
  '.config/bitwarden', '.config/bitwarden cli', '.config/1password', '.config/op', '.config/keepassxc', '.config/age', '.config/sops',
  '.local/share/keyrings', '.local/share/kwalletd', '.local/share/tpm2_pkcs11', '.ethereum/keystore', '.terraform.d',
  'snap/firefox/common/.mozilla', 'snap/chromium/common',
  'library/keychains', 'library/cookies', 'library/application support/google/chrome', 'library/application support/firefox',
  'library/application support/bravesoftware', 'library/application support/microsoft edge', 'library/safari',
  'appdata/local/google/chrome/user data', 'appdata/local/microsoft/edge/user data', 'appdata/local/bravesoftware',
  'appdata/roaming/mozilla', 'appdata/roaming/microsoft/credentials', 'appdata/roaming/microsoft/protect',
  'appdata/roaming/microsoft/crypto', 'appdata/local/microsoft/credentials', 'appdata/local/microsoft/vault',
];

const names = new Set([
  '.netrc', '_netrc', '.pypirc', '.git-credentials', '.pgpass', '.my.cnf', '.mylogin.cnf', '.htpasswd', '.dockercfg',
  '.vault-token', '.envrc', 'wallet.dat', 'key3.db', 'key4.db', 'logins.json', 'cookies.sqlite', 'login data',
  'application_default_credentials.json', '.boto', '.s3cfg', '.fetchmailrc', '.msmtprc', '.smbcredentials', 'secrets.yml.key', 'master.key',
]);

/** Files that are secret only at one place, because elsewhere the name is harmless. */
const suffixes = ['.docker/config.json', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.config/pip/pip.conf'];

const system = [
  /^\/etc\/g?shadow-?$/, /^\/etc\/sudoers(\.d(\/|$))?/, /^\/etc\/ssh\/ssh_host_.*_key$/, /^\/etc\/krb5\.keytab$/, /^\/etc\/ssl\/private(\/|$)/,
  /^\/etc\/networkmanager\/system-connections(\/|$)/, /^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem|auxv)$/, /^\/proc\/kcore$/,
  /^\/dev\/(mem|kmem|port)$/, /^\/var\/lib\/(sss\/secrets|tpm)(\/|$)/,
];

/** Every folder and suffix above begins like this; most paths have none of it, and a search asks about thousands. */
const remarkable = /(?:^|\/)(?:\.|snap\/|library\/|appdata\/)/;
const ofSystem = /^\/(?:etc|proc|dev|var)\//;

const harmlessEnvironment = /\.(example|sample|template|dist|defaults|schema|md)$/;

/**
 * Whether an absolute path (with `/` separators) names a secret. `home` in the same form: a few
 * names (`.npmrc`) hold tokens only there, elsewhere they are project settings.
 */
export function isSecretPath(path: string, home: string): boolean {
  // A search asks about thousands of files: nothing is made anew for the usual answer.
  const lower = (path.includes('\\') ? path.replace(/\\/g, '/') : path).toLowerCase();
  const folded = lower.includes('//') || lower.endsWith('/') ? lower.replace(/\/{2,}/g, '/').replace(/\/$/, '') : lower;
  const name = folded.slice(folded.lastIndexOf('/') + 1);
  if (remarkable.test(folded) && isIn(`/${folded}/`)) return true;
  if (names.has(name)) return true;
  if ((name === '.env' || name.startsWith('.env.') || name.endsWith('.env')) && !harmlessEnvironment.test(name)) return true;
  if (/^id_(rsa|dsa|ecdsa|ed25519|ecdsa_sk|ed25519_sk)(?!.*\.pub$)/.test(name)) return true;
  if (/\.(pem|p12|pfx|jks|keystore|kdbx?|ppk|keychain|keychain-db|agekey)$/.test(name)) return true;
  if (/^(client_secret|service[-_]account).*\.json$/.test(name)) return true;
  if (atHome(home).has(folded)) return true;
  return ofSystem.test(folded) && system.some((pattern) => pattern.test(folded));
}

/** @param framed a folded path between two more `/` */
const isIn = (framed: string): boolean => folders.some((folder) => framed.includes(`/${folder}/`)) || suffixes.some((suffix) => framed.endsWith(`/${suffix}/`));

const ofHome = new Map<string, ReadonlySet<string>>();

/** What is secret only right there. */
function atHome(home: string): ReadonlySet<string> {
  const known = ofHome.get(home);
  if (known) return known;
  const folded = home.replace(/\\/g, '/').toLowerCase().replace(/\/$/, '');
  const made = new Set(['/.npmrc', '/.yarnrc.yml', '/.pip/pip.conf', '/.m2/settings.xml'].map((file) => folded + file));
  ofHome.set(home, made);
  return made;
}
