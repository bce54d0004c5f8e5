import { encodePicture } from '@cinnabar/pdf/render/encode-picture.js';
import { expect, test } from 'vitest';

/** Of the three components in the frame header of a baseline JPEG (ITU-T T.81, B.2.2): horizontal and vertical factor. */
function samplingFactors(jpeg: Uint8Array): readonly number[] {
  const at = Buffer.from(jpeg).indexOf(Buffer.from('ffc0', 'hex'));
  return [0, 1, 2].map((component) => jpeg[at + 11 + 3 * component] ?? 0);
}

test('page pictures have full colour resolution, so that thin red strokes stay red', async () => {
  const data = new Uint8Array(8 * 8 * 3).fill(200);
  const jpeg = await encodePicture({ data, width: 8, height: 8, channels: 3 });
  expect(samplingFactors(jpeg)).toEqual([0x11, 0x11, 0x11]);
});
