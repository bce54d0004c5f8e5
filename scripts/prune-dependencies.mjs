// node scripts/prune-dependencies.mjs <node_modules>: deletes from an installed tree what no running service reads: weights of
// fonts that are not bundled, packed fonts that the build has unpacked, source maps, and a compiler that a dependency asks for only
// to read settings nobody writes here. For the image, of which that is a sixth.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Weights in packages/fonts/src/bundled-files.ts; by family of @expo-google-fonts. */
const WEIGHTS = {
  'noto-serif-sc': ['400Regular', '600SemiBold', '700Bold'],
  'noto-sans-sc': ['400Regular', '500Medium', '700Bold'],
};
/** The licence of the unpacked fonts stays with their package. */
const UNREAD = ['@fontsource/lxgw-wenkai/files', '@typescript', 'typescript', '.bin/tsc'];

const [, , modules] = process.argv;
if (modules === undefined) {
  console.error('Usage: node scripts/prune-dependencies.mjs <node_modules>');
  process.exit(2);
}
for (const [family, weights] of Object.entries(WEIGHTS)) {
  const folder = join(modules, '@expo-google-fonts', family);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !weights.includes(entry.name))
      rmSync(join(folder, entry.name), { recursive: true });
  }
}
for (const name of UNREAD) rmSync(join(modules, name), { recursive: true, force: true });
for (const file of readdirSync(modules, { recursive: true })) {
  if (file.endsWith('.js.map')) rmSync(join(modules, file));
}
