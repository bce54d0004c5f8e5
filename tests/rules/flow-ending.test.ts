import { decideExtension } from '@cinnabar/server/areas/flows/change/rules/extending.js';
import {
  decideDeletion,
  decideExpiry,
  decideRefusal,
  decideRevocation,
  decideWithdrawal,
} from '@cinnabar/server/areas/flows/end/rules/ending.js';
import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { changeOf, type Decision } from '@cinnabar/server/areas/flows/flow/rules/decision.js';
import { describe, expect, test } from 'vitest';
import { actor, buyer, flow, idOf, noon, participant } from '../support/flow-model.js';

const late = new Date('2027-01-01T00:00:00Z');
const waiting = participant(1, { signStatus: SignStatus.awaitingApproval });
const command = { actor, reason: '条款有误', now: noon };

/** The status after the decision, or the reason for refusing it. */
function outcome(decision: Decision): number | string | null {
  return 'refusal' in decision ? decision.refusal.reason : decision.change.after.status;
}

const told = (decision: Decision) => changeOf(decision).news.map(({ topic }) => topic);
const noted = (decision: Decision) => changeOf(decision).events.map(({ kind }) => kind);

describe('every way to end a flow, in every status', () => {
  const own = [participant(2)];
  const approval = {
    approvalId: idOf<'Approval'>(901),
    corpId: buyer,
    kind: 'contract',
    participantId: null,
    status: 1,
  } as const;
  const extended = new Date('2026-12-01T00:00:00Z');

  test.each([
    // status              revoke  refuse  expire  extend  withdraw
    [FlowStatus.draft, 4, 'FLOW_STATE', 'FLOW_STATE', 0, 4],
    [FlowStatus.fill, 4, 6, 5, 1, 4],
    [FlowStatus.signing, 4, 6, 5, 2, 4],
    [FlowStatus.completed, 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE'],
    [FlowStatus.revoked, 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE'],
    [FlowStatus.expired, 'FLOW_EXPIRED', 'FLOW_EXPIRED', 'FLOW_STATE', 'FLOW_EXPIRED', 'FLOW_EXPIRED'],
    [FlowStatus.refused, 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE', 'FLOW_STATE'],
  ] as const)('status %i', (status, revoke, refuse, expire, extend, withdraw) => {
    const state = flow({ status });
    expect({
      revoke: outcome(decideRevocation(state, command)),
      refuse: outcome(decideRefusal(state, { ...command, own, inOwnSession: false })),
      expire: outcome(decideExpiry(state, late)),
      extend: outcome(decideExtension(state, { actor, now: noon, deadline: extended })),
      withdraw: outcome(decideWithdrawal(state, { ...command, approval })),
    }).toEqual({ revoke, refuse, expire, extend, withdraw });
  });
});

describe('after the deadline', () => {
  const after = { ...command, now: late };
  test.each([
    ['nobody revokes', decideRevocation(flow(), after)],
    ['nobody refuses', decideRefusal(flow(), { ...after, own: [participant(2)], inOwnSession: false })],
    ['nobody extends', decideExtension(flow(), { ...after, deadline: late })],
  ])('%s', (_what, decision) => {
    expect(outcome(decision)).toBe('FLOW_EXPIRED');
  });

  test('a flow expires, but not before', () => {
    expect(outcome(decideExpiry(flow(), noon))).toBe('FLOW_STATE');
    const decision = decideExpiry(flow({ participants: [waiting, participant(2)] }), late);
    expect(changeOf(decision).after).toMatchObject({ status: FlowStatus.expired, endReason: '已过截止时间' });
    expect(changeOf(decision).after.participants.map(({ signStatus }) => signStatus)).toEqual([2, 2]);
    expect([noted(decision), told(decision)]).toEqual([['expired'], ['flow.expired']]);
  });
});

describe('a revocation', () => {
  test('ends all waiting for approval, and states the reason', () => {
    const decision = decideRevocation(flow({ participants: [waiting, participant(2)] }), command);
    const { after } = changeOf(decision);
    expect(after).toMatchObject({ status: FlowStatus.revoked, endReason: '条款有误', finishTime: null });
    expect(after.participants.map(({ signStatus }) => signStatus)).toEqual([2, 2]);
    expect([noted(decision), told(decision)]).toEqual([['revoked'], ['flow.revoked']]);
  });
});

describe('a refusal', () => {
  const mine = participant(2);
  const person = participant(3, { type: 'person', corpId: null });
  const state = flow({ participants: [waiting, mine, person] });
  const refuse = (own: readonly (typeof mine)[], inOwnSession = false) =>
    decideRefusal(state, { ...command, own, inOwnSession });

  test('marks the person who refused, and ends the waiting for approval', () => {
    const { after } = changeOf(refuse([mine]));
    expect(after.participants.map(({ signStatus }) => signStatus)).toEqual([2, 5, 2]);
    expect(after.endReason).toBe('条款有误');
  });

  test.each([
    [
      'a signed participant cannot refuse',
      [participant(2, { signStatus: SignStatus.signed })],
      false,
      'FLOW_STATE',
    ],
    ['a person refuses for themselves in a session of their own', [person], true, FlowStatus.refused],
    ['and not through an application', [person], false, 'OWN_SESSION_REQUIRED'],
    ['an enterprise’s part is refused through an application', [mine, person], false, FlowStatus.refused],
  ] as const)('%s', (_what, own, inOwnSession, expected) => {
    expect(outcome(refuse(own, inOwnSession))).toBe(expected);
  });

  test('names the first participant that was refused', () => {
    const [news] = changeOf(refuse([mine])).news;
    expect(news?.payload).toMatchObject({ status: FlowStatus.refused, participantId: mine.participantId });
  });
});

describe('an extension', () => {
  const deadline = new Date('2026-12-01T00:00:00Z');
  const signer = participant(1, { signStatus: SignStatus.signed, signTime: noon });

  test('names those who signed under the earlier deadline', () => {
    const state = flow({ participants: [signer, participant(2)] });
    const { after, events } = changeOf(decideExtension(state, { actor, now: noon, deadline }));
    expect(after.deadline).toEqual(deadline);
    expect(events[0]?.detail['signedBefore']).toEqual([
      { participantId: signer.participantId, name: '甲公司', signTime: noon.toISOString() },
    ]);
  });

  test.each([
    [FlowStatus.draft, []],
    [FlowStatus.signing, ['flow.extended']],
  ] as const)('in status %i is told to %j', (status, topics) => {
    expect(told(decideExtension(flow({ status }), { actor, now: noon, deadline }))).toEqual(topics);
  });
});

describe('a record', () => {
  test.each([
    [FlowStatus.draft, true],
    [FlowStatus.fill, false],
    [FlowStatus.signing, false],
    [FlowStatus.completed, false],
    [FlowStatus.revoked, true],
    [FlowStatus.expired, true],
    [FlowStatus.refused, true],
  ] as const)('of status %i can be deleted: %s', (status, deletable) => {
    const decision = decideDeletion(flow({ status }), { actor, now: noon });
    expect('change' in decision ? decision.change.after.deletedAt : null).toEqual(deletable ? noon : null);
  });
});

describe('the withdrawal of an approval request', () => {
  const approval = { approvalId: idOf<'Approval'>(901), corpId: buyer, status: 1 } as const;

  test('for a draft revokes the draft', () => {
    const asked = { ...approval, kind: 'contract', participantId: null } as const;
    const decision = decideWithdrawal(flow({ status: FlowStatus.draft }), { ...command, approval: asked });
    expect(outcome(decision)).toBe(FlowStatus.revoked);
    expect([noted(decision), told(decision)]).toEqual([
      ['approvalFinished', 'revoked'],
      ['flow.revoked', 'approval.finished'],
    ]);
  });

  test('for the use of a seal lets its signer act again', () => {
    const asked = { ...approval, kind: 'seal', participantId: waiting.participantId } as const;
    const state = flow({ participants: [waiting, participant(2)] });
    const decision = decideWithdrawal(state, { ...command, approval: asked });
    expect(outcome(decision)).toBe(FlowStatus.signing);
    expect(changeOf(decision).after.participants[0]?.signStatus).toBe(SignStatus.signing);
  });

  test('that has already ended is refused', () => {
    const asked = { ...approval, kind: 'seal', participantId: null, status: 2 } as const;
    expect(outcome(decideWithdrawal(flow(), { ...command, approval: asked }))).toBe('FLOW_STATE');
  });
});
