import type { WebContents } from 'electron';
import { openExternal } from './external-links';
import { isOurs } from './origin';

/**
 * Our windows stay on the page they were opened with: no navigation away, no subframe, no new
 * window, no webview. A link to the web opens in the person's browser.
 */
export function confine(contents: WebContents): void {
  contents.on('will-navigate', (event, address) => {
    event.preventDefault();
    if (!isOurs(address)) void openExternal(address);
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url);
    return { action: 'deny' };
  });
}
