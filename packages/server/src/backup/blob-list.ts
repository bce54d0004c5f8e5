/** The list of the blobs of a set: a line for each, in the order of enterprise and hash. */
import type { BlobName } from '../storage/blob-backend.js';

export interface ListedBlob {
  readonly name: BlobName;
  /** Of the encrypted bytes; null: the storage did not have the blob, or had it damaged, when the backup was made. */
  readonly stored: { readonly size: number; readonly sha256: string } | null;
}

export function blobLine({ name: { corpId, hash }, stored }: ListedBlob): string {
  return `${corpId} ${hash} ${stored === null ? '-' : `${stored.size} ${stored.sha256}`}\n`;
}

export function readBlobLine(line: string): ListedBlob {
  const [corpId = '', hash = '', size = '-', sha256 = ''] = line.split(' ');
  const name = { corpId: Number(corpId), hash };
  return { name, stored: size === '-' ? null : { size: Number(size), sha256 } };
}

/** Order of two blobs in every list. */
function compareBlobs(one: BlobName, other: BlobName): number {
  if (one.corpId !== other.corpId) return one.corpId - other.corpId;
  if (one.hash === other.hash) return 0;
  return one.hash < other.hash ? -1 : 1;
}

/** Finds blobs in a list while both advance in the same order, so that neither is ever in memory as a whole. */
export class ListCursor {
  readonly #list: AsyncIterator<ListedBlob>;
  #current: ListedBlob | null = null;
  #isStarted = false;

  constructor(list: AsyncIterable<ListedBlob>) {
    this.#list = list[Symbol.asyncIterator]();
  }

  /** @param name after all names that were asked for before */
  async find(name: BlobName): Promise<ListedBlob | null> {
    if (!this.#isStarted) await this.#advance();
    while (this.#current !== null && compareBlobs(this.#current.name, name) < 0) await this.#advance();
    const found = this.#current;
    return found !== null && compareBlobs(found.name, name) === 0 ? found : null;
  }

  /** Ends the reading of the list before its end. */
  async close(): Promise<void> {
    await this.#list.return?.();
  }

  async #advance(): Promise<void> {
    this.#isStarted = true;
    const next = await this.#list.next();
    this.#current = next.done === true ? null : next.value;
  }
}

/** Blobs in work at once; each is in memory as a whole. */
const LANES = 4;

/** Maps in the order of the source, several at once. */
export async function* inLanes<From, To>(
  source: AsyncIterable<From>,
  work: (each: From) => Promise<To>,
): AsyncGenerator<To> {
  const running: Promise<To>[] = [];
  try {
    for await (const each of source) {
      const done = work(each);
      // Awaited in its turn; until then a failure must not count as unhandled.
      done.catch(() => undefined);
      running.push(done);
      const first = running.length < LANES ? undefined : running.shift();
      if (first !== undefined) yield await first;
    }
    for (let next = running.shift(); next !== undefined; next = running.shift()) yield await next;
  } finally {
    await Promise.allSettled(running);
  }
}
