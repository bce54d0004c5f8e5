// node scripts/pkcs11js.mjs <folder>: installs the package pkcs11js there and compiles it, for services whose signing keys
// lie in a PKCS #11 token. It is no dependency: a bare `npm ci` needs no compiler. Needs g++, make and Python 3.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('Usage: node scripts/pkcs11js.mjs <folder>');
  process.exit(2);
}
const manifest = new URL('../packages/server/package.json', import.meta.url);
const version = JSON.parse(readFileSync(manifest, 'utf8')).peerDependencies.pkcs11js;
const target = resolve(folder);
const installed = join(target, 'node_modules/pkcs11js');
/** The headers that came with this Node.js; node-gyp downloads them otherwise. */
const prefix = dirname(dirname(realpathSync(process.execPath)));
const headers = existsSync(join(prefix, 'include/node/node_api.h')) ? [`--nodedir=${prefix}`] : [];

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  console.error(stderr);
  process.exit(1);
}

mkdirSync(target, { recursive: true });
// As for all packages, no script of its own is run: what is compiled is named here.
const quiet = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
run('npm', ['install', '--prefix', target, ...quiet, `pkcs11js@${version}`], target);
run(process.execPath, [nodeGyp(), 'rebuild', '--loglevel=error', ...headers], installed);
for (const left of ['build/Release/obj.target', 'build/Release/.deps'])
  rmSync(join(installed, left), { recursive: true, force: true });
createRequire(import.meta.url)(installed);
console.log(`${installed} is compiled; NODE_PATH=${join(target, 'node_modules')} lets a service find it`);

/** The one that npm brings. */
function nodeGyp() {
  const { stdout } = spawnSync('npm', ['root', '--global'], { encoding: 'utf8' });
  return join(stdout.trim(), 'npm/node_modules/node-gyp/bin/node-gyp.js');
}
