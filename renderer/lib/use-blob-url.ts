import { useEffect, useState } from 'react';

/** The picture's kind, by its first bytes; the contract promises JPEG or PNG. */
export function pictureType(bytes: Uint8Array): 'image/png' | 'image/jpeg' {
  return bytes[0] === 0x89 && bytes[1] === 0x50 ? 'image/png' : 'image/jpeg';
}

/** A blob URL of the bytes, revoked when they change or the component goes; null without bytes. */
export function useBlobUrl(bytes: Uint8Array | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes) {
      setUrl(null);
      return;
    }
    const created = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: pictureType(bytes) }));
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [bytes]);
  return url;
}
