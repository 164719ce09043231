/** What a found secret is; masks name it, and the person reads it in "what left this machine". */
export type SecretKind = 'key' | 'token' | 'password' | 'private key' | 'cookie' | 'private';

/** A shape of secret. The secret is the match, or its first group, which then ends the match. */
export interface SecretShape {
  /** Who makes secrets of this shape, or where it stands. */
  name: string;
  kind: SecretKind;
  /** With the `g` flag. */
  pattern: RegExp;
}

/** Where a word can begin: in JSON inside JSON, an escaped line end stands before it as two letters. */
const BEGIN = '(?:(?<![A-Za-z0-9_])|(?<=\\\\[nrt]))';

const B62 = '[A-Za-z0-9]';
const URL64 = '[A-Za-z0-9_-]';

/**
 * Tokens that are known by how they begin, with the lengths their makers document (lower bounds
 * where they vary). Each stands alone: no letter, digit or underscore touches either end.
 */
const TOKENS: readonly [name: string, source: string][] = [
  ['Anthropic', `sk-ant-${URL64}{20,}`],
  ['OpenRouter', 'sk-or-v1-[0-9a-f]{32,}'],
  ['OpenAI', `sk-(?:proj|svcacct|admin|None)-${URL64}{20,}`],
  ['OpenAI and compatible (DeepSeek, Moonshot, DashScope, SiliconFlow)', `sk-(?=${URL64}*[0-9])${URL64}{16,}`],
  ['Langfuse', '[ps]k-lf-[0-9a-f-]{36}'],
  ['AWS access key', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'],
  ['Google API key', `AIza${URL64}{35}`],
  ['Google OAuth token', `ya29\\.${URL64}{20,}`],
  ['Google OAuth secret', `GOCSPX-${URL64}{20,}`],
  ['Azure client secret', '[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}'],
  ['GitHub', `gh[pousr]_${B62}{30,}`],
  ['GitHub fine-grained', `github_pat_[A-Za-z0-9_]{22,}`],
  ['GitLab', `gl(?:pat|dt|rt|ptt|oas|cbt|ft|imt|agent|soat)-${URL64}{20,}`],
  ['Slack', `xox[abeoprs](?:\\.xox[bp])?-${URL64}{10,}`],
  ['Slack app', 'xapp-\\d-[A-Z0-9]+-\\d+-[0-9a-f]{32,}'],
  ['Discord bot', `[MNO]${URL64}{23,25}\\.${URL64}{6}\\.${URL64}{27,}`],
  ['Telegram bot', `\\d{8,10}:A[A-Za-z0-9_-]{34}`],
  ['Stripe', `(?:sk|rk)_(?:live|test)_${B62}{16,}`],
  ['Stripe webhook', `whsec_${B62}{24,}`],
  ['Twilio', 'SK[0-9a-f]{32}'],
  ['SendGrid', `SG\\.${URL64}{16,}\\.${URL64}{30,}`],
  ['Mailgun', 'key-[0-9a-f]{32}'],
  ['Mailchimp', '[0-9a-f]{32}-us\\d{1,2}'],
  ['Brevo', `xkeysib-[0-9a-f]{64}-${B62}{16}`],
  ['npm', `npm_${B62}{36}`],
  ['PyPI', `pypi-AgE${URL64}{50,}`],
  ['RubyGems', 'rubygems_[0-9a-f]{48}'],
  ['Docker Hub', `dckr_(?:pat|oat)_${URL64}{20,}`],
  ['Hugging Face', `hf_${B62}{30,}`],
  ['Replicate', `r8_${B62}{37}`],
  ['Groq', `gsk_${B62}{40,}`],
  ['xAI', `xai-${B62}{40,}`],
  ['Perplexity', `pplx-${B62}{40,}`],
  ['Tavily', `tvly-(?:dev-)?${B62}{20,}`],
  ['Fireworks', `fw_${B62}{22,}`],
  ['NVIDIA', `nvapi-${URL64}{40,}`],
  ['Databricks', 'dapi[0-9a-f]{32}(?:-\\d)?'],
  ['DigitalOcean', 'do[oprt]_v1_[0-9a-f]{64}'],
  ['Heroku', `HRKU-${URL64}{36,}`],
  ['Shopify', 'shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{32}'],
  ['Square', `sq0(?:atp|csp|idp)-${URL64}{22,}`],
  ['PayPal', 'access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}'],
  ['Atlassian', `ATATT3x${URL64}{60,}=?[0-9A-F]*`],
  ['Bitbucket', `ATBB${B62}{32}`],
  ['Linear', `lin_(?:api|oauth)_${B62}{32,}`],
  ['Notion', `(?:ntn_${B62}{40,}|secret_${B62}{43})`],
  ['Figma', `fig[dou]_${URL64}{36,}`],
  ['Airtable', `pat${B62}{14}\\.[0-9a-f]{64}`],
  ['Postman', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'],
  ['New Relic', `NRAK-[A-Z0-9]{27}`],
  ['Sentry', `sntry[su]_[A-Za-z0-9+/=_]{40,}`],
  ['Grafana', `gl(?:sa_${B62}{32}_[0-9a-f]{8}|c_[A-Za-z0-9+/]{32,}={0,2})`],
  ['HashiCorp Vault', `hv[sbr]\\.${URL64}{24,}`],
  ['Terraform Cloud', `${B62}{14}\\.atlasv1\\.${URL64}{60,}`],
  ['Doppler', `dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]+\\.)?${B62}{40,}`],
  ['Pulumi', 'pul-[0-9a-f]{40}'],
  ['PlanetScale', `pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,}`],
  ['Supabase', '(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,})'],
  ['Netlify', `nfp_${B62}{36,}`],
  ['Fly.io', `fo1_${URL64}{40,}`],
  ['Dropbox', `sl\\.${URL64}{100,}`],
  ['Facebook', `EAA[A-Z]${B62}{60,}`],
  ['1Password service', `ops_eyJ${URL64}{60,}`],
  ['age', 'AGE-SECRET-KEY-1[A-Z0-9]{58}'],
  ['Alibaba Cloud', `LTAI${B62}{12,24}`],
  ['Tencent Cloud', `AKID${B62}{28,36}`],
  ['Volcengine', `AKLT${URL64}{28,}`],
  ['Baidu Cloud', `bce-v3/ALTAK-${URL64}{10,}/[0-9a-f]{40}`],
  ['Zhipu', `[0-9a-f]{32}\\.${B62}{16}`],
  ['Feishu', `[tu]-g[0-9a-z]{3}${B62}{22,}`],
  ['JSON Web Token', `eyJ${URL64}{10,}\\.eyJ${URL64}{10,}\\.${URL64}{8,}`],
];

/** One search for all of them: a token ends what it stands in, so the first that fits is the one. */
export const TOKEN = new RegExp(`${BEGIN}(?:${TOKENS.map(([, source]) => `(?:${source})`).join('|')})(?![A-Za-z0-9_])`, 'g');

/** Only inside such a run can a token be; the letter before it is looked at as well. */
export const TOKEN_RUN = /[A-Za-z0-9_.:~$/=+-]{18,}/g;

/** Secrets that are known by what stands before or around them. A cut private key counts to its end. */
export const PLACED_SHAPES: readonly SecretShape[] = [
  {
    name: 'private key block',
    kind: 'private key',
    pattern: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { name: 'PuTTY private key', kind: 'private key', pattern: /\bPrivate-Lines: \d+\s+((?:[A-Za-z0-9+/=]{20,}\s*)+)/g },
  { name: 'password in an address', kind: 'password', pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@"'<>[\]]{0,100}:((?!\$\{)[^\s/@"'<>]{1,200})(?=@[^\s/])/gi },
  { name: 'Authorization header', kind: 'token', pattern: /\b(?:Bearer|Basic|Token|ApiKey|Digest|Negotiate|GenieKey)\s+((?=\S*[\d=+/]|\S*[a-z][A-Z])[\w.~+/-]{12,}=*)(?![\w(])/g },
  { name: 'Authorization value', kind: 'token', pattern: /authorization["']?\s*[:=]\s*["']?(?:Bearer|Basic|Token|ApiKey|Digest|Negotiate)\s+([^\s"',;]{10,})/gi },
  { name: 'Authorization without a scheme', kind: 'token', pattern: /authorization["']?\s*[:=]\s*["']?((?=[^\s"',;]*\d)[^\s"',;()]{16,})(?![(])/gi },
  { name: 'Cookie header', kind: 'cookie', pattern: /(?:(?<![\w-])|(?<=\\[nrt]))(?:set-)?cookie["']?:\s*["']?([\w.-]+=[^\s;"']{4,}(?:;\s*[\w.-]+=[^\s;"']+)*)/gim },
  { name: 'key in a query', kind: 'token', pattern: /[?&](?:access_token|refresh_token|id_token|api_?key|apikey|key|token|sig|signature|secret|client_secret|password|pwd|code|sign|x-amz-signature|x-amz-security-token|x-goog-signature)=([^\s&#"'<>]{6,})/gi },
  { name: 'Slack webhook', kind: 'token', pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_-]{20,})/g },
  { name: 'Discord webhook', kind: 'token', pattern: /discord(?:app)?\.com\/api\/webhooks\/\d+\/([\w-]{40,})/g },
  { name: 'Feishu webhook', kind: 'token', pattern: /open\.(?:feishu|larksuite)\.(?:cn|com)\/open-apis\/bot\/v2\/hook\/([\w-]{20,})/g },
  { name: 'Teams webhook', kind: 'token', pattern: /webhook\.office\.com\/webhookb2\/([\w@/-]{36,})/g },
  { name: 'connection string', kind: 'password', pattern: /\b(?:AccountKey|SharedAccessKey|SharedSecretValue|Password|Pwd)=([^\s;"']{4,})(?=;|["']|\s|$)/gi },
  { name: 'login in .netrc', kind: 'password', pattern: /machine\s+\S+\s+login\s+\S+\s+password\s+(\S+)/g },
  { name: 'authToken in .npmrc', kind: 'token', pattern: /:_(?:authToken|auth|password)\s*=\s*["']?([^\s"']{6,})/g },
  { name: 'login of a command', kind: 'password', pattern: /(?:\s|^)(?:--?user|-u)[= ]["']?[\w.@-]+:([^\s"'$]{4,})/g },
  { name: 'password of MySQL', kind: 'password', pattern: /mysql(?:dump|admin)?\b[^\n|;&]*?\s-p([^\s"'$]{4,})/g },
];
