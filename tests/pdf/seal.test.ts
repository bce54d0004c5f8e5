import { DrawingRefused, type SealDrawing } from '@cinnabar/pdf/model.js';
import { drawNameSeal } from '@cinnabar/pdf/seals/draw-name-seal.js';
import { drawSeal } from '@cinnabar/pdf/seals/draw-seal.js';
import { sealPng } from '@cinnabar/pdf/seals/seal-png.js';
import type { SealSpec } from '@cinnabar/pdf/seals/seal-spec.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testFonts } from '../support/fonts.js';

const fonts = testFonts;

const sealOf = (over: Partial<SealSpec>): SealSpec => ({
  shape: 'round',
  corpName: '北京云签科技有限公司',
  horizontalText: '合同专用章',
  bottomText: '1101050123456',
  color: 'Red',
  alpha: 1,
  ...over,
});

interface Raster {
  readonly width: number;
  readonly height: number;
  /** RGBA */
  readonly data: Buffer;
}

async function raster(seal: SealDrawing, longerSide: number): Promise<Raster> {
  const { data, info } = await sharp(await sealPng(seal, longerSide))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** The pixels that a seal covers well. */
async function inked(seal: SealDrawing, longerSide: number): Promise<ReadonlySet<number>> {
  const { data } = await raster(seal, longerSide);
  const pixels = new Set<number>();
  for (let pixel = 0; pixel * 4 < data.length; pixel++)
    if ((data[pixel * 4 + 3] ?? 0) > 127) pixels.add(pixel);
  return pixels;
}

/** Each path separately, in the order ring, name, star, horizontal text, code. */
const parts = (seal: SealDrawing): readonly SealDrawing[] =>
  seal.paths.map((path) => ({ ...seal, paths: [path] }));

function refusal(act: () => unknown): DrawingRefused {
  try {
    act();
  } catch (error) {
    if (error instanceof DrawingRefused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const names = [
  '云签科技',
  '北京云签科技有限公司',
  '上海浦东新区云签电子签约服务有限公司',
  '中国建筑第八工程局有限公司华东分公司项目部',
  '内蒙古自治区呼伦贝尔市莫力达瓦达斡尔族自治旗尼尔基镇农业机械化服务专业合作社联合社',
  '国'.repeat(45),
  '(香港)ABC国际贸易(深圳)有限公司',
  'Cinnabar International Trading (Shanghai) Co., Ltd.',
  '北京龘靐㛃𬭎䶮科技有限公司',
];

describe("an enterprise's seal", () => {
  it.each([
    ['round', 42, 42],
    ['oval', 45, 30],
  ] as const)('%s is %d x %d mm, its ring touching all four edges', async (shape, width, height) => {
    const seal = drawSeal(fonts, sealOf({ shape }));
    expect([seal.width, seal.height]).toEqual([width, height]);
    const { data, ...size } = await raster(seal, width * 10);
    expect(size).toEqual({ width: width * 10, height: height * 10 });
    const alpha = (x: number, y: number): number => data[(y * size.width + x) * 4 + 3] ?? 0;
    for (const [x, y] of [
      [size.width / 2, 2],
      [size.width / 2, size.height - 3],
      [2, size.height / 2],
      [size.width - 3, size.height / 2],
    ] as const) {
      expect(alpha(x, y)).toBe(255);
    }
    expect(alpha(0, 0)).toBe(0);
  });

  it.each(names)('for %s has separate ring, name, star, text and code, round and oval', async (corpName) => {
    for (const shape of ['round', 'oval'] as const) {
      const seal = drawSeal(fonts, sealOf({ shape, corpName }));
      expect(seal.paths).toHaveLength(5);
      const whole = await inked(seal, 500);
      let sum = 0;
      for (const part of parts(seal)) {
        const ink = await inked(part, 500);
        expect(ink.size).toBeGreaterThan(200);
        sum += ink.size;
      }
      // If two parts overlapped, the whole would have less ink than its parts.
      expect(Math.abs(sum - whole.size)).toBeLessThanOrEqual(whole.size * 0.002);
    }
  });

  it('is symmetrical: the name ends equally low on the left and right', async () => {
    const [, name] = parts(drawSeal(fonts, sealOf({ corpName: '国国国国国国国国国国' })));
    const side = 420;
    if (name === undefined) throw new Error('a seal has a name');
    const columns = [...(await inked(name, side))].map((pixel) => pixel % side);
    const left = columns.reduce((least, x) => Math.min(least, x), side);
    const right = columns.reduce((most, x) => Math.max(most, x), 0);
    expect(Math.abs(left + right + 1 - side)).toBeLessThanOrEqual(4);
  });

  it('has the requested colour and overall transparency', async () => {
    const inks = {
      Red: [0xe6, 0x00, 0x12],
      Blue: [0x0b, 0x3f, 0xa8],
      Black: [0x11, 0x11, 0x11],
      Purple: [0x6a, 0x1b, 0x9a],
    };
    for (const color of ['Red', 'Blue', 'Black', 'Purple'] as const) {
      const { data, width } = await raster(drawSeal(fonts, sealOf({ color, alpha: 0.5 })), 600);
      const ring = (4 * width + width / 2) * 4;
      const wanted = inks[color];
      for (const [channel, value] of wanted.entries())
        expect(Math.abs((data[ring + channel] ?? 0) - value)).toBeLessThanOrEqual(2);
      const strongest = data.reduce(
        (most, value, index) => (index % 4 === 3 ? Math.max(most, value) : most),
        0,
      );
      expect(Math.abs(strongest - 128)).toBeLessThanOrEqual(1);
    }
  });

  it('consists of outlines only: absolute M, L, C, Q, Z within its size, whatever the name', () => {
    const seal = drawSeal(fonts, sealOf({ corpName: '<script>&"\'</svg>公司', horizontalText: '“&amp;”' }));
    for (const { data } of seal.paths) {
      expect(data).toMatch(/^[MLCQZ0-9. -]+$/);
      for (const number of data.match(/-?\d+(\.\d+)?/g) ?? [])
        expect(Math.abs(Number(number))).toBeLessThanOrEqual(21);
    }
  });

  it('omits missing parts', () => {
    const plain = drawSeal(fonts, sealOf({ horizontalText: null, bottomText: ' ' }));
    expect(plain.paths).toHaveLength(3);
  });

  it('is refused for a character that no font contains, naming the text', () => {
    const of = (over: Partial<SealSpec>) => {
      const { reason, label, character } = refusal(() => drawSeal(fonts, sealOf(over)));
      return [reason, label, character];
    };
    expect(of({ corpName: '笑脸😀公司' })).toEqual(['MISSING_GLYPH', 'corpName', '😀']);
    expect(of({ horizontalText: '𡋾章' })).toEqual(['MISSING_GLYPH', 'horizontalText', '𡋾']);
    expect(of({ shape: 'oval', bottomText: '12\u000134' })).toEqual([
      'MISSING_GLYPH',
      'bottomText',
      '\u0001',
    ]);
  });

  it('is refused if a text would be too small to read, naming the text', () => {
    for (const shape of ['round', 'oval'] as const) {
      const label = (over: Partial<SealSpec>) =>
        refusal(() => drawSeal(fonts, sealOf({ shape, ...over }))).label;
      expect(label({ corpName: '国'.repeat(46) })).toBe('corpName');
      expect(label({ corpName: ' ' })).toBe('corpName');
      expect(label({ horizontalText: '章'.repeat(20) })).toBe('horizontalText');
      expect(label({ bottomText: '1'.repeat(30) })).toBe('bottomText');
    }
  });
});

describe("a person's name seal", () => {
  const nameSeal = (name: string): SealDrawing => drawNameSeal(fonts, { name, color: 'Red', alpha: 1 });

  /** The smallest box around the characters, px at 20 px per mm. */
  async function inkBox(name: string): Promise<{ left: number; top: number; right: number; bottom: number }> {
    const [, letters] = parts(nameSeal(name));
    if (letters === undefined) throw new Error('a name seal has letters');
    const pixels = [...(await inked(letters, 400))];
    const xs = pixels.map((pixel) => pixel % 400);
    const ys = pixels.map((pixel) => Math.floor(pixel / 400));
    const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
    const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
    return { left: least(xs), top: least(ys), right: most(xs), bottom: most(ys) };
  }

  it.each(['张三', '王小明', '欧阳娜印', '阿卜杜拉·买买提', '𬭎䶮', '李一', 'John Smith'])(
    'for %s is 20 x 20 mm, centred within its frame',
    async (name) => {
      const seal = nameSeal(name);
      expect([seal.width, seal.height]).toEqual([20, 20]);
      const box = await inkBox(name);
      expect(box.left).toBeGreaterThan(30);
      expect(box.top).toBeGreaterThan(30);
      expect(box.right).toBeLessThan(370);
      expect(box.bottom).toBeLessThan(370);
      expect(Math.abs(box.left + box.right - 400)).toBeLessThanOrEqual(30);
    },
  );

  it('reads from the right: a surname in three characters fills the right column', async () => {
    const [, letters] = parts(nameSeal('王小明'));
    if (letters === undefined) throw new Error('a name seal has letters');
    const pixels = [...(await inked(letters, 400))];
    // 王 is symmetrical and spans the full height, so its middle stroke is in the middle of the right half.
    const right = pixels.filter((pixel) => pixel % 400 >= 200).map((pixel) => Math.floor(pixel / 400));
    expect(right.reduce((a, b) => Math.min(a, b))).toBeLessThan(60);
    expect(right.reduce((a, b) => Math.max(a, b))).toBeGreaterThan(340);
    const atMiddleHeight = (from: number, to: number) =>
      pixels.filter(
        (pixel) => Math.abs(Math.floor(pixel / 400) - 200) < 4 && pixel % 400 >= from && pixel % 400 < to,
      ).length;
    expect(atMiddleHeight(200, 400)).toBeGreaterThan(0);
  });

  it('is refused for a name that is empty, too long, or in no font', () => {
    expect(refusal(() => nameSeal('  ')).reason).toBe('OVERFLOW');
    expect(refusal(() => nameSeal('国'.repeat(60))).reason).toBe('OVERFLOW');
    expect(refusal(() => nameSeal('王😀')).character).toBe('😀');
  });
});

describe('the picture of a seal', () => {
  it('is a PNG with transparency, sized by its longer side', async () => {
    const oval = await sharp(await sealPng(drawSeal(fonts, sealOf({ shape: 'oval' })), 600)).metadata();
    expect([oval.format, oval.width, oval.height, oval.hasAlpha]).toEqual(['png', 600, 400, true]);
  });

  it('of a scanned seal is that picture, scaled', async () => {
    const scan = await sharp({
      create: { width: 80, height: 40, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const png = await sealPng({ kind: 'picture', width: 40, height: 20, png: scan }, 600);
    const { width, height } = await sharp(png).metadata();
    expect([width, height]).toEqual([600, 300]);
  });
});
