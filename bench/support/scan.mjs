import sharp from 'sharp';

/** An A4 page at 150 dpi as JPEG, of about one megabyte, another one for each seed. */
export async function scan(seed) {
  const [width, height] = [1240, 1754];
  const noise = Buffer.alloc(width * height);
  let state = seed;
  for (let index = 0; index < noise.length; index += 1) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    noise[index] = 200 + ((state >> 16) % 56);
  }
  return sharp(noise, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .jpeg({ quality: 80 })
    .toBuffer();
}
