/**
 * Encryption of a backup's files as streams. A file has a key of its own, derived from the key of backups, a random salt
 * and the name of the file in its set, so that no file can take the place of another.
 *
 * Format: `CNBKv1` LF LF (8 bytes), salt (32), then chunks of 64 KiB, the last one shorter or equal, each followed by its
 * tag (16). The nonce of a chunk is its number and whether it is the last one, so that chunks can be neither reordered nor
 * cut off.
 */
import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

const MAGIC = Buffer.from('CNBKv1\n\n', 'latin1');
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + SALT_BYTES;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';
const OPTIONS = { authTagLength: TAG_BYTES };

/** Bytes that were not sealed under this key and name, or were altered since. */
class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
}

export async function* sealed(
  source: AsyncIterable<Uint8Array>,
  key: KeyObject,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = fileKey(key, salt, name);
  yield Buffer.concat([MAGIC, salt]);
  let number = 0;
  for await (const { bytes, isLast } of portions(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, own, nonceOf(number, isLast), OPTIONS);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** @throws NotAuthentic */
export async function* unsealed(
  source: AsyncIterable<Uint8Array>,
  key: KeyObject,
  name: string,
): AsyncGenerator<Buffer> {
  const bytes = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEADER_BYTES) {
    const next = await bytes.next();
    if (next.done === true) throw new NotAuthentic('the file ends within its header');
    head = Buffer.concat([head, next.value]);
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new NotAuthentic('not a file of a backup');
  const own = fileKey(key, head.subarray(MAGIC.length, HEADER_BYTES), name);
  const rest = chain(head.subarray(HEADER_BYTES), bytes);
  let number = 0;
  for await (const { bytes: chunk, isLast } of portions(rest, CHUNK_BYTES + TAG_BYTES)) {
    yield opened(own, nonceOf(number, isLast), chunk);
    number += 1;
  }
}

function opened(key: Buffer, nonce: Buffer, chunk: Buffer): Buffer {
  const length = chunk.length - TAG_BYTES;
  if (length < 0) throw new NotAuthentic('the file ends within a chunk');
  const decipher = createDecipheriv(CIPHER, key, nonce, OPTIONS);
  decipher.setAuthTag(chunk.subarray(length));
  const plain = decipher.update(chunk.subarray(0, length));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch (cause) {
    throw new NotAuthentic('a chunk is not authentic', { cause });
  }
}

function fileKey(key: KeyObject, salt: Uint8Array, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `cinnabar backup file v1: ${name}`, 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), NONCE_BYTES - 9);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

async function* chain(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (;;) {
    const next = await rest.next();
    if (next.done === true) return;
    yield next.value;
  }
}

/** The bytes in portions of that size; the last one is marked, may be shorter, and is empty only if there are no bytes. */
async function* portions(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    held = held.length === 0 ? Buffer.from(bytes) : Buffer.concat([held, bytes]);
    while (held.length > size) {
      yield { bytes: held.subarray(0, size), isLast: false };
      held = held.subarray(size);
    }
  }
  yield { bytes: held, isLast: true };
}
