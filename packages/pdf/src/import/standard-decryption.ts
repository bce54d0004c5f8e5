import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { isName, isString, type PdfDictionary, type PdfObject, type PdfStream } from '../syntax/values.js';
import { cryptFilterOf } from './decode-stream.js';

/** Decryption of the strings and streams of one object. */
export interface ObjectDecryption {
  string(bytes: Uint8Array): Uint8Array;
  stream(stream: PdfStream): Uint8Array;
}

export type DecryptionOf = (object: number, generation: number) => ObjectDecryption;

type Resolve = (value: PdfObject | undefined) => PdfObject;
type Method = 'none' | 'rc4' | 'aes128' | 'aes256';

/** ISO 32000-1 7.6.3.3, algorithm 2, step a. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * Opens the standard security handler (ISO 32000-2 section 7.6.4) with the empty user password, as every PDF reader
 * does for a file protected only by an owner password. Null if that does not suffice: a user password, a certificate,
 * or an undefined encryption.
 */
export function openEncryption(
  entries: PdfDictionary,
  fileId: Uint8Array,
  resolve: Resolve,
): DecryptionOf | null {
  const filter = resolve(entries.get('Filter'));
  if (!isName(filter) || filter.name !== 'Standard') return null;
  const number = (key: string, otherwise: number): number => {
    const value = resolve(entries.get(key));
    return typeof value === 'number' ? value : otherwise;
  };
  const bytes = (key: string): Buffer => {
    const value = resolve(entries.get(key));
    return isString(value) ? Buffer.from(value.bytes) : Buffer.alloc(0);
  };
  const version = number('V', 0);
  const revision = number('R', 0);
  if (![1, 2, 4, 5].includes(version) || revision < 2 || revision > 6) return null;
  const methods = methodsOf(entries, version, resolve);
  if (methods === null) return null;
  // Only for embedded files, which are dropped.
  if (methods.strings === 'none' && methods.streams === 'none') return plain;

  const encryptMetadata = resolve(entries.get('EncryptMetadata')) !== false;
  const key =
    version === 5
      ? keyOfRevision6(revision, bytes('U'), bytes('UE'))
      : keyOfRevision4(
          revision,
          version === 1 ? 5 : lengthOfKey(version, number('Length', version === 4 ? 128 : 40)),
          { owner: bytes('O'), user: bytes('U'), permissions: number('P', 0), fileId, encryptMetadata },
        );
  if (key === null) return null;
  return (object, generation) => ({
    string: (data) => decipher(methods.strings, key, object, generation, data),
    stream: ({ dictionary, data }) => {
      const type = dictionary.get('Type');
      if (isName(type) && (type.name === 'XRef' || (type.name === 'Metadata' && !encryptMetadata)))
        return data;
      const chosen = cryptFilterOf(dictionary, resolve);
      if (chosen === 'Identity') return data;
      return decipher(methods.streams, key, object, generation, data);
    },
  });
}

const plain: DecryptionOf = () => ({ string: (bytes) => bytes, stream: ({ data }) => data });

function lengthOfKey(version: number, bits: number): number {
  if (version === 4) return 16;
  // Some writers give the length in bytes.
  const length = bits < 40 ? bits : bits >> 3;
  return Math.min(16, Math.max(5, length));
}

function methodsOf(
  entries: PdfDictionary,
  version: number,
  resolve: Resolve,
): { readonly strings: Method; readonly streams: Method } | null {
  if (version < 4) return { strings: 'rc4', streams: 'rc4' };
  const filters = resolve(entries.get('CF'));
  const methodOf = (key: string): Method | null => {
    const chosen = resolve(entries.get(key));
    if (!isName(chosen) || chosen.name === 'Identity') return 'none';
    const found = filters instanceof Map ? resolve(filters.get(chosen.name)) : null;
    const method = found instanceof Map ? resolve(found.get('CFM')) : null;
    if (!isName(method)) return null;
    const known: Readonly<Record<string, Method>> = {
      None: 'none',
      V2: 'rc4',
      AESV2: 'aes128',
      AESV3: 'aes256',
    };
    return known[method.name] ?? null;
  };
  const strings = methodOf('StrF');
  const streams = methodOf('StmF');
  return strings === null || streams === null ? null : { strings, streams };
}

