/** The bundled font files. Where each lies; nothing is read here. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

const UNPACKED = fileURLToPath(new URL('../files', import.meta.url));

/** Where prepareFonts unpacks to. */
export function unpackedFolder(): string {
  return UNPACKED;
}

const wenKai = (weight: number) => (): string => join(UNPACKED, `LXGWWenKai_${weight}.ttf`);
const google = (file: string) => (): string => require.resolve(`@expo-google-fonts/${file}`);

const FILES = {
  'noto-serif-sc-400': google('noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf'),
  'noto-serif-sc-600': google('noto-serif-sc/600SemiBold/NotoSerifSC_600SemiBold.ttf'),
  'noto-serif-sc-700': google('noto-serif-sc/700Bold/NotoSerifSC_700Bold.ttf'),
  'noto-sans-sc-400': google('noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  'noto-sans-sc-500': google('noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'),
  'noto-sans-sc-700': google('noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  'lxgw-wenkai-300': wenKai(300),
  'lxgw-wenkai-400': wenKai(500), // The package numbers the Regular weight 500.
  'lxgw-wenkai-700': wenKai(700),
} as const;

/** A bundled font, by family and CSS weight. */
export type BundledFont = keyof typeof FILES;

/**
 * The absolute path of a bundled TrueType file. Those of LXGW WenKai exist after `prepareFonts`.
 * @throws Error (MODULE_NOT_FOUND) when the font's package is not installed
 */
export function bundledFontPath(font: BundledFont): string {
  return FILES[font]();
}
