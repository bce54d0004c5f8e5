// Compiles every package, builds the web pages, and prepares the fonts that npm provides only as WOFF2. Incremental:
// takes little time if nothing has changed.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockBuild } from './build-lock.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const compiler = 'node_modules/typescript/bin/tsc';
function compile(...packages) {
  const { status } = spawnSync(process.execPath, [compiler, '--build', ...packages], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

await lockBuild();
compile('packages/api');
await import('./generate-sdk.mjs');
compile('packages/cli', 'packages/sdk');

await import('./remove-stale-output.mjs');
await import('./build-web.mjs');
await import('./prepare-fonts.mjs');
