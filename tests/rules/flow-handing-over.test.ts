import {
  decideNewInitiator,
  decideReplacement,
  decideTransfer,
  mayTakeOver,
} from '@cinnabar/server/areas/flows/change/rules/handing-over.js';
import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { changeOf, type Decision } from '@cinnabar/server/areas/flows/flow/rules/decision.js';
import { describe, expect, test } from 'vitest';
import { actor, type FlowModel, flow, idOf, noon, participant, wang } from '../support/flow-model.js';

const part = participant(2);
const colleague = {
  psnAccount: '19900000009',
  psnName: '王五',
  psnId: wang,
  isColleague: true,
  isSamePerson: false,
};
const foreigner = { ...colleague, psnId: idOf<'User'>(99), isColleague: false };
const late = new Date('2027-01-01T00:00:00Z');

function reasonOf(decision: Decision): string | null {
  return 'refusal' in decision ? decision.refusal.reason : null;
}

function transfer(state: FlowModel, change: Partial<Parameters<typeof decideTransfer>[1]> = {}) {
  return decideTransfer(flow(state), { actor, now: noon, part, successor: colleague, ...change });
}

function replace(state: FlowModel, change: Partial<Parameters<typeof decideReplacement>[1]> = {}) {
  return decideReplacement(flow(state), { actor, now: noon, part, successor: colleague, ...change });
}

describe('a part is handed over', () => {
  test('with its filled values, and without a pending approval', () => {
    const waiting = { ...part, signStatus: SignStatus.awaitingApproval };
    const { after, events, news } = changeOf(transfer({ participants: [participant(1), waiting] }));
    expect(after.participants[1]).toMatchObject({
      psnId: wang,
      psnName: '王五',
      psnAccount: '19900000009',
      signStatus: SignStatus.signing,
    });
    expect([events[0]?.kind, news[0]?.topic]).toEqual(['transferred', 'flow.transferred']);
  });

  test.each([
    ['past the deadline', {}, { now: late }, 'FLOW_EXPIRED'],
    ['in a draft', { status: FlowStatus.draft }, {}, 'FLOW_STATE'],
    ['in a completed flow', { status: FlowStatus.completed }, {}, 'FLOW_STATE'],
    ['of a person', {}, { part: { ...part, type: 'person' } }, 'FLOW_STATE'],
    ['that is done', {}, { part: { ...part, signStatus: SignStatus.signed } }, 'FLOW_STATE'],
    ['to somebody of another enterprise', {}, { successor: foreigner }, 'INVALID_FIELD'],
    [
      'to who has it',
      {},
      { successor: { ...colleague, psnId: part.psnId, psnAccount: part.psnAccount } },
      'INVALID_FIELD',
    ],
  ] as const)('not %s', (_what, state, change, reason) => {
    expect(reasonOf(transfer(state, change))).toBe(reason);
  });
});

describe('the initiator reassigns a part to another person', () => {
  const signed = participant(1, { signStatus: SignStatus.signed, signTime: noon });

  test('and the history records both persons', () => {
    const { events, news } = changeOf(replace({}, { successor: foreigner }));
    expect(events[0]).toMatchObject({
      kind: 'participantChanged',
      detail: { from: { name: '李四' }, to: { name: '王五', mobile: '19900000009' } },
    });
    expect(news[0]?.topic).toBe('flow.participantChanged');
  });

  test.each([
    ['anybody while nobody has signed', {}, { successor: foreigner }, null],
    ['a colleague once somebody has', { participants: [signed, part] }, {}, null],
    ['nobody else then', { participants: [signed, part] }, { successor: foreigner }, 'PARTY_FIXED'],
    ['nobody past the deadline', {}, { now: late }, 'FLOW_EXPIRED'],
    ['nobody in a revoked flow', { status: FlowStatus.revoked }, {}, 'FLOW_STATE'],
    ['nobody for a completed part', {}, { part: { ...part, signStatus: SignStatus.signed } }, 'FLOW_STATE'],
  ] as const)('%s', (_what, state, change, reason) => {
    expect(reasonOf(replace(state, change))).toBe(reason);
  });
});

describe('an open contract passes to another initiator', () => {
  const to = { userId: wang, name: '王五' };
  const pass = (state: FlowModel, now = noon) => decideNewInitiator(flow(state), { actor, to, now });

  test('with both names in the history, and its parts as they are', () => {
    const before = flow({});
    const { after, events } = changeOf(pass({}));
    expect(after).toEqual({ ...before, initiatorId: wang, initiatorName: '王五' });
    expect(events).toMatchObject([
      {
        kind: 'initiatorChanged',
        detail: { from: { userId: before.initiatorId, name: before.initiatorName }, to },
      },
    ]);
  });

  test.each([
    [FlowStatus.draft, 'FLOW_STATE'],
    [FlowStatus.completed, 'FLOW_STATE'],
    [FlowStatus.revoked, 'FLOW_STATE'],
    [FlowStatus.expired, 'FLOW_EXPIRED'],
  ])('but not in status %i', (status, reason) => {
    expect(reasonOf(pass({ status }))).toBe(reason);
  });

  test('nor past its deadline', () => {
    expect(reasonOf(pass({ deadline: noon }, late))).toBe('FLOW_EXPIRED');
  });
});

const [leaver, manager] = [idOf<'User'>(7), idOf<'User'>(8)];
const open = { encrypted: false, confidential: false };
test.each([
  ['a colleague', open, wang, manager, leaver, false, true],
  ['a colleague, what is confidential', { ...open, confidential: true }, wang, manager, leaver, false, true],
  ['the manager', open, manager, manager, leaver, false, false],
  ['the manager who reads contracts', open, manager, manager, leaver, true, true],
  [
    'that manager, what is confidential',
    { ...open, confidential: true },
    manager,
    manager,
    leaver,
    true,
    false,
  ],
  ['that manager, what is encrypted', { ...open, encrypted: true }, manager, manager, leaver, true, false],
])('whether %s takes a contract over', (_, kind, taker, giver, holder, readsContracts, may) => {
  expect(mayTakeOver(kind, { taker, giver, holder, readsContracts })).toBe(may);
});
