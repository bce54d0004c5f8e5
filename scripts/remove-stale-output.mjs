// Removes compiled output of sources that were moved or deleted, and folders that it leaves empty: it would still be
// packed and imported.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages');
const OUTPUT = /\.(?:js|d\.ts)(?:\.map)?$/;

for (const name of readdirSync(packages)) {
  const source = join(packages, name, 'src');
  const output = join(packages, name, 'dist');
  // Vite builds the pages into dist and empties that folder itself.
  if (name === 'web' || !existsSync(source) || !existsSync(output)) continue;
  const entries = readdirSync(output, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile() && OUTPUT.test(each.name))) {
    const path = join(entry.parentPath, entry.name);
    if (!existsSync(join(source, relative(output, path).replace(OUTPUT, '.ts')))) rmSync(path);
  }
  const folders = entries
    .filter((each) => each.isDirectory())
    .map((each) => join(each.parentPath, each.name));
  // The longest paths first: a folder may be empty once those in it are gone.
  for (const folder of folders.sort((one, other) => other.length - one.length)) {
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  }
}
