// Compiles every package, and prepares the font files that npm only ships as woff2.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const compiler = require.resolve('typescript/package.json').replace('package.json', 'bin/tsc');

const result = spawnSync(process.execPath, [compiler, '--build', 'packages/cli'], { stdio: 'inherit' });
if (result.status !== 0) process.exit(result.status ?? 1);

await import('./prepare-fonts.mjs');
