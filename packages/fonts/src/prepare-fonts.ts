import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type BundledFont, bundledFontPath, unpackedFolder } from './bundled-files.js';

const require = createRequire(import.meta.url);

/** The package numbers Light, Regular (which it calls 500) and Bold by CSS weight. */
const WEIGHTS = [
  ['lxgw-wenkai-300', 300],
  ['lxgw-wenkai-400', 500],
  ['lxgw-wenkai-700', 700],
] as const satisfies readonly (readonly [BundledFont, number])[];

/**
 * Unpacks LXGW WenKai, which npm has only as WOFF2, into TrueType files inside of this package (52 MB): PDF cannot embed
 * WOFF2, and opening one takes seconds. Needed once after an installation; what is unpacked already stays as it is.
 * @throws Error (EACCES, EROFS) when the package's folder cannot be written to
 */
export async function prepareFonts(): Promise<void> {
  await mkdir(unpackedFolder(), { recursive: true });
  for (const [font, weight] of WEIGHTS) {
    const target = bundledFontPath(font);
    if (existsSync(target)) continue;
    const { default: woff2 } = await import('wawoff2');
    // "latin" in the file's name is the package's word; the file holds the whole font.
    const packed = await readFile(
      require.resolve(`@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-${weight}-normal.woff2`),
    );
    const part = `${target}.${process.pid}`;
    // A process that is stopped half-way must not leave a short file that the next one would take for the font.
    await writeFile(part, await woff2.decompress(packed));
    await rename(part, target);
  }
}
