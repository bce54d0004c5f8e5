import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { commandLine, type Ran } from '../support/cinnabar.js';
import { freshDatabase } from '../support/fresh-database.js';

/** A service with its own database and folder, and the operator's command line beside it. */
export interface BesideTheService {
  readonly running: RunningApp;
  readonly dataDir: string;
  run(...args: readonly string[]): Promise<Ran>;
  /** With settings of its own, other than the service's. */
  runWith(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran>;
  /** The output of a command for programs. */
  told<T>(...args: readonly string[]): Promise<T>;
  refused(code: 1 | 2, complaint: string, ...args: readonly string[]): Promise<void>;
  /** Restarts the service at the same address, which its clients know. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function besideTheService(
  settings: Readonly<Record<string, string>> = {},
): Promise<BesideTheService> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-cli-'));
  const start = (more: Readonly<Record<string, string>> = {}) =>
    startApp({ on: { database, dataDir }, settings: { ...settings, ...more } });
  let running = await start();

  const where = { DATABASE_URL: database.connectionString, DATA_DIR: dataDir };
  const runWith: BesideTheService['runWith'] = (own, ...args) => commandLine({ ...where, ...own }, ...args);
  const run: BesideTheService['run'] = (...args) => runWith({}, ...args);

  return {
    get running() {
      return running;
    },
    dataDir,
    run,
    runWith,
    async told<T>(...args: readonly string[]) {
      const { code, out, errors } = await run(...args, '--json');
      expect([code, errors]).toEqual([0, '']);
      const value: T = JSON.parse(out);
      return value;
    },
    async refused(code, complaint, ...args) {
      const ran = await run(...args);
      expect([ran.code, ran.out]).toEqual([code, '']);
      expect(ran.errors).toContain(complaint);
    },
    async restart() {
      const { port } = new URL(running.baseUrl);
      await running.close();
      running = await start({ PORT: port });
    },
    async close() {
      await running.close();
      await database.drop();
      // A page picture may still be being stored after its request was abandoned.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The options by which a command selects an enterprise. */
export const of = ({ corpId }: { readonly corpId: number }): readonly string[] => ['--corp', String(corpId)];
