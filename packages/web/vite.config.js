import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome100', 'safari15.4', 'firefox100'],
    // The policy of the pages lets no data: fonts nor scripts in; everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // RapiDoc is one file, for /docs alone.
    chunkSizeWarningLimit: 1000,
    manifest: 'manifest.json',
    // Beside the page itself: what asks for its data before its scripts are there.
    rolldownOptions: { input: ['index.html', 'src/early/early.ts', 'docs.html'] },
  },
});
