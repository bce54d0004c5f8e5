// Checks that no file exceeds its limit of lines (rule 9 of ARCHITECTURE.md): a longer file is split by concept.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Limit of lines by folder. */
const LIMITS = [
  ...readdirSync(join(root, 'packages')).flatMap((name) => [
    { folder: `packages/${name}/src`, most: 400 },
    { folder: `packages/${name}/bin`, most: 400 },
  ]),
  { folder: 'scripts', most: 400 },
  { folder: '.ci', most: 400 },
  { folder: 'bench', most: 400 },
  { folder: 'tests', most: 500 },
];

/** Output of tests and of the build, which nobody edits. */
const OUTPUT = [join(root, 'tests', 'output'), join(root, 'packages', 'sdk', 'src', 'generated')];

function sources(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|js|py|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !OUTPUT.some((folder) => path.startsWith(folder)) && !path.includes('node_modules'));
}

const complaints = [];
let files = 0;
for (const { folder, most } of LIMITS) {
  for (const path of sources(join(root, folder))) {
    files += 1;
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n').length;
    if (lines > most) complaints.push(`${relative(root, path)} has ${lines} lines, ${lines - most} too many`);
  }
}

for (const complaint of complaints) console.error(complaint);
console.log(`lengths: ${files} files, ${complaints.length} beyond their limit`);
process.exitCode = complaints.length > 0 ? 1 : 0;
