// Removes what the compiler made of sources that have moved or gone: it would be packed and imported still.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages');
const OUTPUT = /\.(?:js|d\.ts)(?:\.map)?$/;

for (const name of readdirSync(packages)) {
  const source = join(packages, name, 'src');
  const output = join(packages, name, 'dist');
  // The pages are built into dist by vite, which empties it itself.
  if (name === 'web' || !existsSync(source) || !existsSync(output)) continue;
  for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !OUTPUT.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    if (!existsSync(join(source, relative(output, path).replace(OUTPUT, '.ts')))) rmSync(path);
  }
}
