import { contractCancel, contractInfo, signContract } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answered } from '../support/client.js';
import { inconsistencies, ledgerProblems, readStoredFlow } from '../support/flow-consistency.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { pemOf, signatureProblems, signedFiles } from '../support/signed-files.js';

/** `npm run races` makes more. */
const PAIRS = Math.ceil(Number(process.env['RACES'] ?? 25) / 10);

let app: RunningApp;
let buyer: Enterprise;
let others: readonly Enterprise[];
let rootPem: string;

beforeAll(async () => {
  app = await startApp({ settings: { DOCUMENT_THREADS: '2' } });
  buyer = await givenEnterprise(app, { contracts: 1000 });
  others = await Promise.all(Array.from({ length: 7 }, () => givenEnterprise(app)));
  for (const enterprise of [buyer, ...others]) await givenSeal(enterprise);
  const { authority, clock } = app.app.services;
  await authority.chain(clock.now());
  rootPem = pemOf((await authority.trustAnchors())[0] ?? new Uint8Array());
});
afterAll(() => app.close());

/** A template of this many enterprises that may sign in parallel, the buyer first. */
function templateFor(parties: number): Promise<GivenTemplate> {
  return givenTemplate(buyer.owner.client, {
    parties: Array.from({ length: parties }, (_, index) => ({
      flag: `第${index + 1}方`,
      mode: index === 0 ? (3 as const) : (0 as const),
      signOrder: 1,
      area: index < 2,
    })),
  });
}

interface OpenFlow {
  readonly flowId: FlowId;
  readonly signers: readonly Person[];
}

/** A flow whose signers have confirmed their intents: only the signatures are left. */
async function openFlow(template: GivenTemplate, parties: number): Promise<OpenFlow> {
  const invited = others.slice(0, parties - 1);
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: invited.map((enterprise, index) => as(`第${index + 2}方`, enterprise.owner, enterprise)),
  });
  const signers = [buyer.owner, ...invited.map(({ owner }) => owner)];
  for (const signer of signers) await confirmByPassword(signer, flowId);
  return { flowId, signers };
}

/** The request that signs, ready to be sent. */
async function readyAct(person: Person, flowId: FlowId): Promise<() => Promise<Answered>> {
  const areas = await sealEverything(person, flowId);
  const signComponents = areas.length > 0 ? areas : [await freePlace(person, flowId)];
  return () => person.client.post(signContract.path, { flowId, signComponents });
}

/** A position on the second page for signers without an area. */
async function freePlace(person: Person, flowId: FlowId) {
  const [file] = await person.client.data(contractInfo, { flowId });
  const index = file?.participantList.findIndex(({ psnId }) => psnId === person.userId) ?? -1;
  const participantId = file?.participantList[index]?.participantId;
  if (file === undefined || participantId === undefined) throw new Error('no participant of this flow');
  return {
    componentId: 0,
    participantId,
    contractFileId: file.fileId,
    pageNum: 2,
    positionX: 40 + 180 * (index % 4),
    positionY: 100 + 300 * Math.floor(index / 4),
    fieldType: 0,
    sealId: 0,
    specialAttribute: {},
  };
}

function outcome({ status, envelope }: Answered): string {
  return status === 200 ? `code ${envelope.code}` : `${status} ${envelope.reason}`;
}

/** All stored data is consistent, and every file verifies; returns the participants that have signed, in order. */
async function expectSound(flowId: FlowId): Promise<readonly number[]> {
  const { db } = app.app.database;
  expect(await inconsistencies(db, flowId)).toEqual([]);
  expect(await ledgerProblems(db)).toEqual([]);
  const { signatures, revisions } = await readStoredFlow(db, flowId);
  const inOrder = signatures.map(({ participantId }) => participantId);
  expect(revisions.map(({ revision }) => revision)).toEqual(
    Array.from({ length: 1 + inOrder.length }, (_, index) => 1 + index),
  );
  for (const file of await signedFiles(buyer.owner, flowId)) {
    expect(signatureProblems(file, inOrder, rootPem)).toEqual([]);
  }
  return inOrder;
}

