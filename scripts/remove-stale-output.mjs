// Removes compiled output of sources that were moved or deleted: it would still be packed and imported.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages');
const OUTPUT = /\.(?:js|d\.ts)(?:\.map)?$/;

for (const name of readdirSync(packages)) {
  const source = join(packages, name, 'src');
  const output = join(packages, name, 'dist');
  // Vite builds the pages into dist and empties that folder itself.
  if (name === 'web' || !existsSync(source) || !existsSync(output)) continue;
  for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !OUTPUT.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    if (!existsSync(join(source, relative(output, path).replace(OUTPUT, '.ts')))) rmSync(path);
  }
}
