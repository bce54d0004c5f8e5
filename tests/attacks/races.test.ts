/**
 * Any two concurrent acts on a contract: approval, rejection, withdrawal, revocation, refusal, handing over, signature,
 * deadline. In any order, each act is carried out completely or refused completely, and its response states what
 * happened.
 */
import { approvalCancel, approvalSign } from '@cinnabar/api/operations/approvals.js';
import {
  contractCancel,
  contractChangeParticipant,
  contractExtend,
  contractRefuse,
  contractTransfer,
  signContract,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Heard, hear } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import { ledgerProblems } from '../support/flow-consistency.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { type Aftermath, aftermathOf } from './flow-invariants.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;
let plain: Person;
let colleague: Person;
let administrator: Person;
let sellerColleague: Person;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app, { contracts: 1000 });
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  plain = await buyer.member();
  colleague = await buyer.member();
  administrator = await buyer.member(['ADMIN']);
  sellerColleague = await seller.member(['SEAL_ADMIN']);
  template = await givenTemplate(buyer.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true, signOrder: 1 },
      { flag: '乙方', area: true, signOrder: 1 },
    ],
  });
});
afterAll(() => app.close());

/** A contract in which 甲方 waits for approval and 乙方 is ready to sign. */
interface Ready {
  readonly flowId: FlowId;
  readonly approvalId: number;
  readonly sellerPart: number;
  readonly sellerMarks: readonly object[];
}

async function ready(): Promise<Ready> {
  const { flowId, participantList } = await startFlow(buyer.owner.client, template, {
    participantList: [as('甲方', plain, buyer), as('乙方', seller.owner, seller)],
  });
  const { approvalId } = await sign(plain, flowId);
  if (approvalId === null) throw new Error('nobody was asked');
  await confirmByPassword(seller.owner, flowId);
  const sellerPart = participantList.find(({ participantFlag }) => participantFlag === '乙方')?.participantId;
  const sellerMarks = await sealEverything(seller.owner, flowId);
  return { flowId, approvalId, sellerPart: sellerPart ?? 0, sellerMarks };
}

const handTo = ({ mobile, realName }: Person) => ({ psnAccount: mobile, psnName: realName });

const acts = {
  pass: ({ approvalId }) => hear(buyer.owner, approvalSign, { approvalId, approvalStatus: 2 }),
  passByAnother: ({ approvalId }) => hear(administrator, approvalSign, { approvalId, approvalStatus: 2 }),
  reject: ({ approvalId }) => hear(administrator, approvalSign, { approvalId, approvalStatus: 3 }),
  withdraw: ({ approvalId }) => hear(plain, approvalCancel, { approvalId, approvalStatus: 4 }),
  revoke: ({ flowId }) => hear(buyer.owner, contractCancel, { flowId }),
  refuse: ({ flowId }) => hear(seller.owner, contractRefuse, { flowId }),
  refuseOneself: ({ flowId }) => hear(plain, contractRefuse, { flowId }),
  sign: ({ flowId, sellerMarks }) =>
    hear(seller.owner, signContract, { flowId, signComponents: sellerMarks }),
  transfer: ({ flowId }) => hear(plain, contractTransfer, { flowId, ...handTo(colleague) }),
  change: ({ flowId, sellerPart }) =>
    hear(buyer.owner, contractChangeParticipant, {
      flowId,
      participantId: sellerPart,
      ...handTo(sellerColleague),
    }),
} satisfies Record<string, (at: Ready) => Promise<Heard>>;

type Act = keyof typeof acts;
const names: readonly Act[] = [
  'pass',
  'passByAnother',
  'reject',
  'withdraw',
  'revoke',
  'refuse',
  'refuseOneself',
  'sign',
  'transfer',
  'change',
];

