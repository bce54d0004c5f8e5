/**
 * The clock of the machine of two web processes and a worker is set forwards and back under a mixed load, by hours and by
 * days, while that of PostgreSQL goes on. Whatever was answered is there, and once the clock is right again everything works
 * as before. `npm run campaign -- clock --count 20` sets it more often.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { WORKER_SCHEMA } from '@cinnabar/server/jobs/worker-schema.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.js';
import { withNewToken } from '../support/given-enterprise.js';
import { jobsDone } from '../support/jobs-done.js';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';
import { CampaignService } from './support/campaign-service.js';
import { Journal } from './support/journal.js';
import { givenLane, type Lane, playAny, signed } from './support/lane.js';
import { type Caller, Unserved } from './support/patient-caller.js';
import { missingActs, missingUploads, reckonAll, startedTwice } from './support/reckoning.js';
import { SteppedClock } from './support/stepped-clock.js';

const STEPS = Number(process.env['CAMPAIGN_COUNT'] ?? 2);
const LANES = Number(process.env['CAMPAIGN_LANES'] ?? 2);
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Seconds ahead of the true time; after each of them the clock is set right. */
const AHEAD = [90, -90, HOUR, -HOUR, 5 * HOUR, -5 * HOUR, DAY, -DAY, 40 * DAY] as const;
/** Load between two steps. */
const ACTS_BETWEEN = 8;
const SERVED_MS = 180_000;

let folder: string;
let clock: SteppedClock;
let service: CampaignService;
let database: OpenDatabase;
let lanes: readonly Lane[];
let steps = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-clock-'));
  clock = await SteppedClock.make(folder);
  service = await CampaignService.prepare(clock.environment);
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
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** With new tokens, as an application fetches them once its own have expired. */
async function refreshed(lane: Lane): Promise<Lane> {
  const client = new Client(service.webs[0] ?? '');
  return {
    ...lane,
    buyer: await withNewToken({ client }, lane.buyer),
    seller: await withNewToken({ client }, lane.seller),
  };
}

test(
  'the clock is set forwards and back: nothing answered is lost, and everything works again',
  async () => {
    const seed = chooseSeed();
    const random = seededRandom(seed);
    console.log(`clock: FAULT_SEED=${seed}`);
    const journal = new Journal();
    const interrupted = new Map<string, number>();
    let isOver = false;
    /** A token, a code or a contract may end by a step; a refusal without one is a violation. */
    async function play(lane: Lane, caller: Caller): Promise<void> {
      const before = steps;
      try {
        await playAny(await refreshed(lane), caller);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (!(error instanceof Unserved) || steps === before) journal.noteProblem(error.message);
        const reason = /"(?:reason|msg)":"([^"]+)"(?!.*"reason")/.exec(error.message)?.[1] ?? error.message;
        interrupted.set(reason, (interrupted.get(reason) ?? 0) + 1);
        await setTimeout(500);
      }
    }
    const playing = lanes.map(async (lane, index) => {
      const random = seededRandom(seed + index + 1);
      // A contract that was signed ahead of the time cannot be signed until then.
      const caller = { webs: service.webs, journal, random, limitMs: 20_000 };
      while (!isOver) await play(lane, caller);
    });
    const made: number[] = [];
    for (let count = 0; count < STEPS; count += 1) {
      const ahead = AHEAD[Math.floor(random() * AHEAD.length)] ?? HOUR;
      for (const seconds of [ahead, 0]) {
        await actsSince(journal, journal.acts.length, ACTS_BETWEEN);
        // Before and after, because a request may be anywhere between.
        steps += 1;
        await clock.set(seconds);
        steps += 1;
        made.push(seconds);
        console.log(`${made.length}: the clock is ${seconds} s ahead; ${journal.acts.length} acts so far`);
      }
    }
    await actsSince(journal, journal.acts.length, ACTS_BETWEEN);
    isOver = true;
    await Promise.all(playing);
    // The clock is right: every lane has another contract signed at once, and whatever waited is done.
    const last = lanes.map(async (lane, index) =>
      signed(await refreshed(lane), { webs: service.webs, journal, random: seededRandom(seed - index) }),
    );
    await Promise.all(last).catch((error: unknown) => journal.noteProblem(`at the end: ${error}`));
    const problems = [...journal.problems, ...service.problems];
    await jobsDone(database.pool).catch(() => problems.push('jobs or events are left'));
    problems.push(...(await blockedSweeps()));
    await service.stop();
    const app = await service.beside();
    // Signatures were made ahead of the true time.
    const everything = await reckonAll(app, Math.max(0, ...made));
    problems.push(...everything.problems, ...(await startedTwice(database.db, journal.acts)));
    problems.push(...(await missingActs(database.db, journal.acts)));
    problems.push(...(await missingUploads(app, journal.acts)));
    await app.close();
    console.log({
      steps: made,
      actsAnswered: journal.acts.length,
      requests: journal.requests,
      interrupted: Object.fromEntries(interrupted),
      backwards: await backwards(),
      ...everything,
      problems,
    });
    expect(problems).toEqual([]);
  },
  600_000 + 120_000 * STEPS,
);

async function actsSince(journal: Journal, before: number, more: number): Promise<void> {
  const deadline = performance.now() + SERVED_MS;
  while (journal.acts.length < before + more) {
    if (performance.now() > deadline) {
      journal.noteProblem(`${more} acts were not answered within ${SERVED_MS / 1000} s`);
      return;
    }
    await setTimeout(50);
  }
}

/** Sweeps that would wait until the time at which the clock was wrong has come. */
async function blockedSweeps(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ identifier: string }>(
    `select identifier from ${WORKER_SCHEMA}._private_known_crontabs
     where last_execution > clock_timestamp() + interval '2 minutes'`,
  );
  return rows.map(({ identifier }) => `the sweep ${identifier} does not run any more`);
}

/** Events of a history that are dated before the one they follow: their order is that of their numbers. */
async function backwards(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from flow_events as later
     join flow_events as earlier on earlier.flow_id = later.flow_id and earlier.sequence = later.sequence - 1
     where later.created_at < earlier.created_at`,
  );
  return rows[0]?.count ?? 0;
}
