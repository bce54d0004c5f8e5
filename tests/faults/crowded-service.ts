/** A service whose files and bundled database lie on one disk, which fills up. */
import { type EmbeddedDatabase, startEmbedded } from '@cinnabar/server/database/embedded.js';
import { type RunningApp, startApp } from '../support/app.js';
import { toConnectionString } from '../support/test-database.js';

/** A segment of PostgreSQL's log has 16 MiB; PostgreSQL makes some in advance. */
const MESSAGES = 100;
const MESSAGE_BYTES = 1_048_576;

export class CrowdedService {
  readonly #folder: string;
  #embedded: EmbeddedDatabase;
  #app: RunningApp;

  private constructor(folder: string, embedded: EmbeddedDatabase, app: RunningApp) {
    this.#folder = folder;
    this.#embedded = embedded;
    this.#app = app;
  }

  static async start(folder: string): Promise<CrowdedService> {
    return new CrowdedService(folder, ...(await startOn(folder)));
  }

  get app(): RunningApp {
    return this.#app;
  }

  /** Writes log until no further segment can be made, which ends all sessions of the server. */
  async exhaustLog(): Promise<void> {
    const { pool } = this.#app.app.database;
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      const message = `select pg_logical_emit_message(false, 'filling', repeat('x', ${MESSAGE_BYTES}))`;
      const isWritten = await pool.query(message).then(
        () => true,
        () => false,
      );
      if (!isWritten) return;
    }
    throw new Error('the log can still grow: the disk is not full');
  }

  /** What a supervisor does with a process whose database has given up. */
  async startAgain(): Promise<void> {
    await this.stop();
    [this.#embedded, this.#app] = await startOn(this.#folder);
  }

  async stop(): Promise<void> {
    await this.#app.close();
    await this.#embedded.stop();
  }
}

async function startOn(folder: string): Promise<[EmbeddedDatabase, RunningApp]> {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const embedded = await startEmbedded({ dataDir: folder, log: silent });
  const { address } = embedded;
  const drop = async (): Promise<void> => undefined;
  const database = { address, connectionString: toConnectionString(address), drop };
  return [embedded, await startApp({ on: { database, dataDir: folder } })];
}
