import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const pages = join(import.meta.dirname, '..');

/** The skeleton is drawn by the style of the pages' HTML. */
function skeletonStyle() {
  return {
    name: 'skeleton-style',
    transformIndexHtml(html) {
      const [style = ''] =
        /<style[\s\S]*?<\/style>/.exec(readFileSync(join(pages, 'index.html'), 'utf8')) ?? [];
      return html.replace('</head>', `${style.replace(/ nonce="[^"]*"/, '')}</head>`);
    },
  };
}

// The components of the pages in every state: npm run gallery. It is built by itself and served by no service.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  cacheDir: join(pages, '../../node_modules/.cache/gallery'),
  plugins: [react(), tailwind(), skeletonStyle()],
  build: {
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'arranging/index.html'].map((page) => join(import.meta.dirname, page)),
    },
  },
});
