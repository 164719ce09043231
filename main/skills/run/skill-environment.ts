import { commandEnvironment } from '../../tools/command-environment';
import type { Skill } from '../skill';

type Environment = Readonly<Record<string, string | undefined>>;

/** All that a program from outside gets of our environment: names that hold no secret by their meaning. */
const known = /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|HOME|USER|LOGNAME|SHELL|SYSTEMROOT|PATHEXT|COMSPEC|WINDIR)$/i;
/** Further ones that what reaches the network needs; a proxy with a password in its address stays out. */
const networked = /^(SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|HTTPS?_PROXY|ALL_PROXY|NO_PROXY)$/i;

interface Places {
  workspace: string;
  /** The skill's folder, as its program sees it. */
  folder: string;
  /** Its private folder. */
  data: string;
  language: string;
}

/** A bundled skill gets what commands get, and the secrets that it names; one from outside next to nothing. */
export function skillEnvironment(skill: Skill, own: Environment, places: Places): Record<string, string> {
  const { declaration } = skill.program ?? {};
  const asked = Object.fromEntries((declaration?.environment ?? []).flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])));
  const usual = skill.source === 'bundled' ? { ...commandEnvironment(own), ...asked } : { ...outside(own, (declaration?.network.length ?? 0) > 0), PYTHONUNBUFFERED: '1', NO_COLOR: '1', TERM: 'dumb', TMPDIR: '/tmp' };
  return { ...usual, DESKWRIGHT_WORKSPACE: places.workspace, DESKWRIGHT_LANGUAGE: places.language, DESKWRIGHT_SKILL_FOLDER: places.folder, DESKWRIGHT_DATA: places.data };
}

function outside(own: Environment, reaches: boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined && (known.test(entry[0]) || (reaches && networked.test(entry[0]) && !entry[1].includes('@')))));
}
