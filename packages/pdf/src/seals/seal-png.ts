import sharp from 'sharp';
import type { Seal, SealDrawing } from '../model.js';

/**
 * Renders a seal as a PNG with transparency, `longerSide` px (1 to 4096) on the longer side, without margins. Outlines
 * are sharp at any size; a SealPicture is scaled.
 */
export async function sealPng(seal: Seal, longerSide: number): Promise<Uint8Array> {
  const scale = longerSide / Math.max(seal.width, seal.height);
  const width = Math.max(1, Math.round(seal.width * scale));
  const height = Math.max(1, Math.round(seal.height * scale));
  const source = seal.kind === 'outlines' ? Buffer.from(sealSvg(seal, width, height)) : seal.png;
  const fitted =
    seal.kind === 'outlines' ? sharp(source) : sharp(source).resize(width, height, { fit: 'fill' });
  return fitted.png({ compressionLevel: 6 }).toBuffer();
}

/** Width and height are given without a unit: in mm the rasteriser would scale them by its own density as well. */
function sealSvg(seal: SealDrawing, width: number, height: number): string {
  const paths = seal.paths.map((path) => {
    if (path.paint === 'stroke') {
      return `<path d="${path.data}" fill="none" stroke="${seal.color}" stroke-width="${path.strokeWidth ?? 0}"/>`;
    }
    return `<path d="${path.data}" fill="${seal.color}" fill-rule="${path.evenOdd ? 'evenodd' : 'nonzero'}"/>`;
  });
  const viewBox = `${-seal.width / 2} ${-seal.height / 2} ${seal.width} ${seal.height}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">`,
    `<g opacity="${seal.alpha}">`,
    ...paths,
    '</g></svg>',
  ].join('');
}
