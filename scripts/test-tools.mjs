// npm run test:tools: installs the programs besides Node.js that tests run, on Debian and with Homebrew. Without them
// `npm test` is green as well, and says what it has skipped. `--ci` adds what only .ci/run uses.
import { spawnSync } from 'node:child_process';
import { isDebian, TOOLS } from './test-tools/tools.mjs';

const wanted = TOOLS.filter((tool) => !tool.onlyForCi || process.argv.includes('--ci'));
const isMissing = (tool) => !tool.isThere();

/** @returns false when the command could not be run, or failed */
function run(command, args) {
  console.log(`$ ${[command, ...args].join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

function isInstalled(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function withApt(packages) {
  if (process.getuid?.() === 0) return apt('apt-get', [], packages);
  if (isInstalled('sudo')) return apt('sudo', ['apt-get'], packages);
  console.error(`Needs root: apt-get install --no-install-recommends ${packages.join(' ')}`);
  return false;
}

function apt(command, begin, packages) {
  return (
    run(command, [...begin, 'update', '-qq']) &&
    run(command, [...begin, 'install', '-y', '-qq', '--no-install-recommends', ...packages])
  );
}

/** @returns false when packages could not be installed */
function install() {
  const missing = wanted.filter(isMissing);
  const manager = isDebian ? 'debian' : isInstalled('brew') ? 'brew' : null;
  if (manager === null) {
    console.error(
      `Neither Debian nor Homebrew is here. Missing: ${missing.map(({ name }) => name).join(', ')}`,
    );
    return false;
  }
  const packages = missing.flatMap((tool) => tool[manager] ?? []);
  if (packages.length === 0) return true;
  return manager === 'debian' ? withApt(packages) : run('brew', ['install', ...packages]);
}

const good = install();
const left = wanted.filter(isMissing);
for (const { name, otherwise } of left)
  console.log(`still missing: ${name}${otherwise ? ` (${otherwise})` : ''}`);
if (left.length === 0) console.log('Everything that tests run is installed.');
process.exitCode = good ? 0 : 1;
