/**
 * Two web processes and a worker on one data folder and one bundled, durable PostgreSQL, started again as soon as they end,
 * as a supervisor would. Where NODE_PATH names pkcs11js, the keys of enterprises and of timestamps lie in a PKCS #11 token, so
 * that its programs run, too.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EmbeddedDatabase, startEmbedded } from '@cinnabar/server/database/embedded.js';
import { freePort, type RunningApp, startApp } from '../../support/app.js';
import type { FreshDatabase } from '../../support/fresh-database.js';
import { type ServerProcess, startServerProcess } from '../../support/server-process.js';
import { SoftToken } from '../../support/soft-token.js';
import { toConnectionString } from '../../support/test-database.js';

const ROLES = ['web', 'web', 'worker'] as const;
const START_MS = 120_000;

export class CampaignService {
  readonly dataDir: string;
  readonly database: FreshDatabase;
  /** Addresses of the two web processes. */
  readonly webs: readonly string[];
  /** What a supervisor would have to report: ends that nobody caused, and starts that failed for good. */
  readonly problems: string[];
  readonly #embedded: EmbeddedDatabase;
  readonly #token: SoftToken | null;
  readonly #ports: readonly number[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #processes: (ServerProcess | null)[] = [null, null, null];
  readonly #keepers: Promise<void>[] = [];
  #isStopping = false;

  private constructor(
    given: Pick<CampaignService, 'dataDir' | 'database' | 'problems'> & {
      readonly embedded: EmbeddedDatabase;
      readonly token: SoftToken | null;
      readonly ports: readonly number[];
      readonly environment: Readonly<Record<string, string>>;
    },
  ) {
    this.dataDir = given.dataDir;
    this.database = given.database;
    this.problems = given.problems;
    this.#embedded = given.embedded;
    this.#token = given.token;
    this.#ports = given.ports;
    this.#environment = given.environment;
    this.webs = given.ports.slice(0, 2).map((port) => `http://127.0.0.1:${port}`);
  }

  /**
   * With a database, and no process yet.
   * @param environment of the three processes, besides their settings
   */
  static async prepare(environment: Readonly<Record<string, string>> = {}): Promise<CampaignService> {
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-campaign-'));
    const problems: string[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: console.error };
    const embedded = await startEmbedded({
      dataDir,
      log,
      onGivenUp: ({ message }) => problems.push(message),
    });
    const { address } = embedded;
    const database = {
      address,
      connectionString: toConnectionString(address),
      drop: async () => undefined,
    };
    const token = process.env['NODE_PATH'] ? await SoftToken.make() : null;
    const ports = await Promise.all(ROLES.map(freePort));
    return new CampaignService({ dataDir, database, problems, embedded, token, ports, environment });
  }

  get #settings(): Readonly<Record<string, string>> {
    const inToken = {
      ...this.#token?.settings,
      SOFTHSM2_CONF: process.env['SOFTHSM2_CONF'] ?? '',
      NODE_PATH: process.env['NODE_PATH'] ?? '',
      KEYS_ENTERPRISES: 'pkcs11',
      KEYS_SERVICES: 'pkcs11',
    };
    return { ...(this.#token === null ? {} : inToken), BASE_URL: this.webs[0] ?? '' };
  }

  /** A service in this process on the same data, which reads them and does what only tests do. */
  beside(settings: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    const { database, dataDir } = this;
    return startApp({ on: { database, dataDir }, settings: { ...this.#settings, ...settings } });
  }

  /** Starts the three processes, and starts them again whenever they end. */
  async start(): Promise<void> {
    for (const place of ROLES.keys()) {
      this.#processes[place] = await this.#begin(place);
      this.#keepers.push(this.#keep(place));
    }
  }

  /** The process at a place: 0 and 1 are web processes, 2 is the worker; null while it starts. */
  processAt(place: number): ServerProcess | null {
    return this.#processes[place] ?? null;
  }

  get isWhole(): boolean {
    return this.#processes.every((each) => each !== null);
  }

  /** For whoever looks for the reason why it does not serve. */
  get standing(): readonly string[] {
    return ROLES.map((role, place) => `${role}: ${this.#processes[place]?.pid ?? 'starting'}`);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#processes.map((each) => each?.stop()));
    await Promise.all(this.#keepers);
  }

  async remove(): Promise<void> {
    await this.#embedded.stop();
    await this.#token?.delete();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  async #begin(place: number): Promise<ServerProcess> {
    return startServerProcess({
      dataDir: this.dataDir,
      port: this.#ports[place] ?? 0,
      settings: {
        ...this.#environment,
        ...this.#settings,
        ROLE: ROLES[place] ?? 'web',
        DATABASE_URL: this.database.connectionString,
      },
    });
  }

  async #keep(place: number): Promise<void> {
    while (!this.#isStopping) {
      const code = await this.#processes[place]?.exited;
      this.#processes[place] = null;
      if (this.#isStopping) return;
      if (typeof code === 'number') this.problems.push(`the ${ROLES[place]} ended by itself with ${code}`);
      this.#processes[place] = await this.#beginInTheEnd(place);
    }
  }

  /** While the database is away, a start may fail; it is tried again, as a supervisor does. */
  async #beginInTheEnd(place: number): Promise<ServerProcess> {
    for (const deadline = performance.now() + START_MS; ; ) {
      try {
        return await this.#begin(place);
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await setTimeout(200);
      }
    }
  }
}
