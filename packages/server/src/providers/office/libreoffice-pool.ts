import type { OfficeConverter, OfficeFormat } from '../../documents/convert/office-converter.js';
import { Turns } from '../../documents/convert/turns.js';
import { RunningLibreOffice, type RunningOptions } from './running-libreoffice.js';

export interface PoolOptions extends RunningOptions {
  /** How many run at once. */
  readonly processes: number;
  /** ms for one document. */
  readonly deadline: number;
  /** LibreOffice keeps a little of every document: after so many a new one is started. */
  readonly mostDocuments?: number;
}

const MAY_WAIT = 64;
/** ms; a cold start on a busy machine. */
const START_DEADLINE = 60_000;

/** A few LibreOffices that stay up, started when they are first needed and again when one has hung or died. */
export class LibreOfficePool implements OfficeConverter {
  readonly #options: PoolOptions;
  readonly #turns: Turns;
  readonly #idle: RunningLibreOffice[] = [];
  readonly #running = new Set<RunningLibreOffice>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#turns = new Turns({ atOnce: options.processes, mayWait: MAY_WAIT });
  }

  /** Process groups that are up, for tests that end one from outside. */
  get processGroups(): readonly number[] {
    return [...this.#running].flatMap(({ processGroup }) => processGroup ?? []);
  }

  toPdf(document: Uint8Array, format: OfficeFormat): Promise<Uint8Array> {
    return this.#turns.take(async () => {
      const office = await this.#one();
      try {
        return await office.toPdf(document, format, this.#options.deadline);
      } finally {
        await this.#putBack(office);
      }
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#running].map((office) => office.end()));
    this.#running.clear();
  }

  async #one(): Promise<RunningLibreOffice> {
    for (let office = this.#idle.pop(); office !== undefined; office = this.#idle.pop()) {
      if (office.alive) return office;
      this.#running.delete(office);
    }
    const office = await RunningLibreOffice.start(this.#options, START_DEADLINE);
    this.#running.add(office);
    return office;
  }

  async #putBack(office: RunningLibreOffice): Promise<void> {
    const worn = office.converted >= (this.#options.mostDocuments ?? 100);
    if (office.alive && !worn && !this.#closed) {
      this.#idle.push(office);
      return;
    }
    this.#running.delete(office);
    await office.end();
  }
}
