import { Turns } from '@cinnabar/pdf/engine/turns.js';
import type { OfficeConverter, OfficeFormat } from './port.js';
import { RunningLibreOffice, type RunningOptions } from './running-libreoffice.js';

export interface PoolOptions extends RunningOptions {
  /** Concurrent instances; one more is kept ready. */
  readonly processes: number;
  /** ms for one document. */
  readonly deadline: number;
  /** LibreOffice leaks a little memory per document, so an instance is replaced after this many. */
  readonly maxDocuments?: number;
}

const MAY_WAIT = 64;
/** ms; a cold start on a busy machine. */
const START_DEADLINE = 60_000;

interface Idle {
  readonly office: RunningLibreOffice;
  readonly owner: number;
}

/**
 * A pool of running LibreOffice instances, each for the documents of one owner: whatever a document does to its program
 * or profile never affects another owner's document. A fresh instance is kept ready, so that another owner's document
 * does not wait for a start.
 */
export class LibreOfficePool implements OfficeConverter {
  readonly #options: PoolOptions;
  readonly #turns: Turns;
  /** Least recently used first. */
  readonly #idle: Idle[] = [];
  #spare: Promise<RunningLibreOffice | null> | null = null;
  readonly #running = new Set<RunningLibreOffice>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#turns = new Turns({ atOnce: options.processes, mayWait: MAY_WAIT });
  }

  /** Process groups in use, for tests that kill one from outside. */
  get processGroups(): readonly number[] {
    return [...this.#running].flatMap(({ processGroup }) => processGroup ?? []);
  }

  toPdf(document: Uint8Array, format: OfficeFormat, owner: number): Promise<Uint8Array> {
    return this.#turns.take(async () => {
      const office = this.#takeIdle(owner) ?? (await this.#fresh());
      try {
        return await office.toPdf(document, format, this.#options.deadline);
      } finally {
        await this.#putBack(office, owner);
        this.#standBy();
      }
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#spare;
    await Promise.all([...this.#running].map((office) => office.end()));
    this.#running.clear();
  }

  #takeIdle(owner: number): RunningLibreOffice | null {
    const at = this.#idle.findLastIndex((each) => each.owner === owner && each.office.alive);
    return at === -1 ? null : (this.#idle.splice(at, 1)[0]?.office ?? null);
  }

  async #fresh(): Promise<RunningLibreOffice> {
    const standingBy = this.#spare;
    this.#spare = null;
    const spare = await standingBy;
    if (spare?.alive) return spare;
    if (spare) this.#running.delete(spare);
    return this.#start();
  }

  async #start(): Promise<RunningLibreOffice> {
    const office = await RunningLibreOffice.start(this.#options, START_DEADLINE);
    this.#running.add(office);
    return office;
  }

  /** Starts a spare instance; if it fails to start, the next document reports why. */
  #standBy(): void {
    if (this.#closed) return;
    this.#spare ??= this.#start().catch(() => null);
  }

  async #putBack(office: RunningLibreOffice, owner: number): Promise<void> {
    const worn = office.converted >= (this.#options.maxDocuments ?? 100);
    if (office.alive && !worn && !this.#closed) this.#idle.push({ office, owner });
    else await this.#end(office);
    while (this.#idle.length > this.#options.processes) {
      const [oldest] = this.#idle.splice(0, 1);
      if (oldest !== undefined) await this.#end(oldest.office);
    }
  }

  async #end(office: RunningLibreOffice): Promise<void> {
    this.#running.delete(office);
    await office.end();
  }
}
