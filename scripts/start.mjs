// npm start: installs what is missing, builds, and becomes the service.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

if (!installMissing()) process.exit(1);
const build = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

if (process.env.npm_lifecycle_event !== undefined) stopWithParent(process.ppid);

// In this very process: signals, standard streams and the exit code are then those of the service, and there is
// nothing in between that could outlive it or be outlived.
await import('../packages/server/dist/composition/main.js');

/**
 * npm runs us below a shell and passes SIGTERM to that shell only, which dies of it and leaves us running: so the
 * loss of our parent counts as the signal, unless we were told ourselves.
 */
function stopWithParent(parent) {
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watching.unref();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => clearInterval(watching));
}
