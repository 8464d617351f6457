import { defineConfig } from 'vite';

export default defineConfig({
  base: '/app/',
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // With older targets, light-dark() is rewritten for browsers that do not know it, and no longer follows the person's choice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page takes no fonts and scripts out of data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
