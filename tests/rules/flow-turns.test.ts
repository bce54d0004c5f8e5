import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import {
  fillQueue,
  openingSignStatus,
  signGroup,
  turnHolders,
} from '@cinnabar/server/areas/flows/flow/rules/turns.js';
import { refusalToSign } from '@cinnabar/server/areas/flows/sign/rules/signing.js';
import { describe, expect, test } from 'vitest';
import { component, flow, idOf, noon, participant } from '../support/flow-model.js';

const flags = (participants: readonly { readonly participantFlag: string }[]): string[] =>
  participants.map(({ participantFlag }) => participantFlag);

describe('filling is a queue by draftSort', () => {
  const components = [component(1, 1), component(2, 2)];
  const filler = (number: number) => participant(number, { fills: true, filled: false });

  test('the lowest draftSort comes first, whatever the order of the list', () => {
    const first = { ...filler(2), draftSort: 1 };
    const second = { ...filler(1), draftSort: 2 };
    expect(flags(fillQueue({ participants: [second, first], components }))).toEqual(['第2方', '第1方']);
  });

  test('a participant who has filled leaves the queue', () => {
    const participants = [{ ...filler(1), filled: true }, filler(2)];
    expect(flags(fillQueue({ participants, components }))).toEqual(['第2方']);
  });

  test('a participant without controls is skipped', () => {
    expect(flags(fillQueue({ participants: [filler(1), filler(2)], components: [component(2, 2)] }))).toEqual(
      ['第2方'],
    );
  });

  test('a signature area is nothing to fill', () => {
    const area = component(1, 1, { componentType: 6 });
    expect(fillQueue({ participants: [filler(1)], components: [area] })).toEqual([]);
  });
});

describe('signing proceeds by groups of equal signOrder', () => {
  const signer = (number: number, signOrder: number, signStatus: SignStatus = SignStatus.signing) =>
    participant(number, { signOrder, signStatus });

  test.each([
    ['one after the other', [signer(1, 1), signer(2, 2)], ['第1方']],
    ['equal numbers together', [signer(1, 1), signer(2, 1), signer(3, 2)], ['第1方', '第2方']],
    ['the rest of a group', [signer(1, 1, SignStatus.signed), signer(2, 1), signer(3, 2)], ['第2方']],
    ['gaps are skipped', [signer(1, 3, SignStatus.signed), signer(2, 200)], ['第2方']],
    ['nobody is left', [signer(1, 1, SignStatus.signed)], []],
  ])('%s', (_case, participants, expected) => {
    expect(flags(signGroup(participants))).toEqual(expected);
  });

  test('a mere filler belongs to no group', () => {
    const participants = [participant(1, { signs: false }), signer(2, 9)];
    expect(flags(signGroup(participants))).toEqual(['第2方']);
  });
});

test.each([
  ['filling is theirs', { fills: true, filled: false, signs: true }, SignStatus.filling],
  ['nothing to fill, signs', { fills: false, filled: true, signs: true }, SignStatus.signing],
  ['filled, signs', { fills: true, filled: true, signs: true }, SignStatus.signing],
  ['filled, does not sign', { fills: true, filled: true, signs: false }, SignStatus.signed],
] as const)('opening signStatus when %s', (_case, change, expected) => {
  expect(openingSignStatus([component(1, 1)], participant(1, change))).toBe(expected);
});

test.each([
  FlowStatus.draft,
  FlowStatus.completed,
  FlowStatus.revoked,
  FlowStatus.expired,
  FlowStatus.refused,
])('in state %s it is nobody’s turn', (status) => expect(turnHolders(flow({ status }))).toEqual([]));

describe('whether a participant may sign now', () => {
  const payee = { payeeId: idOf<'Payee'>(1), amountFen: 100, paid: false, audited: false, remark: null };
  const facts = { now: noon, verified: true, fillsFirst: false };
  const late = new Date('2027-01-01T00:00:00Z');

  test.each([
    ['yes', {}, {}, {}, null],
    ['not before their turn', {}, { signOrder: 9 }, {}, 'NOT_YOUR_TURN'],
    ['not while others fill', { status: FlowStatus.fill }, {}, {}, 'FLOW_STATE'],
    ['not in a completed flow', { status: FlowStatus.completed }, {}, {}, 'FLOW_STATE'],
    ['not in a revoked flow', { status: FlowStatus.revoked }, {}, {}, 'FLOW_STATE'],
    ['not twice', {}, { signStatus: SignStatus.signed }, {}, 'FLOW_STATE'],
    [
      'not while an approval is open',
      {},
      { signStatus: SignStatus.awaitingApproval },
      {},
      'AWAITING_APPROVAL',
    ],
    ['not past the deadline', {}, {}, { now: late }, 'FLOW_EXPIRED'],
    ['not when they only fill', {}, { signs: false }, {}, 'FLOW_STATE'],
    ['not before they are verified', {}, {}, { verified: false }, 'NOT_VERIFIED'],
    ['not before their payment is made', {}, { payee: { ...payee, priority: 0 } }, {}, 'PAYMENT_REQUIRED'],
    ['a payment after signing does not block', {}, { payee: { ...payee, priority: 1 } }, {}, null],
    ['a payment that was made', {}, { payee: { ...payee, priority: 0, paid: true } }, {}, null],
    ['the initiator’s own signers need no fee', { reversePay: true }, {}, {}, null],
    ['values are refused in state 2', {}, {}, { fillsFirst: true }, 'FLOW_STATE'],
  ] as const)('%s', (_case, change, mine, fact, expected) => {
    const me = participant(1, mine);
    const state = flow({ ...change, participants: [me, participant(2, { signOrder: 5 })] });
    expect(refusalToSign(state, me, { ...facts, ...fact })).toBe(expected);
  });

  test('a counterparty waits for the fee payable by another', () => {
    const me = participant(2, { signOrder: 1 });
    const state = flow({ reversePay: true, participants: [participant(1, { signOrder: 1 }), me] });
    expect(refusalToSign(state, me, facts)).toBe('FEE_UNPAID');
    expect(refusalToSign({ ...state, feePaid: true }, me, facts)).toBeNull();
  });

  test('the last filler may fill and sign in one act; nobody else may', () => {
    const me = participant(1, { fills: true, filled: false, signStatus: SignStatus.filling });
    const other = participant(2, { fills: true, filled: false, signStatus: SignStatus.filling });
    const alone = flow({
      status: FlowStatus.fill,
      participants: [me, participant(2)],
      components: [component(1, 1)],
    });
    expect(refusalToSign(alone, me, { ...facts, fillsFirst: true })).toBeNull();
    const both = { ...alone, participants: [me, other], components: [component(1, 1), component(2, 2)] };
    expect(refusalToSign(both, me, { ...facts, fillsFirst: true })).toBe('FLOW_STATE');
  });
});
