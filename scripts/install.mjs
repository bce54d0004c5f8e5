// Installs the packages when they are missing or are not those of package-lock.json.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** npm notes in node_modules what it has put there; dates would say nothing after a checkout. */
function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
    const found = present[path];
    if (!path.startsWith('node_modules/') || link) return true;
    // Packages for other platforms are in the lock file only.
    if (found === undefined) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

/** @returns false when npm failed */
export function installMissing() {
  if (isInstalled()) return true;
  console.log('Installing packages ...');
  // The compiler is a development package, and needed to start from a checkout whatever NODE_ENV says.
  // No package runs a script of its own when it is installed: the embedded database makes its links itself.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return result.status === 0;
}
