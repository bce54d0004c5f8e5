import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This package: its compiled code and scripts. */
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
let folders: readonly string[] | null = null;

/** Node.js at the path where every sandbox finds it. */
export function nodeProgram(): string {
  return realpathSync(process.execPath);
}

/** Paths that a process of the service must read to run: Node.js, this package, and its dependencies. */
export function programFolders(): readonly string[] {
  folders ??= [nodeProgram(), realpathSync(PACKAGE), ...packages()];
  return folders;
}

function packages(): readonly string[] {
  const found: string[] = [];
  for (let folder = realpathSync(PACKAGE); ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) found.push(modules, ...linkedFrom(join(modules, '@cinnabar')));
    if (dirname(folder) === folder) return found;
  }
}

/** The workspace's other packages are links that lead out of node_modules. */
function linkedFrom(scope: string): readonly string[] {
  return existsSync(scope) ? readdirSync(scope).map((name) => realpathSync(join(scope, name))) : [];
}
