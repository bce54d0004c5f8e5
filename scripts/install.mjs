// Installs the packages if they are missing or differ from package-lock.json.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** npm records the installed packages in node_modules; modification times are meaningless after a checkout. */
function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
    const found = present[path];
    if (!path.startsWith('node_modules/') || link) return true;
    // Packages for other platforms occur only in the lock file.
    if (found === undefined) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

/** @returns false if npm failed */
export function installMissing() {
  if (isInstalled()) return true;
  console.error('Installing packages ...');
  // The compiler is a development dependency, and is needed to start from a checkout whatever the value of NODE_ENV.
  // Install scripts of packages are disabled; the bundled database creates its links itself.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  // Standard output is for the log of the service.
  const stdio = ['inherit', 2, 2];
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio })
    : spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' });
  return result.status === 0;
}
