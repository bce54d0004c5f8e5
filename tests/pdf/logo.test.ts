/** Logos as enterprises upload them. */
import { LOGO_SIDES } from '@cinnabar/api/brand.js';
import { readLogo } from '@cinnabar/pdf/seals/image/read-logo.js';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { chunk, pixelBomb, withChunks } from '../support/pdf/png-chunks.js';

const limits = { minSide: LOGO_SIDES.min, ratio: LOGO_SIDES.ratio };

async function picture(width: number, height: number, alpha = 1): Promise<Uint8Array> {
  const background = { r: 31, g: 95, b: 168, alpha };
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer(),
  );
}

const sizeOf = async (bytes: Uint8Array) => {
  const logo = await readLogo(bytes, limits);
  return 'refused' in logo ? logo.refused : [logo.width, logo.height];
};

describe('a logo', () => {
  test.each([
    [32, 32, [32, 32]],
    [300, 50, [300, 50]],
    [2400, 400, [480, 80]],
    [1000, 1000, [128, 128]],
    [33, 190, [22, 128]],
    [31, 32, 'TOO_SMALL'],
    [32, 31, 'TOO_SMALL'],
    [193, 32, 'TOO_LONG'],
    [32, 193, 'TOO_LONG'],
  ])('of %d x %d px becomes %j', async (width, height, expected) => {
    expect(await sizeOf(await picture(width, height))).toEqual(expected);
  });

  test('is encoded again: nothing of the upload but its points remains', async () => {
    const comment = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'));
    const animation = [chunk('acTL', Buffer.alloc(8)), chunk('fcTL', Buffer.alloc(26))];
    const trailed = Buffer.concat([
      withChunks(await picture(64, 64), comment, ...animation),
      Buffer.from('<svg onload="alert(2)">'),
    ]);
    const logo = await readLogo(trailed, limits);
    if ('refused' in logo) throw new Error(logo.refused);
    const text = Buffer.from(logo.bytes).toString('latin1');
    for (const part of ['script', 'svg', 'acTL', 'fcTL', 'tEXt']) expect(text).not.toContain(part);
    expect(await sharp(logo.bytes).metadata()).toMatchObject({ format: 'png', width: 64, hasAlpha: true });
  });

  test('is refused when it cannot be a picture, would take too much to decode, or shows nothing', async () => {
    const whole = await picture(300, 300);
    const damaged = Uint8Array.from(whole).fill(0x55, 60, whole.length - 20);
    expect(await sizeOf(pixelBomb(30_000, 30_000))).toBe('TOO_LARGE');
    expect(await sizeOf(pixelBomb(4096, 4000))).toBe('TOO_LARGE');
    expect(await sizeOf(damaged)).toBe('BROKEN');
    expect(await sizeOf(whole.subarray(0, 60))).toBe('BROKEN');
    expect(await sizeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('NOT_A_PNG');
    expect(await sizeOf(Buffer.from('<html><script>1</script></html>'))).toBe('NOT_A_PNG');
    expect(await sizeOf(Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'))).toBe('NOT_A_PNG');
    expect(await sizeOf(await picture(64, 64, 0))).toBe('BLANK');
  });
});
