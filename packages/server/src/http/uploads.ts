import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Limits } from '../settings/limits.js';
import { type SpooledFile, SpoolFolder } from '../storage/spooled-file.js';
import { requireRate } from './arrival-rate.js';
import { BodyTooLarge, RequestAborted } from './body.js';
import type { ByteRate } from './byte-rate.js';
import { Places } from './places.js';
import { withinPlaces } from './within-places.js';

/**
 * Bodies with files. They are buffered on disk until they are complete: an incomplete file occupies memory for one
 * chunk only, however many are being received.
 */
export class Uploads {
  readonly #folder: SpoolFolder;
  readonly #bytesPerSecond: number;
  readonly #places: Places;
  #arriving = 0;
  #spooledBytes = 0;

  private constructor(folder: SpoolFolder, limits: Limits) {
    this.#folder = folder;
    this.#bytesPerSecond = limits.uploadBytesPerSecond;
    this.#places = new Places({ most: limits.uploadsAtOnce, perAddress: limits.uploadsPerAddress });
  }

  static async open(path: string, limits: Limits): Promise<Uploads> {
    return new Uploads(await SpoolFolder.open(path), limits);
  }

  /** Bodies that are being received. */
  get arriving(): number {
    return this.#arriving;
  }

  /** Bytes on disk of bodies in use. */
  get spooledBytes(): number {
    return this.#spooledBytes;
  }

  /**
   * The body of a known caller's request, in memory after it is complete.
   * @throws BodyTooLarge, RequestAborted; Refusal 429 and 503 if no place is free
   */
  receive(request: IncomingMessage, address: string, limit: number): Promise<Buffer> {
    return withinPlaces(this.#places, { address }, 1, () =>
      this.spool(request, limit, (file) => file.read()),
    );
  }

  /**
   * Receives a body and passes it to `use`, after which it is deleted. The caller decides on admission and on the rate,
   * which all bodies share that are given the same one.
   */
  async spool<T>(
    request: IncomingMessage,
    limit: number,
    use: (file: SpooledFile) => Promise<T>,
    rate: ByteRate | null = null,
  ): Promise<T> {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge();
    const file = await this.#folder.create();
    this.#arriving += 1;
    try {
      await this.#take(request, file, limit, rate).finally(() => {
        this.#arriving -= 1;
      });
      return await use(file);
    } finally {
      this.#spooledBytes -= file.size;
      await file.discard();
    }
  }

  async #take(
    request: IncomingMessage,
    file: SpooledFile,
    limit: number,
    rate: ByteRate | null,
  ): Promise<void> {
    if (request.destroyed) throw new RequestAborted();
    const endWatch = requireRate(request, this.#bytesPerSecond);
    try {
      const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
      for await (const chunk of chunks) {
        if (file.size + chunk.length > limit) throw new BodyTooLarge();
        this.#spooledBytes += chunk.length;
        await file.append(chunk);
        const wait = rate?.take(chunk.length) ?? 0;
        if (wait > 0) await setTimeout(wait);
      }
    } catch (error) {
      request.on('error', () => undefined);
      // A request is also destroyed once its body has arrived: only before that has its client disconnected.
      if (request.destroyed && !request.complete && !(error instanceof BodyTooLarge))
        throw new RequestAborted();
      // Reads and discards the rest, so that the client receives the answer.
      request.resume();
      throw error;
    } finally {
      endWatch();
    }
    if (!request.complete) throw new RequestAborted();
  }
}
