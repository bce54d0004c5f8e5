import { decideReplacement, decideTransfer } from '@cinnabar/server/areas/flows/change/rules/handing-over.js';
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
