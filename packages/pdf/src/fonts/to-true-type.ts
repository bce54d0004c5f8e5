import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepFile, privateFolder } from '../engine/private-folder.js';
import { compactToTrueType } from './compact-font.js';
import { APPLE_TRUETYPE, COLLECTION, COMPACT, readSfnt, TRUETYPE, writeSfnt } from './sfnt.js';
import { FontError } from './true-type.js';

/**
 * Converts any font file to a single TrueType font with glyf outlines, the only kind that the rest of the engine
 * supports: the first font of a collection, and a conversion of compact outlines. Throws FontError.
 */
export function toTrueType(bytes: Uint8Array, name: string): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes.length < 16 ? 0 : view.getUint32(0);
  if (version === TRUETYPE || version === APPLE_TRUETYPE) return bytes;

  try {
    if (version === COLLECTION) {
      const directory = view.getUint32(12);
      const tables = readSfnt(bytes, directory);
      const single = writeSfnt(tables);
      if (tables.has('glyf')) return single;
      if (tables.has('CFF ')) throw new FontError('NOT_TRUETYPE', `${name}: a collection of compact fonts`);
    }
    if (version === COMPACT) return converted(bytes);
  } catch (error) {
    if (error instanceof FontError) throw error;
    throw new FontError('BROKEN_FONT', `${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new FontError('NOT_TRUETYPE', `${name}: no TrueType or OpenType font`);
}

/** Incremented when the conversion changes, so that cached results of an older version are not used. */
const CONVERSION = 1;

/** Converting takes seconds, and every worker thread needs the result, so it is cached on disk for the others. */
function converted(bytes: Uint8Array): Uint8Array {
  const name = `${createHash('sha256').update(bytes).digest('hex')}-${CONVERSION}.ttf`;
  const kept = readKept(name);
  if (kept !== null) return kept;
  const made = compactToTrueType(bytes, readSfnt(bytes));
  try {
    keepFile(name, made);
  } catch {
    // On a full or read-only disk the next thread converts again, with no other effect.
  }
  return made;
}

function readKept(name: string): Uint8Array | null {
  try {
    return readFileSync(join(privateFolder(), name));
  } catch {
    return null;
  }
}
