import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';
import { openEmbedded, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { givenSigningWorld, type SigningWorld } from './signing-world.js';
import { checkDoneOnce, checkStanding, isSuccess, readyVolley, repeat, send } from './volley.js';

/** `npm run faults` makes more. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 3);

let dataDir: string;
let world: SigningWorld;
let service: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-kill-'));
  world = await givenSigningWorld(dataDir);
  service = await startServerProcess({ dataDir, port: world.port });
});
afterAll(async () => {
  await service.killEverything();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

test(
  'kill -9 of service and database during signing, repeatedly',
  async () => {
    const seed = chooseSeed();
    const random = seededRandom(seed);
    console.log(`FAULT_SEED=${seed}`);
    const tally = { answered: 0, committed: 0, undone: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const volley = await readyVolley(world, `round-${round}`);
      const sent = send(volley);
      // Spread over the whole volley, so that kills hit its beginning, middle and end.
      await sent.answered(Math.floor((round / ROUNDS) * volley.signatures.length), random);
      await service.killEverything();
      const answers = await sent.answers;
      service = await startServerProcess({ dataDir, port: world.port });
      const database = await openEmbedded(dataDir);
      try {
        const standing = await checkStanding(world, database, volley, answers);
        await repeat(world, volley, answers);
        await checkDoneOnce(world, database, volley, dataDir);
        tally.answered += answers.filter(isSuccess).length;
        tally.committed += standing;
        tally.undone += volley.signatures.length - standing;
      } finally {
        await database.close();
      }
    }
    console.log(tally);
    // Otherwise no kill hit between the first and the last commit.
    expect(tally.committed).toBeGreaterThan(0);
    expect(tally.undone).toBeGreaterThan(0);
  },
  40_000 * ROUNDS,
);
