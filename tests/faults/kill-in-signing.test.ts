import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSignFlow } from '@cinnabar/api/flows.js';
import type { OpenDatabase } from '@cinnabar/server/database/connect.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answered } from '../support/client.js';
import { as, type FlowId } from '../support/given-flow.js';
import { inconsistencies, ledgerProblems, readStoredFlow } from './flow-consistency.js';
import { chooseSeed, seededRandom } from './seeded-random.js';
import { openEmbedded, type ServerProcess, startServerProcess } from './server-process.js';
import { signatureProblems, signedFiles } from './signed-files.js';
import {
  type Attempt,
  attempt,
  givenSigningWorld,
  readySignatures,
  type Signature,
  type SigningWorld,
  signedAccordingTo,
  startedFlows,
} from './signing-world.js';

const ROUNDS = 20;
const FLOWS = 3;
/** A key whose holder was killed is free again after this long, by the service's clock. */
const LEASE_SECONDS = 31;

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

/** What one round sends at once: a signature of each party under each flow, and the start of one more flow. */
interface Volley {
  readonly flowIds: readonly FlowId[];
  readonly signatures: readonly Signature[];
  readonly start: Attempt<typeof startSignFlow>;
}

async function readyVolley(label: string): Promise<Volley> {
  const { buyer, seller, template } = world;
  const flowIds = await startedFlows(world, FLOWS);
  const signatures = await readySignatures([buyer.owner, seller.owner], flowIds, label);
  const body = {
    templateId: template.templateId,
    participantList: [as('乙方', seller.owner, seller)],
    sourceOrderCode: label,
  };
  const start = { operation: startSignFlow, person: buyer.owner, key: `${label}-start`, body };
  return { flowIds, signatures, start };
}

const isSuccess = (answer: Answered | null): boolean =>
  answer?.status === 200 && ['0', '200'].includes(answer.envelope.code);

test('kill -9 of service and database in the middle of signing, twenty times', async () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const span = await usualSpan();
  console.log(`FAULT_SEED=${seed}, a volley takes ${Math.round(span)} ms`);
  const tally = { answered: 0, committed: 0, undone: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const volley = await readyVolley(`round-${round}`);
    const sent = [...volley.signatures, volley.start].map((each) => attempt<typeof each.operation>(each));
    // Spread over the whole volley, so that kills early, in the middle and late all happen.
    await pause(((round + random()) / ROUNDS) * 1.1 * span);
    await service.killEverything();
    const answers = await Promise.all(sent);
    service = await startServerProcess({ dataDir, port: world.port });
    const database = await openEmbedded(dataDir);
    try {
      const before = await checkAfterKill(database, volley, answers);
      await repeat(volley, answers);
      await checkFinished(database, volley, `round-${round}`);
      tally.answered += answers.filter(isSuccess).length;
      tally.committed += before;
      tally.undone += volley.signatures.length - before;
    } finally {
      await database.close();
    }
  }
  console.log(tally);
  // Otherwise no kill ever fell between the first and the last commit.
  expect(tally.committed).toBeGreaterThan(0);
  expect(tally.undone).toBeGreaterThan(0);
}, 400_000);

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function usualSpan(): Promise<number> {
  const { signatures, start } = await readyVolley('unharmed');
  const begin = performance.now();
  const answers = await Promise.all(
    [...signatures, start].map((each) => attempt<typeof each.operation>(each)),
  );
  expect(answers.map(isSuccess)).not.toContain(false);
  return performance.now() - begin;
}

/** Right after the restart. @returns how many of the signatures stand */
async function checkAfterKill(
  { db }: OpenDatabase,
  { flowIds, signatures }: Volley,
  answers: readonly (Answered | null)[],
): Promise<number> {
  expect(await ledgerProblems(db)).toEqual([]);
  let standing = 0;
  for (const flowId of flowIds) {
    expect(await inconsistencies(db, flowId)).toEqual([]);
    const inOrder = (await readStoredFlow(db, flowId)).signatures.map(({ participantId }) => participantId);
    standing += inOrder.length;
    const told = await signedAccordingTo(world.seller.owner, flowId);
    expect(told.signed.toSorted()).toEqual(inOrder.toSorted());
    expect(told.flowStatus).toBe(inOrder.length === 2 ? 3 : 2);
    for (const [index, signature] of signatures.entries()) {
      const wasAnswered = signature.flowId === flowId && isSuccess(answers[index] ?? null);
      if (wasAnswered) expect(inOrder).toContain(signature.participantId);
    }
    for (const file of await signedFiles(world.seller.owner, flowId)) {
      expect(signatureProblems(file, inOrder, world.rootPem)).toEqual([]);
    }
  }
  return standing;
}

/** Whoever got no answer asks again under the same key; whoever got one and asks again hears the same. */
async function repeat({ signatures, start }: Volley, answers: readonly (Answered | null)[]): Promise<void> {
  const attempts = [...signatures, start];
  for (const each of attempts) {
    const again = await attempt<typeof each.operation>(each);
    if (isSuccess(again)) continue;
    expect([again?.status, again?.envelope.reason]).toEqual([409, 'IDEMPOTENCY_KEY_RUNNING']);
    expect(Number(again?.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const moved = await world.buyer.client.post('/sandbox/clock', { advanceSeconds: LEASE_SECONDS });
  expect(moved.status).toBe(200);
  for (const [index, each] of attempts.entries()) {
    const again = await attempt<typeof each.operation>(each);
    expect(isSuccess(again)).toBe(true);
    const first = answers[index] ?? null;
    if (first === null) continue;
    expect(again?.envelope).toEqual(first.envelope);
    expect(again?.headers.get('idempotency-replayed')).toBe('true');
  }
}

/** Every request of the round has been done exactly once. */
async function checkFinished({ db }: OpenDatabase, { flowIds }: Volley, label: string): Promise<void> {
  const started = await db
    .selectFrom('flows')
    .select('flow_id')
    .where('source_order_code', '=', label)
    .execute();
  expect(started).toHaveLength(1);
  for (const { flow_id } of started) expect(await inconsistencies(db, flow_id)).toEqual([]);
  for (const flowId of flowIds) {
    expect(await inconsistencies(db, flowId)).toEqual([]);
    const { flow, signatures, revisions } = await readStoredFlow(db, flowId);
    expect([flow.status, signatures.length]).toEqual([3, 2]);
    for (const { hash } of revisions) {
      const path = join(String(flow.corp_id), hash.slice(0, 2), hash.slice(2, 4), hash);
      expect(existsSync(join(dataDir, 'blobs', path))).toBe(true);
    }
  }
  expect(await ledgerProblems(db)).toEqual([]);
  const [flowId] = flowIds;
  if (flowId === undefined) return;
  const inOrder = (await readStoredFlow(db, flowId)).signatures.map(({ participantId }) => participantId);
  for (const file of await signedFiles(world.buyer.owner, flowId)) {
    expect(signatureProblems(file, inOrder, world.rootPem)).toEqual([]);
  }
}
