import { CustodyError, type CustodyProblem } from '../custody/custody-error.js';
import type { Envelope } from '../custody/envelope.js';
import type { BlobBackend, BlobName } from './blob-backend.js';
import type { BlobStore, StoredBlob } from './blob-store.js';
import { contentHash, isContentHash } from './content-hash.js';
import { StorageError } from './storage-error.js';

/** The data key is named by the bytes themselves: another name is damage like any other, and so is a key that is lost. */
const DAMAGE: ReadonlySet<CustodyProblem> = new Set(['NOT_AUTHENTIC', 'UNKNOWN_DATA_KEY']);

/** Names blobs by the hash of their content and encrypts each with its enterprise's data key, on any backend. */
export class EncryptedBlobStore implements BlobStore {
  readonly #backend: BlobBackend;
  readonly #envelope: Envelope;

  constructor(options: { readonly backend: BlobBackend; readonly envelope: Envelope }) {
    this.#backend = options.backend;
    this.#envelope = options.envelope;
  }

  async put(corpId: number, bytes: Uint8Array): Promise<StoredBlob> {
    const hash = await contentHash(bytes);
    await this.#backend.put({ corpId, hash }, () => this.#envelope.encrypt(corpId, purposeOf(hash), bytes));
    return { hash, size: bytes.length };
  }

  async get(corpId: number, hash: string): Promise<Uint8Array> {
    const isName = Number.isSafeInteger(corpId) && corpId >= 0 && isContentHash(hash);
    if (!isName) throw new StorageError('BLOB_NOT_FOUND', 'not an enterprise id and a content hash');
    const encrypted = await this.#backend.get({ corpId, hash });
    if (encrypted === null) throw new StorageError('BLOB_NOT_FOUND', `enterprise ${corpId}, ${hash}`);
    return this.#open({ corpId, hash }, encrypted);
  }

  /** Whether encrypted bytes, wherever they were found, are those of that blob. */
  async isIntact(name: BlobName, encrypted: Uint8Array): Promise<boolean> {
    try {
      await this.#open(name, encrypted);
      return true;
    } catch (error) {
      if (error instanceof StorageError) return false;
      throw error;
    }
  }

  /** @throws StorageError BLOB_DAMAGED */
  async #open({ corpId, hash }: BlobName, encrypted: Uint8Array): Promise<Uint8Array> {
    const bytes = await this.#decrypt(corpId, hash, encrypted);
    if ((await contentHash(bytes)) === hash) return bytes;
    throw new StorageError('BLOB_DAMAGED', `enterprise ${corpId}, ${hash}: the content has another hash`);
  }

  async #decrypt(corpId: number, hash: string, encrypted: Uint8Array): Promise<Uint8Array> {
    try {
      return await this.#envelope.decrypt(corpId, purposeOf(hash), encrypted);
    } catch (cause) {
      const isDamaged = cause instanceof CustodyError && DAMAGE.has(cause.reason);
      if (isDamaged) throw new StorageError('BLOB_DAMAGED', `enterprise ${corpId}, ${hash}`, { cause });
      throw cause;
    }
  }
}

/** Authenticated with the bytes: a blob moved to another location cannot be decrypted there. */
function purposeOf(hash: string): string {
  return `blob ${hash}`;
}
