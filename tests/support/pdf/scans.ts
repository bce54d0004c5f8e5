import { drawSeal } from '@cinnabar/pdf/seals/draw-seal.js';
import { sealPng } from '@cinnabar/pdf/seals/seal-png.js';
import type { SealColor } from '@cinnabar/pdf/seals/seal-spec.js';
import sharp from 'sharp';
import { testFonts } from '../fonts.js';
import { seededRandom } from '../seeded-random.js';

/** A picture in memory: red, green, blue and alpha, one byte each. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

export async function bitmapOf(picture: Uint8Array): Promise<Bitmap> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export async function pngOf({ width, height, data }: Bitmap): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  );
}

const fonts = testFonts;

/** A seal drawn by us as a clean PNG with transparency, `side` px. */
export function cleanSeal(side: number, color: SealColor = 'Red', shape: 'round' | 'oval' = 'round') {
  const spec = {
    shape,
    corpName: '北京朱砂测试科技有限公司',
    horizontalText: '合同专用章',
    bottomText: '1101080012345',
    color,
    alpha: 1,
  } as const;
  return sealPng(drawSeal(fonts, spec), side);
}

export interface ScanOptions {
  /** px */
  readonly width?: number;
  readonly height?: number;
  /** Side of the seal in px, and position of its top left corner. */
  readonly seal?: number;
  readonly at?: { readonly x: number; readonly y: number };
  readonly color?: SealColor;
  readonly shape?: 'round' | 'oval';
  /** The paper's colour in full light. */
  readonly paper?: readonly [red: number, green: number, blue: number];
  /** Brightness of the far corner: 1 even light, 0.6 strong shade. */
  readonly shade?: number;
  /** A hard-edged shadow over part of the paper: the remaining share of light. */
  readonly shadow?: number;
  /** Standard deviation of the noise, of 255. */
  readonly noise?: number;
  /** Lines of black print across the seal. */
  readonly print?: boolean;
  /** Size of its characters, px. */
  readonly printSize?: number;
  /** Quality of the JPEG that it was before; null: none. */
  readonly quality?: number | null;
  /** Strength of the imprint: 1 full ink. */
  readonly ink?: number;
}

/** A sheet of paper with a seal and print, as scanned or photographed; reproducible. */
export async function scan(options: ScanOptions = {}): Promise<Uint8Array> {
  const { width = 760, height = 760, seal = 540, color = 'Red', shape = 'round', ink = 1 } = options;
  const at = options.at ?? { x: Math.round((width - seal) / 2), y: Math.round((height - seal) / 2) };
  const stamp = await sharp(await cleanSeal(seal, color, shape))
    .composite([
      {
        input: Buffer.from([0, 0, 0, Math.round(255 * ink)]),
        raw: { width: 1, height: 1, channels: 4 },
        tile: true,
        blend: 'dest-in',
      },
    ])
    .blur(0.6)
    .png()
    .toBuffer();
  const layers = [{ input: stamp, left: at.x, top: at.y, blend: 'multiply' as const }];
  const printed =
    options.print === true ? [{ input: printLines(width, height, options.printSize ?? 26) }] : [];
  const sheet = await sharp({ create: { width, height, channels: 4, background: '#ffffff' } })
    .composite([...layers, ...printed])
    .raw()
    .toBuffer();
  const { data: lit } = lightOn({ width, height, data: sheet }, options);
  if (options.quality === null) return pngOf({ width, height, data: lit });
  const jpeg = await sharp(lit, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: options.quality ?? 80 })
    .toBuffer();
  return new Uint8Array(await sharp(jpeg).png().toBuffer());
}

/** Lines of digits and bars, drawn as shapes so that the machine's fonts do not matter. */
function printLines(width: number, height: number, size: number): Buffer {
  const strokes: string[] = [];
  const thick = size / 9;
  for (let y = size; y < height - size; y += size * 1.9) {
    for (let x = size; x < width - size; x += size * 1.05) {
      const shape = (x * 7 + y * 13) % 4;
      const [w, h] = [size * 0.8, size];
      strokes.push(`M${x} ${y}h${w}M${x + w / 2} ${y}v${h}`);
      if (shape > 0) strokes.push(`M${x} ${y + h * 0.5}h${w}`);
      if (shape > 1) strokes.push(`M${x} ${y + h}l${w} ${-h * 0.6}`);
      if (shape > 2) strokes.push(`M${x} ${y}v${h}h${w}v${-h}`);
    }
  }
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<path d="${strokes.join('')}" stroke="#111" stroke-width="${thick}" fill="none"/></svg>`,
  );
}

function lightOn({ width, height, data }: Bitmap, options: ScanOptions): Bitmap {
  const { paper = [250, 246, 236], shade = 1, shadow = 1, noise = 0 } = options;
  const lit = Buffer.from(data);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const along = (x / width + y / height) / 2;
      const inShadow = x + y * 0.4 > width * 0.9 ? shadow : 1;
      const light = (1 - (1 - shade) * along) * inShadow;
      for (let channel = 0; channel < 3; channel += 1) {
        const point = (y * width + x) * 4 + channel;
        const value =
          ((data[point] ?? 0) * (paper[channel] ?? 255) * light) / 255 +
          noise * (normals[(point * 7919) % normals.length] ?? 0);
        lit[point] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
  return { width, height, data: lit };
}

/** Enough samples to show no pattern. */
const normals = normalNumbers(99_991, seededRandom(20261121));

function normalNumbers(count: number, random: () => number): Float64Array {
  return Float64Array.from({ length: count }, () => normal(random));
}

/** Box-Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
