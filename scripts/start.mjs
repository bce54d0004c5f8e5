// npm start: installs missing packages, builds, and runs the service.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';
import { stopWithParent } from './stop-with-parent.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

if (!installMissing()) process.exit(1);
// Standard output is for the log of the service, one JSON object per line if it is not a terminal.
const build = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: ['inherit', 2, 2] });
if (build.status !== 0) process.exit(build.status ?? 1);

if (process.env.npm_lifecycle_event !== undefined) stopWithParent();

// Somebody will look at the console.
process.env.DEMO_CONTRACTS ??= 'true';
// In this process: signals, standard streams and the exit code are those of the service, and no process in between can
// outlive it.
await import('../packages/server/dist/composition/main.js');