/** Algorithms 2, 4, 5 and 6: the key for the empty password, if it matches /U. */
function keyOfRevision4(
  revision: number,
  length: number,
  given: {
    readonly owner: Buffer;
    readonly user: Buffer;
    readonly permissions: number;
    readonly fileId: Uint8Array;
    readonly encryptMetadata: boolean;
  },
): Buffer | null {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(given.permissions | 0);
  const first = createHash('md5').update(PADDING).update(given.owner.subarray(0, 32));
  first.update(permissions).update(given.fileId);
  if (revision >= 4 && !given.encryptMetadata) first.update(Buffer.from('ffffffff', 'hex'));
  let key: Buffer = first.digest().subarray(0, length);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, length);

  if (revision === 2) return rc4(key, PADDING).equals(given.user.subarray(0, 32)) ? key : null;
  let check = rc4(key, createHash('md5').update(PADDING).update(given.fileId).digest());
  for (let round = 1; round < 20; round += 1)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  return check.equals(given.user.subarray(0, 16)) ? key : null;
}

/** Algorithms 2.A and 11: validation salt and key salt follow the hash in /U. */
function keyOfRevision6(revision: number, user: Buffer, wrapped: Buffer): Buffer | null {
  if (user.length < 48 || wrapped.length < 32) return null;
  const hash = (salt: Buffer): Buffer => (revision < 6 ? sha(256, salt) : hardenedHash(salt));
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return null;
  const opened = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16));
  opened.setAutoPadding(false);
  return Buffer.concat([opened.update(wrapped.subarray(0, 32)), opened.final()]);
}

/** Algorithm 2.B for the empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha(256, salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const encrypted = cipher.update(repeated);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function decipher(
  method: Method,
  key: Buffer,
  object: number,
  generation: number,
  data: Uint8Array,
): Uint8Array {
  if (method === 'none') return data;
  if (method === 'aes256') return aesDecrypted(key, data);
  // Algorithm 1: each object has a key of its own.
  const salt = [object, object >> 8, object >> 16, generation, generation >> 8].map((value) => value & 0xff);
  const aes = method === 'aes128' ? Buffer.from('sAlT', 'latin1') : Buffer.alloc(0);
  const own = md5(Buffer.concat([key, Buffer.from(salt), aes])).subarray(0, Math.min(16, key.length + 5));
  return method === 'rc4' ? rc4(own, data) : aesDecrypted(own, data);
}

/** CBC with a prepended initialisation vector; damaged padding is kept and the data accepted. */
function aesDecrypted(key: Buffer, data: Uint8Array): Uint8Array {
  const blocks = data.subarray(16, data.length - (data.length % 16));
  if (data.length < 32) return new Uint8Array();
  const algorithm = key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc';
  const opened = createDecipheriv(algorithm, key, data.subarray(0, 16));
  opened.setAutoPadding(false);
  const out = Buffer.concat([opened.update(blocks), opened.final()]);
  const padding = out.at(-1) ?? 0;
  return padding >= 1 && padding <= 16 ? out.subarray(0, out.length - padding) : out;
}

/** OpenSSL 3 no longer offers RC4 by default. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number): void => {
    const kept = state[one] ?? 0;
    state[one] = state[other] ?? 0;
    state[other] = kept;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  const out = Buffer.allocUnsafe(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at += 1) {
    i = (i + 1) & 0xff;
    j = (j + (state[i] ?? 0)) & 0xff;
    swap(i, j);
    out[at] = (data[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
  }
  return out;
}

function md5(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest();
}

function sha(bits: 256 | 384 | 512, bytes: Uint8Array): Buffer {
  return createHash(`sha${bits}`).update(bytes).digest();
}
