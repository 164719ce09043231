/** What the tools say when a call fails, read from their sources: the messages for which a person's language needs words. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Where tools and what they act through live. */
const FOLDERS = ['main/tools', 'main/skills', 'main/agent', 'main/ipc', 'skills/desktop-control', 'skills/lookups', 'skills/web-search', 'skills/current-weather'];
/** Which argument of what makes a failure is its message. */
const MAKERS = new Map([['ToolFault', 1], ['HostError', 1], ['HostFailure', 1], ['failure', 1], ['fault', 1], ['LookupProblem', 1], ['this.deps.registry.refuse', 2]]);
/** Fewer letters of its own say nothing that could be translated: `{}: {}`. */
const FEWEST_LETTERS = 3;

/** @param {string} root @returns {Map<string, string>} each message with `{}` for its variable parts, and the file it is in */
export function messagesOfTools(root) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const file of FOLDERS.flatMap((folder) => sources(path.join(root, folder)))) {
    const text = readFileSync(file, 'utf8');
    if (!/(ToolFault|HostError|HostFailure|LookupProblem|failure|fault|refuse)\(/.test(text)) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    const visit = (/** @type {ts.Node} */ node) => {
      if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        const at = MAKERS.get(node.expression.getText(source));
        const message = at === undefined ? undefined : node.arguments?.[at];
        for (const words of message ? texts(message) : []) if (words.replace(/[^a-z]/gi, '').length >= FEWEST_LETTERS) found.set(words, path.relative(root, file));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** @param {ts.Expression} message @returns {string[]} */
function texts(message) {
  if (ts.isStringLiteralLike(message)) return [message.text];
  if (ts.isTemplateExpression(message)) return [message.head.text + message.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')];
  return ts.isConditionalExpression(message) ? [...texts(message.whenTrue), ...texts(message.whenFalse)] : [];
}

/** @param {string} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(file);
    return /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [file] : [];
  });
}
