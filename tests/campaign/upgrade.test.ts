/**
 * `npm run upgrade`: an earlier version, built from its commit, and the present one on one database. Contracts are played
 * at all times, each act at any of the processes that serve, so that they are started by one version and signed by another.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { expect, test } from 'vitest';
import { freePort } from '../support/app.js';
import { Client } from '../support/client.js';
import type { Person } from '../support/given-enterprise.js';
import { jobsDone } from '../support/jobs-done.js';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { CampaignService } from './support/campaign-service.js';
import { Journal } from './support/journal.js';
import { makeLane, playLane, type Side } from './support/lane.js';
import { missingActs, missingUploads, reckonAll } from './support/reckoning.js';

const EARLIER = process.env['UPGRADE_FROM'] ?? '.';
const ACTS = Number(process.env['UPGRADE_ACTS'] ?? 30);
const JOBS_DONE_MS = 60_000;

interface Version {
  readonly name: 'earlier' | 'present';
  readonly baseUrl: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

test('contracts go on while a version replaces the earlier one, and while that comes back', async () => {
  const service = await CampaignService.prepare();
  const database = openDatabase({ address: service.database.address, max: 2 });
  const [earlier, present] = [await versionOf(service, 'earlier'), await versionOf(service, 'present')];
  const journal = new Journal();
  const webs: string[] = [];
  const table: Record<string, string | number>[] = [];

  /** Plays until a number of acts has been answered. */
  async function phase(name: string, serving: readonly Version[]): Promise<void> {
    webs.splice(0, webs.length, ...serving.map(({ baseUrl }) => baseUrl));
    const [began, acts, { answered, repeated }] = [performance.now(), journal.acts.length, journal.requests];
    while (journal.acts.length < acts + ACTS && isPlaying) await setTimeout(100);
    table.push({
      phase: name,
      serving: serving.map((each) => each.name).join(' and '),
      acts: journal.acts.length - acts,
      requests: journal.requests.answered - answered,
      repeated: journal.requests.repeated - repeated,
      seconds: Math.round((performance.now() - began) / 1000),
      problems: journal.problems.length,
    });
  }

  let isPlaying = true;
  await earlier.start();
  const [buyer, seller] = await demoSides(service.dataDir, earlier.baseUrl);
  const lane = await makeLane(buyer, seller);
  const caller = { webs, journal, random: seededRandom(chooseSeed()) };
  webs.push(earlier.baseUrl);
  const playing = playLane(lane, caller, () => !isPlaying).catch((error: unknown) => {
    isPlaying = false;
    journal.noteProblem(error instanceof Error ? error.message : String(error));
  });
  await phase('before', [earlier]);
  // Migrates the database, on which the earlier version serves meanwhile.
  await present.start();
  await phase('together', [earlier, present]);
  webs.splice(0, 1);
  await earlier.stop();
  await phase('upgraded', [present]);
  await earlier.start();
  await phase('going back', [earlier, present]);
  webs.pop();
  await present.stop();
  await phase('rolled back', [earlier]);
  await present.start();
  await phase('again together', [earlier, present]);
  webs.splice(0, 1);
  await earlier.stop();
  await phase('upgraded again', [present]);
  isPlaying = false;
  await playing;
  const problems = [...journal.problems];
  await jobsDone(database.pool, JOBS_DONE_MS).catch(() => problems.push('jobs or events are left'));
  await present.stop();
  const app = await service.beside();
  const everything = await reckonAll(app);
  problems.push(...everything.problems, ...(await missingActs(database.db, journal.acts)));
  problems.push(...(await missingUploads(app, journal.acts)));
  await app.close();
  console.table(table);
  console.log({ ...everything, problems });
  await database.close();
  await service.remove();
  expect(problems).toEqual([]);
}, 1_800_000);

async function versionOf(service: CampaignService, name: Version['name']): Promise<Version> {
  const port = await freePort();
  const program = join(EARLIER, 'packages/server/dist/composition/main.js');
  let running: ServerProcess | null = null;
  return {
    name,
    baseUrl: `http://127.0.0.1:${port}`,
    async start() {
      running = await startServerProcess({
        dataDir: service.dataDir,
        port,
        settings: { DATABASE_URL: service.database.connectionString, DEMO_CONTRACTS: 'false' },
        ...(name === 'earlier' ? { program } : {}),
      });
    },
    async stop() {
      const code = await running?.stop();
      if (code !== 0) throw new Error(`the ${name} version ended with ${code}`);
    },
  };
}

/** The owners of the enterprises of the demo data. */
async function demoSides(dataDir: string, baseUrl: string): Promise<readonly [Side, Side]> {
  const text = await readFile(join(dataDir, 'demo.json'), 'utf8');
  const { enterprises }: Demo = JSON.parse(text);
  const stranger = new Client(baseUrl);
  const sides = await Promise.all(
    enterprises.map(async ({ corpName, appId, appSecret, owner }) => {
      const { accessToken } = await stranger.data(getAccessToken, { appId, appSecret });
      const client = stranger.with({ appId, accessToken, source: 'pc' });
      const person = { ...owner, client: client.with({ userId: String(owner.userId) }) };
      return { corpName, appId, appSecret, accessToken, client, owner: person };
    }),
  );
  const [buyer, seller] = sides;
  if (buyer === undefined || seller === undefined) throw new Error(`not two enterprises: ${text}`);
  return [buyer, seller];
}

interface Demo {
  readonly enterprises: readonly {
    readonly corpName: string;
    readonly appId: string;
    readonly appSecret: string;
    readonly owner: Omit<Person, 'client'>;
  }[];
}
