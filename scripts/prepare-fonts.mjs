// LXGW WenKai comes from npm only as woff2, which PDF cannot embed and which costs seconds to open. Each weight is
// unpacked to TrueType once, into packages/fonts/files (not in git); what is there already stays as it is.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../packages/fonts/files/', import.meta.url));
const require = createRequire(new URL('../packages/fonts/package.json', import.meta.url));

/** The package numbers Light, Regular (which it calls 500) and Bold by CSS weight. */
const weights = [300, 500, 700];

await mkdir(folder, { recursive: true });
for (const weight of weights) {
  const target = `${folder}LXGWWenKai_${weight}.ttf`;
  if (existsSync(target)) continue;

  const { decompress } = require('wawoff2');
  // "latin" in the file's name is the package's word; the file holds the whole font.
  const packed = await readFile(
    require.resolve(`@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-${weight}-normal.woff2`),
  );
  const unpacked = await decompress(packed);
  const part = `${target}.${process.pid}`;
  // A build that is stopped half-way must not leave a short file that the next one would take for the font.
  await writeFile(part, unpacked);
  await rename(part, target);
}
