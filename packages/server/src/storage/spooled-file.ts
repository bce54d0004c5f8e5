import { type Cipher, createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ALGORITHM = 'aes-256-ctr';
const BLOCK = 1024 * 1024;

/** No upload takes as long: an older file belongs to a killed process. */
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * A folder for incomplete uploads, which several processes may share. Remains of killed processes are deleted when it
 * is opened. A file system without unlinked files, such as NFS, keeps those in use under another name, and removing
 * that name from another machine would break the upload: hence the age.
 */
export class SpoolFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  static async open(path: string): Promise<SpoolFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const abandonedBefore = Date.now() - ABANDONED_AFTER_MS;
    for (const name of await readdir(path)) {
      // Another process that starts at the same time may have removed it.
      const stats = await stat(join(path, name)).catch(() => null);
      if (stats !== null && stats.mtimeMs < abandonedBefore) await rm(join(path, name), { force: true });
    }
    return new SpoolFolder(path);
  }

  async create(): Promise<SpooledFile> {
    const path = join(this.#path, randomUUID());
    const handle = await open(path, 'wx+', 0o600);
    // An unlinked file disappears with its last handle, however the process ends.
    await rm(path, { force: true });
    return new SpooledFile(handle);
  }
}

/**
 * Bytes buffered on disk while more of them arrive. Contracts are never stored there in plain text: each file has a key
 * of its own that exists only in memory. Nobody else can reach the file, so its bytes are not authenticated.
 */
export class SpooledFile {
  readonly #handle: FileHandle;
  readonly #key = randomBytes(32);
  readonly #counter = randomBytes(16);
  readonly #cipher: Cipher;
  #size = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
    this.#cipher = createCipheriv(ALGORITHM, this.#key, this.#counter);
  }

  get size(): number {
    return this.#size;
  }

  async append(chunk: Uint8Array): Promise<void> {
    const position = this.#size;
    this.#size += chunk.length;
    const sealed = this.#cipher.update(chunk);
    for (let written = 0; written < sealed.length; ) {
      const { bytesWritten } = await this.#handle.write(
        sealed,
        written,
        sealed.length - written,
        position + written,
      );
      written += bytesWritten;
    }
  }

  /** Reads everything, in blocks between which the event loop is yielded. */
  async read(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(this.#size);
    const decipher = createDecipheriv(ALGORITHM, this.#key, this.#counter);
    for (let position = 0; position < bytes.length; ) {
      const length = Math.min(BLOCK, bytes.length - position);
      const { bytesRead } = await this.#handle.read(bytes, position, length, position);
      if (bytesRead === 0) throw new Error('a spooled file is shorter than what was written');
      decipher.update(bytes.subarray(position, position + bytesRead)).copy(bytes, position);
      position += bytesRead;
    }
    return bytes;
  }

  /** Frees its space; it cannot be read any more. */
  async discard(): Promise<void> {
    await this.#handle.close();
  }
}
