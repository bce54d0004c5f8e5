// npm run gallery: every shared component of the pages in all of its states, rebuilt when a source changes.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const server = await createServer({
  configFile: join(root, 'packages/web/gallery/vite.config.js'),
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 3100) },
});
await server.listen();
console.log(`The gallery: ${server.resolvedUrls.local[0]} (?lang=en for English)`);
