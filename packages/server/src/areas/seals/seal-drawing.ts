/**
 * Stored form of a seal's face: JSON of its outlines, or the PNG of an image seal, written once at creation. A seal
 * keeps its face, whatever later versions of the drawing code would produce for the same text.
 */
import { boolean, choice, list, number, object, optional, text } from '@cinnabar/api/schema.js';
import type { Seal, SealDrawing } from '@cinnabar/pdf/model.js';
import type { Services } from '../../operation/services.js';
import type { SealRow } from './store.js';

const MAX_PATHS = 10_000;
const LONGEST_PATH = 10_000_000;

const keptDrawing = object({
  kind: choice(['outlines']),
  width: number(0),
  height: number(0),
  color: text(7, 7),
  alpha: number(0, 1),
  paths: list(
    object({
      data: text(0, LONGEST_PATH),
      paint: choice(['fill', 'stroke']),
      strokeWidth: optional(number(0)),
      evenOdd: optional(boolean()),
    }),
    { max: MAX_PATHS },
  ),
});

export function drawingBytes(drawing: SealDrawing): Uint8Array {
  return Buffer.from(JSON.stringify(drawing), 'utf8');
}

/** Parses the output of `drawingBytes`; throws on anything else. */
export function readDrawing(bytes: Uint8Array): SealDrawing {
  return keptDrawing.read(JSON.parse(Buffer.from(bytes).toString('utf8')), '', { zone: 'UTC' });
}

/** The seal in the form in which it is placed into documents. */
export async function loadSealDrawing(
  services: Pick<Services, 'blobs'>,
  seal: Pick<SealRow, 'corp_id' | 'drawing_hash' | 'source' | 'width' | 'height'>,
): Promise<Seal> {
  const face = await services.blobs.get(seal.corp_id, seal.drawing_hash);
  if (seal.source === 'TEMPLATE') return readDrawing(face);
  return { kind: 'picture', width: seal.width, height: seal.height, png: face };
}
