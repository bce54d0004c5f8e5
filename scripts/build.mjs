// Compiles every package, builds the pages, and prepares the font files that npm only ships as woff2. Quick when nothing has changed.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const compiler = 'node_modules/typescript/bin/tsc';
const result = spawnSync(process.execPath, [compiler, '--build', 'packages/cli', 'packages/sdk'], {
  stdio: 'inherit',
});
if (result.status !== 0) process.exit(result.status ?? 1);

await import('./build-web.mjs');
await import('./prepare-fonts.mjs');
