import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol, type Protocol } from 'electron';
import { CONTENT_POLICY } from './content-policy';
import { HOST, SCHEME } from './origin';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Makes `app://` a secure origin of its own. Must be called before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves our pages from `folder` on a session's `app://deskwright/`. */
export function servePages(target: Protocol, folder: string): void {
  target.handle(SCHEME, (request) => answerPage(request, folder));
}

/** Answers one request: 400 for another host or method, 404 for what isn't inside the folder. */
export async function answerPage(request: Pick<Request, 'url' | 'method'>, folder: string): Promise<Response> {
  const file = request.method === 'GET' || request.method === 'HEAD' ? locate(request.url, folder) : null;
  if (file === null) return new Response('Bad request', { status: 400, headers: headers('.txt') });
  const type = path.extname(file).toLowerCase();
  if (!(type in TYPES)) return new Response('Not found', { status: 404, headers: headers('.txt') });
  try {
    return new Response(new Uint8Array(await readFile(file)), { headers: headers(type) });
  } catch {
    return new Response('Not found', { status: 404, headers: headers('.txt') });
  }
}

/** The file behind an address, or null when the address leaves the host or the folder. */
export function locate(address: string, folder: string): string | null {
  let pathname: string;
  try {
    const url = new URL(address);
    if (url.protocol !== `${SCHEME}:` || url.host !== HOST) return null;
    pathname = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (pathname.includes('\0') || pathname.includes('\\')) return null;
  const root = path.resolve(folder);
  const file = path.resolve(root, `.${pathname}`);
  return file.startsWith(root + path.sep) ? file : null;
}

function headers(type: string): Record<string, string> {
  return {
    'Content-Type': TYPES[type] ?? 'text/plain; charset=utf-8',
    'Content-Security-Policy': CONTENT_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}
