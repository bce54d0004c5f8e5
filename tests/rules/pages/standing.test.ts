/** The state that each page displays when no action is possible. */
import { describe, expect, test } from 'vitest';
import { standingOf as approvalStanding } from '../../../packages/web/src/approve/standing.js';
import { standingOf as fillStanding } from '../../../packages/web/src/fill/standing.js';
import { standingOf as signStanding } from '../../../packages/web/src/sign/standing.js';
import { approvalView, fillView, idOf, party, signView, textControl } from './given-views.js';

const approval = {
  approvalId: idOf<'Approval'>(3),
  sealName: '合同专用章',
  approvers: ['张*'],
  createTime: '2026-11-20T14:03:00.000+0800',
  expireTime: '2026-11-27T14:03:00.000+0800',
  isOwn: true,
} as const;
const seller = party({ participantId: 2, name: '云帆贸易', isTurn: true });

describe('a contract, for its signer', () => {
  test('can be signed during signing if nothing prevents it', () => {
    expect(signStanding(signView())).toBeNull();
  });

  test.each([
    [
      { me: party({ isMe: true, signStatus: 4 }), approval },
      { kind: 'awaitingApproval', approval },
    ],
    [
      { status: 6, endReason: '价格有误' },
      { kind: 'refused', reason: '价格有误' },
    ],
    [{ status: 4 }, { kind: 'revoked', reason: null }],
    [{ status: 5 }, { kind: 'expired' }],
    [{ obstacle: 'FLOW_EXPIRED' }, { kind: 'expired' }],
    [{ obstacle: 'NOT_VERIFIED' }, { kind: 'notVerified', duty: 'sign' }],
    [
      { obstacle: 'PAYMENT_REQUIRED', amount: 1200 },
      { kind: 'paymentDue', amount: 1200 },
    ],
    [{ obstacle: 'FEE_UNPAID' }, { kind: 'feeDue' }],
    [
      { obstacle: 'NOT_YOUR_TURN', parties: [party({ isMe: true }), seller] },
      { kind: 'notYourTurn', duty: 'sign', partiesToAct: ['云帆贸易'] },
    ],
    [{ status: 1, obstacle: 'FLOW_STATE', parties: [seller] }, { kind: 'notFilled' }],
    [{ obstacle: 'NOT_YOUR_TURN', parties: [party({ isMe: true })] }, { kind: 'notFilled' }],
  ] as const)('%j stands as %j', (given, standing) => {
    expect(signStanding(signView(given))).toEqual(standing);
  });

  test('waits for approval of the seal whatever else prevents signing, until the flow ends', () => {
    const me = party({ isMe: true, signStatus: 4 });
    expect(signStanding(signView({ me, obstacle: 'FLOW_EXPIRED' }))?.kind).toBe('awaitingApproval');
    expect(signStanding(signView({ me, status: 6, obstacle: 'FLOW_STATE' }))?.kind).toBe('refused');
  });
});

describe('a contract, for its filler', () => {
  test('can be filled if nothing prevents it', () => {
    expect(fillStanding(fillView())).toBeNull();
  });

  const filled = party({ isMe: true, filled: true });
  const controls = [
    textControl({ componentId: 1, value: '王芳' }),
    textControl({ componentId: 2, value: '' }),
  ];

  test.each([
    ['nothing follows', {}, { kind: 'nothing' }],
    ['another fills next', { parties: [seller] }, { kind: 'filling', by: ['云帆贸易'] }],
    ['another signs next', { status: 2, parties: [seller] }, { kind: 'signing', by: ['云帆贸易'] }],
    [
      'the same person signs next',
      { status: 2, parties: [party({ isMe: true, isTurn: true }), seller] },
      { kind: 'mySignature' },
    ],
  ] as const)('is handed in with the fields that hold something, and %s', (_what, given, next) => {
    const view = fillView({ obstacle: 'FLOW_STATE', me: filled, controls, ...given });
    expect(fillStanding(view)).toEqual({ kind: 'handedIn', fields: 1, next });
  });

  test('is displayed as submitted after it expired, but not after it was refused or revoked', () => {
    const view = { obstacle: 'FLOW_STATE', me: filled, controls } as const;
    expect(fillStanding(fillView({ ...view, status: 5 }))?.kind).toBe('handedIn');
    expect(fillStanding(fillView({ ...view, status: 6 }))?.kind).toBe('refused');
    expect(fillStanding(fillView({ ...view, status: 4 }))?.kind).toBe('revoked');
  });

  test.each([
    [{ status: 5, obstacle: 'FLOW_STATE' }, { kind: 'expired' }],
    [{ obstacle: 'FLOW_EXPIRED' }, { kind: 'expired' }],
    [{ obstacle: 'NOT_VERIFIED' }, { kind: 'notVerified', duty: 'fill' }],
    [
      { obstacle: 'NOT_YOUR_TURN', parties: [seller] },
      { kind: 'notYourTurn', duty: 'fill', partiesToAct: ['云帆贸易'] },
    ],
    [{ obstacle: 'NOT_YOUR_TURN' }, { kind: 'nothingToFill' }],
    [{ obstacle: 'FLOW_STATE' }, { kind: 'nothingToFill' }],
  ] as const)('%j stands as %j', (given, standing) => {
    expect(fillStanding(fillView(given))).toEqual(standing);
  });
});

describe('an approval', () => {
  const time = '2026-11-20T15:03:00.000+0800';
  const request = { requesterName: '李雷', createTime: '2026-11-20T14:03:00.000+0800', sealNames: [] };

  test.each([
    [
      { status: 3, failReason: '条款有误' },
      { kind: 'approvalRejected', time, reason: '条款有误' },
    ],
    [{ status: 3 }, { kind: 'approvalRejected', time, reason: null }],
    [{ status: 4 }, { kind: 'approvalWithdrawn', time }],
    [{ status: 5 }, { kind: 'approvalOver', time }],
    [
      { status: 1, isOwn: true },
      { kind: 'ownRequest', expireTime: '2026-11-27T14:03:00.000+0800' },
    ],
    [{ status: 1, isOwn: false }, { kind: 'otherApprover' }],
  ] as const)('%j stands as %j', (given, standing) => {
    expect(approvalStanding(approvalView(given))).toEqual({ ...standing, request });
  });

  test('that passed names the next signers during signing', () => {
    const flow = { ...approvalView().flow, parties: [seller] };
    expect(approvalStanding(approvalView({ status: 2, flow }))).toMatchObject({
      kind: 'approvalPassed',
      next: { kind: 'signing', by: ['云帆贸易'] },
    });
    const completed = { ...flow, status: 3 } as const;
    expect(approvalStanding(approvalView({ status: 2, flow: completed }))).toMatchObject({
      next: { kind: 'nothing' },
    });
  });
});
