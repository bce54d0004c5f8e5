/**
 * kill -9 of one process after another under a mixed load: after each, what was answered is there and nothing is half; at
 * the end everything is examined. `npm run campaign -- kills --count 100` kills more.
 */
import { setTimeout } from 'node:timers/promises';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobsDone } from '../support/jobs-done.js';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';
import { CampaignService } from './support/campaign-service.js';
import { Journal } from './support/journal.js';
import { givenLane, type Lane, playLane } from './support/lane.js';
import { stillRunning } from './support/processes.js';
import { missingActs, missingUploads, reckonAll, startedTwice } from './support/reckoning.js';
import { Executioner, type Killed } from './support/victims.js';

const KILLS = Number(process.env['CAMPAIGN_COUNT'] ?? 2);
/** After these no further process is killed, so that a campaign ends on a busy machine, too. */
const MINUTES = Number(process.env['CAMPAIGN_MINUTES'] ?? 600);
const LANES = Number(process.env['CAMPAIGN_LANES'] ?? 2);
const SERVES_AGAIN_MS = 120_000;
const JOBS_DONE_MS = 60_000;

let service: CampaignService;
let database: OpenDatabase;
let lanes: readonly Lane[];

beforeAll(async () => {
  service = await CampaignService.prepare();
  const app = await service.beside({ ROLE: 'web' });
  lanes = await Promise.all(Array.from({ length: LANES }, () => givenLane(app)));
  await app.close();
  database = openDatabase({ address: service.database.address, max: 2 });
  await service.start();
}, 300_000);
afterAll(async () => {
  await service.stop();
  await database.close();
  await service.remove();
}, 120_000);

test(
  'kill -9 of web, worker, parser, token program, session and database: nothing answered is lost',
  async () => {
    const seed = chooseSeed();
    const random = seededRandom(seed);
    console.log(`kills: FAULT_SEED=${seed}`);
    const began = performance.now();
    const journal = new Journal();
    let isOver = false;
    const playing = lanes.map((lane, index) => {
      const caller = { webs: service.webs, journal, random: seededRandom(seed + index + 1) };
      return playLane(lane, caller, () => isOver).catch((error: unknown) => {
        journal.noteProblem(error instanceof Error ? error.message : String(error));
      });
    });
    const executioner = new Executioner(service, database.pool, random);
    const victims = new Map<string, number>();
    /** Seconds until both web processes served, and until the load had another answer. */
    const waits: Readonly<Record<'served' | 'answered', number[]>> = { served: [], answered: [] };
    const lastKill = began + MINUTES * 60_000;
    for (let kills = 0; kills < KILLS && performance.now() < lastKill; kills += 1) {
      await answeredSince(journal, journal.requests.answered);
      await setTimeout(random() * 1000);
      const killedAt = performance.now();
      const killed = await executioner.killOne();
      victims.set(killed.victim, (victims.get(killed.victim) ?? 0) + 1);
      await servesAgain();
      waits.served.push((performance.now() - killedAt) / 1000);
      await answeredSince(journal, journal.requests.answered);
      waits.answered.push((performance.now() - killedAt) / 1000);
      await examine(journal, killed);
      console.log(`${kills + 1} ${killed.victim}: served again after ${waits.served.at(-1)?.toFixed(1)} s`);
    }
    isOver = true;
    await Promise.all(playing);
    const problems = [...journal.problems, ...service.problems];
    // Those of a killed worker belong to it for some seconds more.
    await jobsDone(database.pool, JOBS_DONE_MS).catch(() => problems.push('jobs or events are left'));
    await service.stop();
    const app = await service.beside();
    const everything = await reckonAll(app);
    problems.push(...everything.problems, ...(await startedTwice(database.db, journal.acts)));
    problems.push(...(await missingActs(database.db, journal.acts)));
    problems.push(...(await missingUploads(app, journal.acts)));
    await app.close();
    console.log({
      kills: waits.served.length,
      victims: Object.fromEntries(victims),
      minutes: Number(((performance.now() - began) / 60_000).toFixed(1)),
      actsAnswered: journal.acts.length,
      requests: journal.requests,
      secondsToServeAgain: quantiles(waits.served),
      secondsToAnswerAgain: quantiles(waits.answered),
      ...everything,
      problems,
    });
    expect(problems).toEqual([]);
  },
  300_000 + 60_000 * KILLS,
);

function quantiles(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

function quantile(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN).toFixed(1);
}

/** Waits until the load has had another answer. */
async function answeredSince(journal: Journal, count: number): Promise<void> {
  const deadline = performance.now() + SERVES_AGAIN_MS;
  while (journal.requests.answered <= count) {
    if (performance.now() > deadline) throw new Error('the load is not served');
    await setTimeout(20);
  }
}

/** Waits until all three processes run, and both web processes serve. */
async function servesAgain(): Promise<void> {
  const deadline = performance.now() + SERVES_AGAIN_MS;
  for (;;) {
    const answers = await Promise.all(service.webs.map(serves));
    if (service.isWhole && answers.every(Boolean)) return;
    if (performance.now() > deadline)
      throw new Error(`the service does not serve again: ${service.standing.join(', ')}`);
    await setTimeout(20);
  }
}

async function serves(baseUrl: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', ...lanes[0]?.buyer.owner.client.headers };
  const signal = AbortSignal.timeout(10_000);
  const asked = { method: 'POST', headers, body: '{}', signal };
  const response = await fetch(baseUrl + baseInfo.path, asked).catch(() => null);
  return response?.status === 200;
}

async function examine(journal: Journal, { victim, left }: Killed): Promise<void> {
  const acts = journal.takeNew();
  const problems = await onceDatabaseAnswers(() => missingActs(database.db, acts));
  await expect.poll(() => stillRunning(left), { timeout: 30_000 }).toEqual([]);
  for (const problem of problems) journal.noteProblem(`after the kill of a ${victim}: ${problem}`);
}

/** The death of a session ends all others, at times only after the service has answered once more. */
async function onceDatabaseAnswers<T>(read: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + SERVES_AGAIN_MS; ; ) {
    try {
      return await read();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await setTimeout(200);
    }
  }
}
