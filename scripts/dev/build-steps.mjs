import { spawn } from 'node:child_process';

const COMPILER = 'node_modules/typescript/bin/tsc';

/** @returns whether the program succeeded; its output is that of this process */
function run(...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', () => resolve(false));
    child.once('close', (status) => resolve(status === 0));
  });
}

/** The build of `npm run build`, which does nothing for what has not changed. */
export function buildAll() {
  return run('scripts/build.mjs');
}

/** @param packages names of the packages whose sources have changed */
export async function buildCode(packages) {
  const isInterfaceNew = packages.has('api');
  if (isInterfaceNew) {
    if (!(await run(COMPILER, '--build', 'packages/api'))) return false;
    if (!(await run('scripts/generate-sdk.mjs'))) return false;
  }
  const steps = [
    run(COMPILER, '--build', 'packages/cli', 'packages/sdk'),
    run('scripts/remove-stale-output.mjs'),
  ];
  return (await Promise.all(steps)).every((succeeded) => succeeded);
}

/** Like scripts/build-web.mjs, but without compressing the files, which takes longer than building them. */
export async function buildPages() {
  if (!(await run(COMPILER, '-p', 'packages/web'))) return false;
  return run(
    'node_modules/vite/bin/vite.js',
    ...['build', '--config', 'packages/web/vite.config.js', '--logLevel', 'warn'],
  );
}
