/** Concurrent requests during which something is killed, and the invariants that must hold afterwards. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startSignFlow } from '@cinnabar/api/operations/flows.js';
import type { OpenDatabase } from '@cinnabar/server/database/connect.js';
import { expect } from 'vitest';
import type { Answered } from '../support/client.js';
import { inconsistencies, ledgerProblems, readStoredFlow } from '../support/flow-consistency.js';
import { as, type FlowId } from '../support/given-flow.js';
import { signatureProblems, signedFiles } from '../support/signed-files.js';
import {
  type Attempt,
  attempt,
  readySignatures,
  type Signature,
  type SigningWorld,
  signedAccordingTo,
  startedFlows,
} from './signing-world.js';

const FLOWS = 3;
/** The service's time after which the key of a killed holder is free. */
const LEASE_SECONDS = 11;

/** A signature of each party in each flow, and the start of another flow, to be sent concurrently. */
export interface Volley {
  readonly label: string;
  readonly flowIds: readonly FlowId[];
  readonly signatures: readonly Signature[];
  readonly start: Attempt<typeof startSignFlow>;
}

/** null if the connection broke before the response. */
export type Answers = readonly (Answered | null)[];

export async function readyVolley(world: SigningWorld, label: string): Promise<Volley> {
  const { buyer, seller, template } = world;
  const flowIds = await startedFlows(world, FLOWS);
  const signatures = await readySignatures([buyer.owner, seller.owner], flowIds, label);
  const body = {
    templateId: template.templateId,
    participantList: [as('乙方', seller.owner, seller)],
    sourceOrderCode: label,
  };
  const start = { operation: startSignFlow, person: buyer.owner, key: `${label}-start`, body };
  return { label, flowIds, signatures, start };
}

export interface SentVolley {
  readonly answers: Promise<Answers>;
  /**
   * Resolves when as many requests have a response, and up to 30 ms later: a time measured beforehand would be wrong,
   * because the first requests of a process take several times as long as the next.
   */
  answered(count: number, random: () => number): Promise<void>;
}

export function send({ signatures, start }: Volley): SentVolley {
  let responses = 0;
  const requests = [...signatures, start].map(async (each) => {
    const answer = await attempt<typeof each.operation>(each);
    responses += 1;
    return answer;
  });
  return {
    answers: Promise.all(requests),
    async answered(count, random) {
      while (responses < count) await pause(1);
      await pause(random() * 30);
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function isSuccess(answer: Answered | null): boolean {
  return answer?.status === 200 && ['0', '200'].includes(answer.envelope.code);
}

/**
 * Checked right after the fault: each flow is entirely before or after each signature, and every acknowledged signature
 * is in files that verify. @returns the number of signatures
 */
export async function checkStanding(
  world: SigningWorld,
  { db }: OpenDatabase,
  { flowIds, signatures }: Volley,
  answers: Answers,
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

/** Requests without a response are repeated with the same key; acknowledged ones, when repeated, return the same. */
export async function repeat(
  { buyer }: SigningWorld,
  { signatures, start }: Volley,
  answers: Answers,
): Promise<void> {
  const attempts = [...signatures, start];
  for (const each of attempts) {
    const again = await attempt<typeof each.operation>(each);
    if (isSuccess(again)) continue;
    expect([again?.status, again?.envelope.reason]).toEqual([409, 'IDEMPOTENCY_KEY_RUNNING']);
    expect(Number(again?.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const moved = await buyer.client.post('/sandbox/clock', { advanceSeconds: LEASE_SECONDS });
  expect(moved.status).toBe(200);
  for (const [index, each] of attempts.entries()) {
    const again = await attempt<typeof each.operation>(each);
    expect(isSuccess(again)).toBe(true);
    const first = answers[index] ?? null;
    if (first === null || !isSuccess(first)) continue;
    expect(again?.envelope).toEqual(first.envelope);
    expect(again?.headers.get('idempotency-replayed')).toBe('true');
  }
}

/** After the repetitions every request has been carried out exactly once, and nothing referred to is missing. */
export async function checkDoneOnce(
  world: SigningWorld,
  { db }: OpenDatabase,
  { flowIds, label }: Volley,
  dataDir: string,
): Promise<void> {
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
      const path = join(String(flow.corp_id), hash.slice(0, 2), hash);
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
