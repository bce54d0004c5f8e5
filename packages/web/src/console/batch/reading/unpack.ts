/** Unpacks single entries of a ZIP file (APPNOTE 6.3.10) with limits: the sizes that a file states are not trusted. */
import { Inflate, strFromU8 } from 'fflate';
import { MAX_UNPACKED_BYTES, Unreadable } from './source-table.js';

const END = 0x0605_4b50;
const CENTRAL = 0x0201_4b50;
const LOCAL = 0x0403_4b50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const MAX_ENTRIES = 2000;
const INPUT_BYTES = 64 * 1024;

interface Entry {
  readonly method: number;
  readonly packed: Uint8Array;
}

export interface Archive {
  readonly names: readonly string[];
  /** The text of an entry; null if there is none. */
  text(name: string): string | null;
}

/** @throws Unreadable */
export function openArchive(bytes: Uint8Array, limit = MAX_UNPACKED_BYTES): Archive {
  const entries = entriesOf(bytes);
  let left = limit;
  return {
    names: [...entries.keys()],
    text(name) {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      const unpacked = inflated(entry, left);
      left -= unpacked.length;
      return strFromU8(unpacked);
    },
  };
}

function entriesOf(bytes: Uint8Array): ReadonlyMap<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw new Unreadable('damaged');
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL) throw new Unreadable('damaged');
    if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) throw new Unreadable('protected');
    const method = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const extra = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const name = strFromU8(bytes.subarray(at + 46, at + 46 + nameLength));
    entries.set(name, { method, packed: packedBytes(bytes, view, view.getUint32(at + 42, true), size) });
    at += 46 + nameLength + extra;
  }
  return entries;
}

function endOfDirectory(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= earliest; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new Unreadable('damaged');
}

function packedBytes(bytes: Uint8Array, view: DataView, at: number, size: number): Uint8Array {
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw new Unreadable('damaged');
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + size > bytes.length) throw new Unreadable('damaged');
  return bytes.subarray(start, start + size);
}

/** Stops in the middle of what would become too large. */
function inflated({ method, packed }: Entry, limit: number): Uint8Array {
  if (method === STORED) {
    if (packed.length > limit) throw new Unreadable('tooLarge');
    return packed;
  }
  if (method !== DEFLATED) throw new Unreadable('damaged');
  const parts: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((part) => {
    size += part.length;
    if (size <= limit) parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length && size <= limit; at += INPUT_BYTES) {
      inflate.push(packed.subarray(at, at + INPUT_BYTES), at + INPUT_BYTES >= packed.length);
    }
  } catch {
    throw new Unreadable('damaged');
  }
  if (size > limit) throw new Unreadable('tooLarge');
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
