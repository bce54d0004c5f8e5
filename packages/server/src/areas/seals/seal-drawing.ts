/**
 * Stored form of a seal's face: JSON of its outlines, or the PNG of an image seal, written once at creation. A seal
 * keeps its face, whatever later versions of the drawing code would produce for the same text.
 */
import { boolean, choice, list, number, object, optional, text } from '@cinnabar/api/schema.js';
import type { Seal, SealDrawing } from '@cinnabar/pdf/model.js';
import { BoundedCache } from '../../custody/bounded-cache.js';
import type { Services } from '../../operation/services.js';
import type { BlobStore } from '../../storage/blob-store.js';
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

type KeptSeal = Pick<SealRow, 'corp_id' | 'drawing_hash' | 'source' | 'width' | 'height'>;

/** Faces in memory: with the length below, 25 MB at most. */
const FACES_IN_MEMORY = 100;
const LONGEST_IN_MEMORY = 256 * 1024;

const facesOf = new WeakMap<BlobStore, BoundedCache<Seal>>();

/**
 * The seal in the form in which it is placed into documents. A seal never changes its face, so those used last are kept
 * in memory. Whether a seal may be used is examined elsewhere, each time.
 */
export function loadSealDrawing({ blobs }: Pick<Services, 'blobs'>, seal: KeptSeal): Promise<Seal> {
  const faces = facesOf.get(blobs) ?? new BoundedCache<Seal>(FACES_IN_MEMORY);
  facesOf.set(blobs, faces);
  const { corp_id: corpId, drawing_hash: hash, source, width, height } = seal;
  const key = JSON.stringify([corpId, hash, source, width, height]);
  return faces.get(key, async () => {
    const face = await blobs.get(corpId, hash);
    if (face.length > LONGEST_IN_MEMORY) faces.delete(key);
    return source === 'TEMPLATE' ? readDrawing(face) : { kind: 'picture', width, height, png: face };
  });
}
