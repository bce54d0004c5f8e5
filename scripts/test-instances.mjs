// npm run test:instances [-- file ...]: the journeys, or the named tests, with requests that alternate between three
// instances of each service, which store their files in OpenStack Swift. Without Swift they do so in a folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DEBIAN_PYTHON, TOOLS } from './test-tools/tools.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const [KEY_ID, KEY] = ['test:tester', 'secret-of-the-tests'];
const named = process.argv.slice(2);

if (!node('scripts/build.mjs', {})) process.exit(1);
const store = TOOLS.find(({ name }) => name === 'swift').isThere() ? await startStore() : null;
console.log(
  store === null ? 'Swift is missing: files are stored in folders' : `files are stored in ${store.endpoint}`,
);
const credentials = { TEST_S3_ACCESS_KEY_ID: KEY_ID, TEST_S3_SECRET_ACCESS_KEY: KEY };
const settings = store === null ? {} : { TEST_S3_ENDPOINT: store.endpoint, ...credentials };
const tests = ['run', ...(named.length === 0 ? ['tests/journeys'] : named)];
const passed = node('node_modules/vitest/vitest.mjs', { INSTANCES: '3', ...settings }, ...tests);
await store?.stop();
process.exitCode = passed ? 0 : 1;

function node(script, settings, ...args) {
  const env = { ...process.env, ...settings };
  return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit', env }).status === 0;
}

/** In a process of its own, which ends with this one. */
async function startStore() {
  const program = spawn(DEBIAN_PYTHON, ['tests/support/swift/serve.py', KEY_ID, KEY], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [endpoint] = await once(createInterface(program.stdout), 'line');
  return {
    endpoint,
    async stop() {
      program.stdin.end();
      await once(program, 'exit');
    },
  };
}