/** What must or must not have happened according to the responses. */
function hasHappened(act: Act, { flow, kinds, signatures, approvals }: Aftermath, at: Ready): boolean {
  const [approval] = approvals;
  const hasSigned = (isSeller: boolean) =>
    signatures.some(({ participantId }) => (participantId === at.sellerPart) === isSeller);
  switch (act) {
    case 'pass':
    case 'passByAnother':
      return approval?.status === 2 && hasSigned(false);
    case 'reject':
      return approval?.status === 3;
    case 'withdraw':
      return approval?.status === 4;
    case 'revoke':
      return flow.status === 4;
    case 'refuse':
    case 'refuseOneself':
      return flow.status === 6;
    case 'sign':
      return hasSigned(true);
    case 'transfer':
      return kinds.includes('transferred');
    case 'change':
      return kinds.includes('participantChanged');
  }
}

const wasDone = ([status, code]: Heard): boolean => status === 200 && code === '0';
/** A refusal because of the flow's status, or after five lost attempts. */
const refusals: readonly (string | null)[] = [
  'FLOW_STATE',
  'PERMISSION_DENIED',
  'NOT_MEMBER',
  'WISH_REQUIRED',
  'FLOW_EXPIRED',
  'REVISION_CONFLICT',
];

async function race(at: Ready, together: readonly Act[], also: () => Promise<unknown> = async () => null) {
  const [answers] = await Promise.all([Promise.all(together.map((act) => acts[act](at))), also()]);
  const after = await aftermathOf(app.app.database.db, at.flowId);
  const told = together.map((act, index) => `${act}: ${answers[index]?.join(' ')}`).join(', ');
  expect([told, after.problems]).toEqual([told, []]);
  for (const [index, act] of together.entries()) {
    const answer = answers[index] ?? failed();
    const done = wasDone(answer);
    if (!done) expect([told, refusals.includes(answer[2])]).toEqual([told, true]);
    // Two acts of one kind leave one trace, made by one of them.
    const alike = together
      .filter((other) => hasSameTrace(act, other))
      .map((other) => together.indexOf(other));
    const doneAlike = alike.filter((other) => wasDone(answers[other] ?? failed())).length;
    expect([told, act, doneAlike]).toEqual([told, act, hasHappened(act, after, at) ? 1 : 0]);
  }
  return { answers, after };
}

function hasSameTrace(one: Act, other: Act): boolean {
  const traces: Readonly<Partial<Record<Act, string>>> = {
    pass: 'pass',
    passByAnother: 'pass',
    refuse: 'refuse',
    refuseOneself: 'refuse',
  };
  return (traces[one] ?? one) === (traces[other] ?? other);
}

function failed(): never {
  throw new Error('no answer');
}

const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));

describe('two concurrent acts', () => {
  for (const [one, other] of pairs) {
    test(`${one} and ${other}`, async () => {
      const { answers } = await race(await ready(), [one, other]);
      // The first act was not refused because of the other.
      expect(answers.some(wasDone)).toBe(true);
    });
  }
});

describe('many concurrent acts', () => {
  test('all of them, repeatedly', async () => {
    for (let round = 0; round < 6; round += 1) {
      const turned = names.map((_, index) => names[(index + round * 3) % names.length] ?? failed());
      await race(await ready(), turned);
    }
  });
});

describe('the deadline during an act', () => {
  for (const act of ['pass', 'sign', 'revoke', 'refuse', 'transfer'] as const) {
    test(`and ${act}`, async () => {
      const at = await ready();
      const soon = new Date(app.app.services.clock.now().getTime() + 30_000);
      await buyer.owner.client.data(contractExtend, { flowId: at.flowId, expireDate: soon.toISOString() });
      await race(at, [act], () => app.advance(61));
      await app.advance(61);
      const { flow, problems } = await aftermathOf(app.app.database.db, at.flowId);
      expect(problems).toEqual([]);
      // Flows still open by now have expired at their deadline.
      expect([3, 4, 5, 6]).toContain(flow.status);
    });
  }
});

test('after all of these the ledgers are consistent', async () => {
  expect(await ledgerProblems(app.app.database.db)).toEqual([]);
});
