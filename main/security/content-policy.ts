/**
 * Sent as a header with every page. Only our own files run or style anything; a picture may come
 * from our files or from bytes the main process sent, never from the network, since the address
 * of a remote picture in a model's answer would be a way out for data.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