describe('signers with the same signOrder', () => {
  test('two concurrent ones, again and again: both signatures are valid', async () => {
    const template = await templateFor(2);
    for (let time = 0; time < PAIRS; time += 1) {
      const { flowId, signers } = await openFlow(template, 2);
      const acts = await Promise.all(signers.map((signer) => readyAct(signer, flowId)));
      const answers = await Promise.all(acts.map((act) => act()));
      expect(answers.map(outcome)).toEqual(['code 0', 'code 0']);
      expect(await expectSound(flowId)).toHaveLength(2);
      expect(await taskInfo(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
    }
  });

  test('eight concurrent ones: after five lost attempts a signer is asked to retry, and then signs', async () => {
    const { flowId, signers } = await openFlow(await templateFor(8), 8);
    const acts = await Promise.all(signers.map((signer) => readyAct(signer, flowId)));
    let waiting = acts;
    let conflicts = 0;
    for (let wave = 0; waiting.length > 0; wave += 1) {
      expect(wave).toBeLessThan(8);
      const before = 8 - waiting.length;
      const answers = await Promise.all(waiting.map((act) => act()));
      const lost = answers.filter(({ status }) => status === 503);
      for (const answer of lost) {
        expect(answer.envelope).toMatchObject({ code: '503', reason: 'REVISION_CONFLICT', data: null });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      waiting = waiting.filter((_, index) => answers[index]?.status === 503);
      expect(answers.length - lost.length).toBeGreaterThan(0);
      expect(answers.filter(({ status }) => status !== 503).map(outcome)).toEqual(
        Array(answers.length - lost.length).fill('code 0'),
      );
      // A signer who was asked to retry has changed nothing.
      expect(await expectSound(flowId)).toHaveLength(before + answers.length - lost.length);
      conflicts += lost.length;
    }
    console.log(`${conflicts} of 8 signers had to come back`);
    expect(await taskInfo(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
  });
});

describe('the same signature', () => {
  test('sent three times concurrently is made once and charged once', async () => {
    const template = await templateFor(2);
    for (let time = 0; time < 5; time += 1) {
      const { flowId } = await openFlow(template, 2);
      const act = await readyAct(buyer.owner, flowId);
      const outcomes = (await Promise.all([act(), act(), act()])).map(outcome).toSorted();
      expect(outcomes).toEqual(['403 FLOW_STATE', '403 FLOW_STATE', 'code 0']);
      expect(await expectSound(flowId)).toHaveLength(1);
    }
  });

  test('sent three times concurrently with one key is made once, and every 200 has the same response', async () => {
    const { flowId } = await openFlow(await templateFor(2), 2);
    const body = { flowId, signComponents: await sealEverything(buyer.owner, flowId) };
    const headers = { 'idempotency-key': `three-${flowId}` };
    const send = () => buyer.owner.client.post(signContract.path, body, headers);
    const answers = await Promise.all([send(), send(), send()]);
    const [done, ...more] = answers.filter(({ status }) => status === 200);
    expect(done?.envelope.code).toBe('0');
    for (const { envelope } of more) expect(envelope).toEqual(done?.envelope);
    const refused = answers.filter(({ status }) => status !== 200).map(outcome);
    expect(refused).toEqual(Array(refused.length).fill('409 IDEMPOTENCY_KEY_RUNNING'));
    expect((await send()).envelope).toEqual(done?.envelope);
    expect(await expectSound(flowId)).toHaveLength(1);
  });
});

describe('concurrent signers and a revocation', () => {
  test('either may come first; responses match what is stored', async () => {
    const template = await templateFor(3);
    const ends = new Set<number>();
    for (let time = 0; time < 6; time += 1) {
      const { flowId, signers } = await openFlow(template, 3);
      const acts = await Promise.all(signers.map((signer) => readyAct(signer, flowId)));
      const cancel = () => buyer.owner.client.post(contractCancel.path, { flowId, cancelMsg: '条款有误' });
      // The revocation is delayed more in each round: it has no documents to sign, and would always come first.
      const pause = new Promise((resolve) => setTimeout(resolve, 40 * time));
      const [revoked, ...signed] = await Promise.all([pause.then(cancel), ...acts.map((act) => act())]);
      const inOrder = await expectSound(flowId);
      const made = signed.map(outcome);
      expect(made.filter((each) => each === 'code 0')).toHaveLength(inOrder.length);
      const { flowStatus } = await taskInfo(buyer.owner, flowId);
      ends.add(flowStatus);
      const refused = made.filter((each) => each !== 'code 0');
      if (flowStatus === 3) expect(outcome(revoked)).toBe('403 FLOW_STATE');
      else expect([flowStatus, outcome(revoked)]).toEqual([4, 'code 0']);
      expect(refused).toEqual(Array(refused.length).fill('403 FLOW_STATE'));
    }
    console.log(`states at the end: ${[...ends].join()}`);
  });
});

describe('readers during signing', () => {
  test('see the flow before or after each signature, never in between', async () => {
    const { flowId, signers } = await openFlow(await templateFor(2), 2);
    const acts = await Promise.all(signers.map((signer) => readyAct(signer, flowId)));
    let over = false;
    const looking = Promise.all(Array.from({ length: 4 }, () => look()));
    await Promise.all(acts.map((act) => act()));
    over = true;
    expect((await looking).flat()).toEqual([]);

    async function look(): Promise<readonly string[]> {
      const between: string[] = [];
      while (!over) {
        const { flowStatus, participantList } = await taskInfo(buyer.owner, flowId);
        const signed = participantList.filter(({ signStatus }) => signStatus === 3).length;
        if ((flowStatus === 3) !== (signed === 2)) between.push(`state ${flowStatus} with ${signed} signed`);
      }
      return between;
    }
  });
});
