/**
 * Names that never reach a command: our secrets, whatever looks like one, the ways to the desktop
 * (a command must not drive it past the gate), and settings that make shells and runtimes run
 * something of their own first.
 */
const dropped = [
  /(^|_)(API_?KEY|APIKEY|KEY|TOKEN|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|PRIVATE_KEY|AUTH|COOKIE|DSN)(_|$|\d)/i,
  /^(OPENAI|ANTHROPIC|TAVILY|DEEPSEEK|GEMINI|AZURE_OPENAI|DESKWRIGHT|ELECTRON)_/i,
  /^(DISPLAY|WAYLAND_DISPLAY|WAYLAND_SOCKET|XAUTHORITY|DBUS_[A-Z_]+|AT_SPI_BUS_ADDRESS|SESSION_MANAGER|XDG_RUNTIME_DIR|ICEAUTHORITY|XDG_SESSION_ID)$/,
  /^(BASH_ENV|ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|CDPATH|GLOBIGNORE|IFS|NODE_OPTIONS|NODE_CHANNEL_FD|PYTHONSTARTUP|PERL5OPT|RUBYOPT|LD_PRELOAD|LD_AUDIT)$/,
  // A command in a folder is about that folder: not the one gone from before, nor a repository in whose hook we were started.
  /^(OLDPWD|GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|NAMESPACE|CONFIG|CONFIG_PARAMETERS|SHALLOW_FILE|GRAFT_FILE|REPLACE_REF_BASE|INTERNAL_SUPER_PREFIX|IMPLICIT_WORK_TREE|NO_REPLACE_OBJECTS))$/,
  /^npm_config_.*(auth|token)/i,
];

/** SSH_AUTH_SOCK is a way to sign, not a secret that can be printed; it stays for approved pushes. */
const kept = new Set(['SSH_AUTH_SOCK', 'KEYBOARD_LAYOUT']);

/**
 * The environment that commands get: no secrets, no desktop, nothing that waits for a terminal.
 * `changes` are the isolation's: values to set, undefined to leave out.
 */
export function commandEnvironment(own: NodeJS.ProcessEnv, changes: Record<string, string | undefined> = {}): Record<string, string> {
  const entries = Object.entries({ ...own, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined && (kept.has(entry[0]) || !dropped.some((pattern) => pattern.test(entry[0]))));
  return {
    ...Object.fromEntries(entries),
    TERM: 'dumb',
    NO_COLOR: '1',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    // A folder made to look like a repository must not have its settings run programs.
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'safe.bareRepository',
    GIT_CONFIG_VALUE_0: 'explicit',
    GIT_CONFIG_KEY_1: 'core.fsmonitor',
    GIT_CONFIG_VALUE_1: 'false',
    DEBIAN_FRONTEND: 'noninteractive',
    PYTHONUNBUFFERED: '1',
  };
}
