import type { Settings } from '../../preload/contract/settings';

const dark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

let chosen: Settings['theme'] = 'system';

function paint(): void {
  const theme = chosen === 'system' ? (dark().matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.theme = theme;
}

/** Draws in the chosen theme, or in the system's. */
export function applyTheme(theme: Settings['theme']): void {
  chosen = theme;
  paint();
}

/** Paints the system's theme at once, before any setting is known, and follows it when it changes. */
export function followSystemTheme(): void {
  paint();
  dark().addEventListener('change', paint);
}
