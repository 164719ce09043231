/**
 * `fetch` for the openai package: the package keeps a refusal's words only if they are in
 * `error.message`; here every body is wrapped so that none is lost, a page or plain text included.
 */
export async function fetchWithWords(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify({ error: parsed(text) }), { status: response.status, statusText: response.statusText, headers });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
