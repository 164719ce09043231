/**
 * Made-up secrets for tests and measurements, one of each shape, each with the text it would stand
 * in. They are put together here, so that no scanner takes this file for a leak.
 */
export interface SecretSample {
  name: string;
  secret: string;
  text: string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Characters that look random and are the same each time; a digit and a letter are always among them. */
function made(length: number, alphabet = LETTERS, seed = length): string {
  let state = seed * 2_654_435_761;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    text += alphabet[state % alphabet.length] ?? '';
  }
  return `${text.slice(0, Math.max(0, length - 2))}7b`.slice(0, length);
}

const hex = (length: number): string => made(length, '0123456789abcdef');
const upper = (length: number): string => made(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789').toUpperCase();
const base64 = (length: number): string => made(length, `${LETTERS}+/`);
const uuid = (): string => [hex(8), hex(4), hex(4), hex(4), hex(12)].join('-');
const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const alone = (name: string, ...parts: string[]): SecretSample => ({ name, secret: parts.join(''), text: `Use ${parts.join('')} for it.` });
const placed = (name: string, before: string, secret: string, after = ''): SecretSample => ({ name, secret, text: before + secret + after });

const block = (label: string): string => [`-----BEGIN ${label}-----`, base64(64), base64(64), base64(40), `-----END ${label}-----`].join('\n');

export const secretSamples: readonly SecretSample[] = [
  alone('OpenAI', 'sk', '-', made(48)),
  alone('OpenAI project', 'sk', '-proj-', made(60), '_', made(20)),
  alone('Anthropic', 'sk', '-ant-api03-', made(93), 'AA'),
  alone('OpenRouter', 'sk', '-or-v1-', hex(64)),
  alone('DeepSeek', 'sk', '-', hex(32)),
  alone('AWS access key', 'AKI', 'A', upper(16)),
  placed('AWS secret key', 'aws_secret_access_key = ', base64(40)),
  placed('AWS session token', 'AWS_SESSION_TOKEN=', base64(120)),
  alone('Google API key', 'AIza', made(35)),
  alone('Google OAuth token', 'ya29', '.', made(60)),
  alone('Google OAuth secret', 'GOCSPX', '-', made(28)),
  alone('Azure client secret', 'abc', '8Q', '~', made(34)),
  placed('Azure storage', 'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=', `${base64(86)}==`, ';EndpointSuffix=core.windows.net'),
  placed('Azure SAS', 'https://x.blob.core.windows.net/c?sv=2022-11-02&sig=', `${made(43)}%3D`),
  alone('GitHub classic', 'ghp', '_', made(36)),
  alone('GitHub server', 'ghs', '_', made(36)),
  alone('GitHub fine-grained', 'github', '_pat_', made(22), '_', made(59)),
  alone('GitLab', 'glpat', '-', made(20)),
  alone('Slack bot', 'xoxb', '-', '123456789012-', '1234567890123-', made(24)),
  placed('Slack webhook', 'https://hooks.slack.com/services/', `T0${upper(8)}/B0${upper(8)}/${made(24)}`),
  alone('Discord bot', 'M', made(25), '.', made(6), '.', made(38)),
  placed('Discord webhook', 'https://discord.com/api/webhooks/123456789012345678/', made(68)),
  alone('Telegram bot', '1234567890', ':A', made(34)),
  alone('Stripe live', 'sk', '_live_', made(24)),
  alone('Stripe restricted', 'rk', '_test_', made(24)),
  alone('Stripe webhook', 'whsec', '_', made(32)),
  alone('Twilio', 'SK', hex(32)),
  alone('SendGrid', 'SG', '.', made(22), '.', made(43)),
  alone('Mailgun', 'key', '-', hex(32)),
  alone('Mailchimp', hex(32), '-us', '14'),
  alone('npm', 'npm', '_', made(36)),
  alone('PyPI', 'pypi', '-AgEIcHlwaS5vcmc', made(60)),
  alone('Docker Hub', 'dckr', '_pat_', made(27)),
  alone('Hugging Face', 'hf', '_', made(34)),
  alone('Groq', 'gsk', '_', made(52)),
  alone('Tavily', 'tvly', '-', made(32)),
  alone('Databricks', 'dapi', hex(32)),
  alone('DigitalOcean', 'dop', '_v1_', hex(64)),
  alone('Shopify', 'shpat', '_', hex(32)),
  alone('Square', 'sq0atp', '-', made(22)),
  alone('Atlassian', 'ATATT3x', made(180), '=', upper(8).replace(/[^0-9A-F]/g, 'A')),
  alone('Linear', 'lin', '_api_', made(40)),
  alone('Notion', 'ntn', '_', made(46)),
  alone('Figma', 'figd', '_', made(40)),
  alone('Airtable', 'pat', made(14), '.', hex(64)),
  alone('Grafana', 'glsa', '_', made(32), '_', hex(8)),
  alone('HashiCorp Vault', 'hvs', '.', made(90)),
  alone('Terraform Cloud', made(14), '.atlasv1.', made(67)),
  alone('Supabase', 'sbp', '_', hex(40)),
  alone('age', 'AGE-SECRET', '-KEY-1', upper(58)),
  alone('Alibaba Cloud', 'LTAI', '5t', made(18)),
  placed('Alibaba Cloud secret', 'accessKeySecret: "', made(30), '"'),
  alone('Tencent Cloud', 'AKID', made(32)),
  placed('Tencent Cloud secret', 'TENCENTCLOUD_SECRET_KEY=', made(32)),
  placed('WeChat', '{"appid":"wx0123456789abcdef","app_secret":"', hex(32), '"}'),
  placed('WeCom webhook', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=', uuid()),
  placed('DingTalk webhook', 'https://oapi.dingtalk.com/robot/send?access_token=', hex(64)),
  placed('Feishu webhook', 'https://open.feishu.cn/open-apis/bot/v2/hook/', uuid()),
  alone('Feishu token', 't-g', '104', made(24)),
  alone('Zhipu', hex(32), '.', made(16)),
  alone('JSON Web Token', json({ alg: 'HS256', typ: 'JWT' }), '.', json({ sub: '1234567890', name: 'Ada' }), '.', made(43)),
  placed('Bearer', 'Authorization: Bearer ', made(40)),
  placed('Basic', 'curl -H "Authorization: Basic ', Buffer.from('ada:hunter22').toString('base64'), '"'),
  placed('X-Api-Key', 'X-Api-Key: ', made(32)),
  placed('Cookie', 'Cookie: ', `session=${made(24)}; other=${made(8)}`),
  placed('Set-Cookie', 'Set-Cookie: ', `sid=${made(24)}`, '; Path=/; HttpOnly'),
  placed('password in an address', 'postgres://me:', 's3cr3t-word', '@db.example.org/main'),
  placed('login of a URL', 'https://ada:', made(20), '@git.example.org/x.git'),
  placed('password of a database', 'Server=db;User Id=sa;Password=', 'p@ssw0rd!', ';Encrypt=true'),
  placed('.env', 'DB_PASSWORD=', 'letmein'),
  placed('YAML', '  password: ', 'Tr0ub4dor&3'),
  placed('JSON', '{"user":"ada","password":"', 'hunter22!', '"}'),
  placed('escaped JSON', String.raw`{\"password\":\"`, 'hunter22!', String.raw`\"}`),
  placed('code', "const clientSecret = '", made(32), "';"),
  placed('option of a command', 'deploy --password ', 'hunter22', ' --verbose'),
  placed('option without a digit', 'deploy --db-password ', 'letmein', ' --verbose'),
  placed('curl', 'curl -u ada:', 'hunter22', ' https://example.org'),
  placed('MySQL', 'mysql -u root -p', 'hunter22', ' shop'),
  placed('.netrc', 'machine example.org login ada password ', 'hunter22'),
  placed('.npmrc', '//registry.example.org/:_authToken=', uuid()),
  placed('query', 'GET /v1/items?page=2&api_key=', made(24)),
  placed('signed address', 'https://x.s3.amazonaws.com/k?X-Amz-Date=20260101T000000Z&X-Amz-Signature=', hex(64)),
  placed('in a sentence', 'Log in as ada, the password is ', 'hunter22', '.'),
  placed('中文', '登录密码：', 'abc12345', '，请登录'),
  placed('中文句子', '我的密码是', 'abc12345', '。'),
  { name: 'RSA private key', secret: base64(64), text: block('RSA PRIVATE KEY') },
  { name: 'OpenSSH private key', secret: base64(64), text: `key:\n${block('OPENSSH PRIVATE KEY')}\nend` },
  { name: 'EC private key in JSON', secret: base64(64), text: JSON.stringify({ private_key: block('PRIVATE KEY') }) },
  { name: 'PGP private key', secret: base64(64), text: block('PGP PRIVATE KEY BLOCK') },
  { name: 'cut private key', secret: base64(64), text: block('ENCRYPTED PRIVATE KEY').slice(0, 140) },
];
