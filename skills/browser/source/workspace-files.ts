import { createReadStream, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { workspaceHost } from './addresses';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.htm': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8', '.json': 'application/json', '.txt': 'text/plain; charset=utf-8', '.md': 'text/plain; charset=utf-8',
  '.csv': 'text/plain; charset=utf-8', '.xml': 'text/xml; charset=utf-8', '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg', '.gif': 'image/gif', '.webp': 'image/webp', '.pdf': 'application/pdf', '.woff2': 'font/woff2', '.mp4': 'video/mp4',
};

/** Names that hold keys or settings; nothing that begins with a dot is given either. */
const secret = /(^|[/\\])(\.[^/\\]|id_(rsa|dsa|ecdsa|ed25519)|.+\.(pem|key|p12|pfx|jks|kdbx?|env)$)/i;

/** The address of a file of the workspace; or why it has none. */
export function addressOfFile(path: string, workspace: string): URL | string {
  const root = realpathSync(workspace);
  const real = realWithin(isAbsolute(path) ? path : join(root, path), root);
  if (real === null) return `${path} is not a file of the workspace.`;
  const url = new URL(`http://${workspaceHost}/`);
  url.pathname = relative(root, real).split(sep).map(encodeURIComponent).join('/');
  return url;
}

/** Answers a request for a file of the workspace, as the file system's own scheme would without its rights. */
export function serveFile(url: URL, workspace: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const root = realpathSync(workspace);
  let real: string | null = null;
  try {
    real = realWithin(join(root, decodeURIComponent(url.pathname)), root);
  } catch {
    // A pathname that can't be decoded names nothing.
  }
  if (real === null || (incoming.method !== 'GET' && incoming.method !== 'HEAD')) return void answer.writeHead(404).end('Not found');
  answer.writeHead(200, { 'content-type': types[extname(real).toLowerCase()] ?? 'application/octet-stream', 'content-length': statSync(real).size, 'cache-control': 'no-store' });
  if (incoming.method === 'HEAD') answer.end();
  else createReadStream(real).on('error', () => answer.destroy()).pipe(answer);
}

function realWithin(path: string, root: string): string | null {
  try {
    const real = realpathSync(path);
    const way = relative(root, real);
    const isIn = way !== '' && !way.startsWith('..') && !isAbsolute(way);
    return isIn && statSync(real).isFile() && !secret.test(way) ? real : null;
  } catch {
    return null;
  }
}
