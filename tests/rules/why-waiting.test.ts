import { OperateStatus } from '@cinnabar/api/enums.js';
import { type WaitReason, waitReasons } from '@cinnabar/api/schemas/waiting.js';
import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { progressOf } from '@cinnabar/server/areas/flows/flow/rules/progress.js';
import { type WaitFacts, whyWaiting } from '@cinnabar/server/areas/flows/flow/rules/why-waiting.js';
import { describe, expect, test } from 'vitest';
import { flow, idOf, noon, participant } from '../support/flow-model.js';

const days = (count: number): Date => new Date(noon.getTime() + count * 24 * 3_600_000);
const part = idOf<'Participant'>(101);

/** Nothing is in the way. */
const ready: WaitFacts = {
  automaticExpired: false,
  hasSeal: true,
  disowned: false,
  reached: true,
  opened: true,
  corpRegistered: true,
  joined: true,
  verified: true,
};
/** Everything is in the way. */
const stuck: WaitFacts = {
  automaticExpired: true,
  hasSeal: false,
  disowned: true,
  reached: false,
  opened: false,
  corpRegistered: false,
  joined: false,
  verified: false,
};

const { fill, signing, approval, payment } = OperateStatus;

describe('why a flow waits', () => {
  const rows: readonly (readonly [
    reason: WaitReason,
    awaited: typeof fill | typeof signing | typeof approval | typeof payment,
    of: typeof part | null,
    facts: WaitFacts | null,
    deadline: Date | null,
  ])[] = [
    ['contractApprovalPending', approval, null, null, null],
    ['sealApprovalPending', approval, part, stuck, days(1)],
    ['paymentPending', payment, part, stuck, days(1)],
    ['automaticSealNotPlaced', signing, part, stuck, null],
    ['sealNotUsable', signing, part, { ...stuck, automaticExpired: false }, null],
    ['wrongPerson', signing, part, { ...stuck, automaticExpired: false, hasSeal: true }, null],
    ['messageNotDelivered', signing, part, { ...ready, reached: false, opened: false }, days(1)],
    ['messageNotDelivered', fill, part, { ...ready, reached: false, opened: false }, null],
    ['linkNotOpened', signing, part, { ...ready, opened: false, corpRegistered: false }, null],
    ['linkNotOpened', fill, part, { ...ready, opened: false }, days(1)],
    ['corpNotRegistered', signing, part, { ...ready, corpRegistered: false, joined: false }, null],
    ['joinPending', signing, part, { ...ready, joined: false, verified: false }, null],
    ['notVerified', signing, part, { ...ready, verified: false }, days(1)],
    ['fillPending', fill, part, ready, days(1)],
    ['deadlineNear', signing, part, ready, days(3)],
    ['opened', signing, part, ready, days(4)],
    ['opened', signing, part, ready, null],
    ['opened', signing, part, null, null],
  ];

  test.each(rows)('%s: %#', (reason, awaited, of, facts, deadline) => {
    expect(whyWaiting({ participantId: of, awaited }, deadline, facts, noon)).toBe(reason);
  });

  test('every reason occurs', () => {
    expect(new Set(rows.map(([reason]) => reason))).toEqual(new Set(waitReasons));
  });
});

describe('the progress of a flow', () => {
  const signed = { signStatus: SignStatus.signed, signTime: days(1) };

  test('counts those who sign, and names whoever has waited longest first', () => {
    const state = flow({
      status: FlowStatus.signing,
      startTime: noon,
      participants: [
        participant(1, { signOrder: 1, ...signed }),
        participant(2, { signOrder: 2 }),
        participant(3, { signOrder: 2, signStatus: SignStatus.awaitingApproval }),
        participant(4, { signs: false, signStatus: SignStatus.signed }),
      ],
    });
    const approver = { participantId: idOf<'Participant'>(103), name: '审批人', corpName: '甲' };
    const progress = progressOf(state, [{ ...approver, askedAt: days(0.5) }]);
    expect([progress.signers, progress.signed]).toEqual([3, 1]);
    expect(progress.waiting.map(({ psnName, for: awaited }) => [psnName, awaited])).toEqual([
      ['审批人', 3],
      [state.participants[1]?.psnName, 2],
    ]);
    expect(progress.waitingSince).toEqual(days(0.5));
  });

  test('names five persons at most', () => {
    const participants = Array.from({ length: 8 }, (_, index) => participant(index + 1, { signOrder: 1 }));
    const { waiting } = progressOf(flow({ status: FlowStatus.signing, startTime: noon, participants }), []);
    expect(waiting).toHaveLength(5);
  });

  test('has no start of waiting after the end, even if a payment is awaited', () => {
    const payee = {
      payeeId: idOf<'Payee'>(1),
      amountFen: 100,
      paid: false,
      audited: false,
      priority: 1,
      remark: null,
    } as const;
    const participants = [participant(1, { ...signed, payee })];
    const progress = progressOf(flow({ status: FlowStatus.completed, participants }), []);
    expect(progress.waiting.map(({ for: awaited }) => awaited)).toEqual([payment]);
    expect(progress.waitingSince).toBeNull();
  });
});
