import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkOf } from './chunks.js';
import { docsContent } from './docs-content/plugin.js';

const API = join(dirname(fileURLToPath(import.meta.url)), '..', 'api', 'dist') + sep;

/**
 * Modules that declare operations carry schemas, words and refusals. A page needs of an operation where it is called,
 * and types, which cost nothing: of such a module it gets that, and constants.
 */
function operationsByPath() {
  return {
    name: 'operations-by-path',
    async load(id) {
      const [file] = id.split('?', 1);
      if (!file.startsWith(API)) return null;
      const exported = Object.entries(await import(pathToFileURL(file).href));
      const operations = exported.filter(([, value]) => isOperation(value));
      if (operations.length === 0) return null;
      const constants = exported.filter(([, value]) => ['number', 'string'].includes(typeof value));
      return [...operations.map(([name, { audience, path }]) => [name, { audience, path }]), ...constants]
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

function isOperation(value) {
  return typeof value === 'object' && value !== null && 'audience' in value && 'request' in value;
}

/** The skeleton in the HTML is painted without waiting for the style sheet, which stands below it. */
function stylesBelowSkeleton() {
  return {
    name: 'styles-below-skeleton',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [link] = html.match(/ *<link rel="stylesheet"[^>]*>\n/) ?? [];
        return link === undefined ? html : html.replace(link, '').replace(/ *<noscript>/, `${link}$&`);
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    operationsByPath(),
    docsContent(join(import.meta.dirname, '../..')),
    react(),
    tailwind(),
    stylesBelowSkeleton(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome100', 'safari15.4', 'firefox100'],
    // The policy of the pages lets no data: fonts nor scripts in; everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // kB. The largest are the texts that the search of the docs reads, in one language, when somebody searches; what the
    // scripts of pages may weigh `npm run pages:size` knows.
    chunkSizeWarningLimit: 1000,
    manifest: 'manifest.json',
    rolldownOptions: {
      // Beside the page itself: what asks for its data before its scripts are there.
      input: ['index.html', 'src/early/early.ts'],
      output: {
        codeSplitting: {
          groups: [{ name: chunkOf(), debugName: 'shared' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
