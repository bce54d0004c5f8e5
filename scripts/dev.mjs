// npm run dev: the service in sandbox mode, rebuilt and restarted when a source changes, and the pages with it. An error
// of the compiler is printed, and the last good build goes on serving. Arguments are passed to the Node.js of the
// service: npm run dev -- --inspect
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockBuild } from './build-lock.mjs';
import { buildAll, buildCode, buildPages } from './dev/build-steps.mjs';
import { openDoor } from './dev/door.mjs';
import { startDatabase } from './dev/start-database.mjs';
import { startService } from './dev/start-service.mjs';
import { watchSources } from './dev/watch-sources.mjs';
import { installMissing } from './install.mjs';
import { stopWithParent } from './stop-with-parent.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const began = performance.now();
const say = (text) => console.log(`dev: ${text}`);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

if (!installMissing()) process.exit(1);
if (existsSync('.env')) process.loadEnvFile('.env');
process.env.DEMO_CONTRACTS ??= 'true';
if (process.env.npm_lifecycle_event !== undefined) stopWithParent();

say('building what has changed');
if (!(await buildAll())) {
  if (!existsSync('packages/server/dist/composition/main.js')) process.exit(1);
  say('the build failed; starting the last good one');
}

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const door = await openDoor(host, port).catch((error) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `dev: port ${port} is in use; choose another: PORT=${port + 1} npm run dev`
      : `dev: ${error.message}`,
  );
  process.exit(1);
});
const baseUrl = process.env.BASE_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${door.port}`;
const database = await startDatabase(process.env, say);

let service = null;
let leaving = Promise.resolve();
let stopping = false;

/** The new build takes over when it serves; until then, and if it does not start, the previous one goes on. */
async function restart() {
  const next = startService({
    nodeArguments: process.argv.slice(2),
    environment: { HOST: '127.0.0.1', PORT: '0', BASE_URL: baseUrl, ...database.setting },
    onCrash() {
      say('the service ended; it is started again at the next change');
      door.leadTo(null);
    },
  });
  const address = await next.address;
  if (address === null) {
    say(
      service === null
        ? 'the service did not start'
        : 'the service did not start; the last good build goes on serving',
    );
    return false;
  }
  door.leadTo(address);
  // The previous one finishes what it began meanwhile.
  const previous = service;
  service = next;
  leaving = Promise.all([leaving, previous?.stop()]);
  return true;
}

/** Not beside a build in another terminal. */
async function alone(build) {
  const release = await lockBuild();
  try {
    return await build();
  } finally {
    release();
  }
}

async function onChange({ code, pages, needsRestart }) {
  const since = performance.now();
  if (code.size > 0) {
    if (!(await alone(() => buildCode(code))))
      return say('does not compile; the last good build goes on serving');
    say(`compiled ${[...code].join(', ')} in ${seconds(since)}`);
    if (needsRestart && (await restart())) say(`serves the change after ${seconds(since)}`);
  }
  if (pages) {
    if (!(await alone(buildPages)))
      return say('the pages do not compile; the last good ones go on being served');
    if (await restart()) {
      door.reloadBrowsers();
      say(`pages rebuilt and reloaded after ${seconds(since)}`);
    }
  }
}

const watching = watchSources(onChange);

async function stop() {
  if (stopping) process.exit(1);
  stopping = true;
  say('stopping');
  watching.stop();
  await Promise.all([leaving, service?.stop()]);
  await Promise.all([door.close(), database.stop()]);
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

if (await restart()) {
  say(`${baseUrl} serves after ${seconds(began)}; the reference of the interface is at ${baseUrl}/docs`);
  say(`demo credentials: ${join(process.env.DATA_DIR ?? 'data', 'demo.json')}`);
}
say('watching the sources; Ctrl-C ends everything');
