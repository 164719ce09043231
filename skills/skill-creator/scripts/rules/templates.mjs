/** The files of a new skill. Places to fill in are marked so that validate.mjs finds those that were left. */

/** The word that marks such a place: [WORD: what belongs there]. */
export const PLACE = 'TODO';

/** @param {string} what */
const todo = (what) => `[${PLACE}: ${what}]`;

/** @param {string} name @param {string} title @param {string} description @param {string[]} parts */
export function skillFile(name, title, description, parts) {
  const call = parts.includes('program')
    ? ['', `\`Skill {"name": "${name}", "args": {"text": "${todo('an example')}"}}\``, `→ ${todo('what comes back')}`]
    : ['', `1. ${todo('the first step, as an order')}`, `2. ${todo('the next one')}`, `3. ${todo('how to see that it worked')}`];
  return [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    '---',
    '',
    `# ${title}`,
    ...call,
    '',
    `- Input: ${todo('what must be there before, and what to ask for when it is not')}`,
    `- Result: ${todo('what it looks like when it is right, with one short example')}`,
    `- Errors: ${todo('the likely ones, and what to try next')}`,
    `- Not for: ${todo('what looks alike but needs something else')}`,
    ...(parts.includes('scripts') ? ['', 'Run `node scripts/step.mjs ARGUMENT` in this folder; don’t read it.'] : []),
    ...(parts.includes('references') ? ['', 'Details, only when needed: [references/details.md](references/details.md)'] : []),
    '',
  ].join('\n');
}

/** @param {string} title */
export function referenceFile(title) {
  return `# ${title}: details\n\n${todo('what is needed rarely; over 100 lines begin with a list of contents')}\n`;
}

/** @param {string} name */
export function scriptFile(name) {
  return `// One step of the skill ${name}. Says what it did in one line; exit code 1 and a reason when it could not.
const [argument] = process.argv.slice(2);
if (argument === undefined) {
  process.stderr.write('Usage: node step.mjs ARGUMENT\\n');
  process.exit(1);
}
process.stdout.write(\`${todo('the step')} \${argument}\\n\`);
`;
}

export function schemaFile() {
  const schema = {
    type: 'object',
    properties: { text: { type: 'string', minLength: 1, description: `${todo('meaning, unit, range')} Example: "${todo('one')}"` } },
    required: ['text'],
    additionalProperties: false,
    'x-deskwright': { effect: 'risky', timeout_ms: 30000 },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

export function programFile() {
  return `// Gets its arguments as one JSON object on standard input, writes one JSON object to standard output:
// {"status": "ok", "result": …, "text": "one line"} or {"status": "error", "message": "why", "hint": "what next"}.
import { readFileSync } from 'node:fs';

function answer(args) {
  // ${todo('the work')}
  return { status: 'ok', result: { length: [...args.text].length }, text: \`\${[...args.text].length} characters\` };
}

try {
  process.stdout.write(\`\${JSON.stringify(answer(JSON.parse(readFileSync(0, 'utf8'))))}\\n\`);
} catch (error) {
  process.stdout.write(\`\${JSON.stringify({ status: 'error', message: String(error?.message ?? error), hint: 'Check the arguments.' })}\\n\`);
}
`;
}
