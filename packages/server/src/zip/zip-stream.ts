/** Writes a ZIP file as a stream (APPNOTE 6.3.10): sizes follow the data of each entry. Entries below 4 GiB. */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

const LOCAL_HEADER = 0x0403_4b50;
const DATA_DESCRIPTOR = 0x0807_4b50;
const CENTRAL_HEADER = 0x0201_4b50;
const END_OF_CENTRAL_DIRECTORY = 0x0605_4b50;

const VERSION = 20;
/** Sizes and checksum are in the data descriptor, names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the earliest date: the entries have no times of their own. */
const DATE = 0x0021;

/** Higher levels take twice as long for a tenth less. */
const LEVEL = 3;

const CHUNK_BYTES = 256 * 1024;

export interface ZipEntry {
  readonly name: string;
  readonly parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** Nothing would be gained by compressing it again. */
  readonly isCompressed?: boolean;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
}

/** @param entries each is read when the ones before it are written */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Written[] = [];
  let offset = 0;
  for await (const { name, parts, isCompressed = false } of entries) {
    const head = localHeader(Buffer.from(name));
    yield head;
    const start = offset;
    offset += head.length;
    const sums = { crc: 0, size: 0, compressed: 0 };
    for await (const bytes of deflated(parts, sums, isCompressed ? 0 : LEVEL)) {
      sums.compressed += bytes.length;
      yield bytes;
    }
    const descriptor = dataDescriptor(sums);
    yield descriptor;
    offset += sums.compressed + descriptor.length;
    directory.push({ name: Buffer.from(name), offset: start, ...sums });
  }
  yield centralDirectory(directory, offset);
}

interface Sums {
  crc: number;
  size: number;
}

/** Compressed in other threads. The parts are read on demand, and no more of them once the reader stops. */
function deflated(parts: ZipEntry['parts'], sums: Sums, level: number): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw({ level, chunkSize: CHUNK_BYTES });
  // An error of the parts destroys the compressor, from which the reader learns of it.
  pipeline(Readable.from(counted(), { highWaterMark: 1 }), deflate, () => undefined);
  return deflate;
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL_HEADER, 0);
  writeCommon(head, 4);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

/** Version, flags, method, time and date. */
function writeCommon(head: Buffer, at: number): void {
  head.writeUInt16LE(VERSION, at);
  head.writeUInt16LE(FLAGS, at + 2);
  head.writeUInt16LE(DEFLATED, at + 4);
  head.writeUInt16LE(DATE, at + 8);
}

function dataDescriptor({ crc, compressed, size }: Pick<Written, 'crc' | 'compressed' | 'size'>): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(DATA_DESCRIPTOR, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(compressed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function centralDirectory(entries: readonly Written[], offset: number): Buffer {
  const heads = entries.map(({ name, crc, compressed, size, offset: start }) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(CENTRAL_HEADER, 0);
    head.writeUInt16LE(VERSION, 4);
    writeCommon(head, 6);
    head.writeUInt32LE(crc, 16);
    head.writeUInt32LE(compressed, 20);
    head.writeUInt32LE(size, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(start, 42);
    return Buffer.concat([head, name]);
  });
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_CENTRAL_DIRECTORY, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([directory, end]);
}
