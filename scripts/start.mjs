// npm start: installs missing packages, builds, and runs the service.
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

// In this process: signals, standard streams and the exit code are those of the service, and no process in between can
// outlive it.
await import('../packages/server/dist/composition/main.js');

/**
 * npm runs this script below a shell and passes SIGTERM only to that shell, which exits and leaves this process
 * running: so the loss of the parent process counts as the signal, unless one was received.
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
