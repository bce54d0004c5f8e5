// Makes the README's pictures of the pages: runs the browser tests in Chromium and reduces five of the screenshots that
// they take.
//
// npm run build && npm run pictures
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const taken = join(root, 'tests/output/browser');
const target = join(root, 'docs/pictures');
/** A README is loaded on every visit. */
const maxBytes = 120_000;
/** Those in one row have the same height. */
const height = 844;

const pictures = [
  { name: 'sign-phone', of: '5-sealed-phone' },
  { name: 'intent-phone', of: '6-intent-phone' },
  { name: 'approve-phone', of: 'approve-2-desk-phone' },
  { name: 'sign-desktop', of: '5-sealed-desktop' },
  { name: 'console-contract', of: 'console-2-contract-desktop-desktop' },
];

// Screenshots of an earlier run must not be mistaken for the present pages.
await Promise.all(pictures.map(({ of }) => rm(join(taken, `${of}.png`), { force: true })));
const played = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...['sign', 'approve', 'console'].map((each) => `tests/browser/${each}.test.ts`),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PICTURES: '1' } },
);
if (played.status !== 0) process.exit(played.status ?? 1);

await mkdir(target, { recursive: true });
for (const { name, of } of pictures) {
  const picture = await sharp(join(taken, `${of}.png`))
    .resize({ height })
    .webp({ quality: 82, effort: 6 })
    .toBuffer();
  if (picture.length > maxBytes)
    throw new Error(`${name} has ${picture.length} bytes, more than ${maxBytes}`);
  await writeFile(join(target, `${name}.webp`), picture);
  console.log(`${name}.webp: ${picture.length} bytes`);
}
