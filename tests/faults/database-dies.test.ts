import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';
import { openEmbedded, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { givenSigningWorld, type SigningWorld } from './signing-world.js';
import { checkDoneOnce, checkStanding, isSuccess, readyVolley, repeat, send } from './volley.js';

/** Below the number of crashes per minute after which the service exits. */
const DEATHS = 3;

let dataDir: string;
let world: SigningWorld;
let service: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-restart-'));
  world = await givenSigningWorld(dataDir);
  service = await startServerProcess({ dataDir, port: world.port });
});
afterAll(async () => {
  await service.killEverything();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

test('the database is killed three times under load: the service recovers by itself, and nothing acknowledged is lost', async () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  console.log(`FAULT_SEED=${seed}`);
  let failures = 0;
  for (let death = 0; death < DEATHS; death += 1) {
    const volley = await readyVolley(world, `death-${death}`);
    const sent = send(volley);
    await sent.answered(death, random);
    await service.killDatabase();
    const answers = await sent.answers;
    // Every request gets a response: success, or an internal failure that may be retried.
    for (const answer of answers) {
      if (isSuccess(answer)) continue;
      failures += 1;
      expect(answer?.envelope).toMatchObject({ code: '503', data: null });
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(true);
    const database = await openEmbedded(dataDir);
    try {
      await checkStanding(world, database, volley, answers);
      await repeat(world, volley, answers);
      await checkDoneOnce(world, database, volley, dataDir);
    } finally {
      await database.close();
    }
  }
  expect(failures).toBeGreaterThan(0);
  expect(await service.stop()).toBe(0);
}, 200_000);

async function isReady(): Promise<boolean> {
  const response = await fetch(`${world.buyer.client.baseUrl}/readyz`);
  return response.status === 200;
}
