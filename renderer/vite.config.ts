import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

/** The two windows' pages. Everything is a file of its own: the CSP allows nothing inline. */
export default defineConfig({
  root: here,
  base: './',
  plugins: [react()],
  build: {
    outDir: `${here}/../dist/renderer`,
    emptyOutDir: true,
    target: 'chrome114',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { index: `${here}/index.html`, approval: `${here}/approval.html` } },
  },
});
