import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import {
  awaitedConsents,
  endsPlaceDraft,
  isCompletion,
  ownSigners,
  pageWork,
} from '@cinnabar/server/areas/flows/flow/rules/effects.js';
import { describe, expect, test } from 'vitest';
import { component, flow, noon, participant, zhang } from '../support/flow-model.js';

const asking = participant(1, { signStatus: SignStatus.awaitingApproval });

describe('approvals still awaited', () => {
  test.each([
    ['of a draft: to sending it', { status: FlowStatus.draft }, { toDraft: true, toParts: [] }],
    [
      'in signing: of who asked',
      { participants: [asking, participant(2)] },
      { toDraft: false, toParts: [101] },
    ],
    [
      'none once it has ended',
      { status: FlowStatus.revoked, participants: [asking] },
      { toDraft: false, toParts: [] },
    ],
    [
      'none once it is deleted',
      { status: FlowStatus.draft, deletedAt: noon },
      { toDraft: false, toParts: [] },
    ],
  ] as const)('%s', (_what, state, expected) => {
    expect(awaitedConsents(flow(state))).toEqual(expected);
  });
});

describe('page drafts still usable', () => {
  const filler = participant(1, { filled: false });
  test.each([
    [
      'while filling: of those who have not filled',
      { status: FlowStatus.fill, participants: [filler, participant(2)] },
      [[101, 'fill']],
    ],
    ['in signing: of who can sign', { participants: [asking, participant(2)] }, [[102, 'sign']]],
    ['none in a draft', { status: FlowStatus.draft }, []],
    ['none after the end', { status: FlowStatus.completed }, []],
    ['none of what is deleted', { deletedAt: noon }, []],
  ] as const)('%s', (_what, state, expected) => {
    const work = pageWork(flow(state)).map(({ participant: { participantId }, page }) => [
      participantId,
      page,
    ]);
    expect(work).toEqual(expected);
  });
});

test('the fields placed on a draft end when it is sent, revoked or deleted', () => {
  const draft = flow({ status: FlowStatus.draft });
  expect(endsPlaceDraft(draft, flow({ status: FlowStatus.signing }))).toBe(true);
  expect(endsPlaceDraft(draft, flow({ status: FlowStatus.revoked }))).toBe(true);
  expect(endsPlaceDraft(draft, { ...draft, deletedAt: noon })).toBe(true);
  expect(endsPlaceDraft(draft, { ...draft, components: [component(1, 1)] })).toBe(true);
  expect(endsPlaceDraft(draft, { ...draft, remark: '新备注' })).toBe(false);
  expect(endsPlaceDraft(flow(), flow({ status: FlowStatus.completed }))).toBe(false);
});

describe('seals placed automatically', () => {
  test.each([
    ['of the initiating enterprise whose turn it is', {}, [zhang]],
    ['not before signing', { status: FlowStatus.fill }, []],
    ['not of who waits for consent', { participants: [asking, participant(2)] }, []],
    ['not of a person', { participants: [participant(1, { type: 'person' }), participant(2)] }, []],
    ['not in a deleted flow', { deletedAt: noon }, []],
  ] as const)('%s', (_what, state, expected) => {
    expect(ownSigners(flow(state))).toEqual(expected);
  });
});

test('a flow is scheduled for archiving once, by the commit that completes it', () => {
  const completed = flow({ status: FlowStatus.completed });
  expect(isCompletion(flow(), completed)).toBe(true);
  expect(isCompletion(completed, completed)).toBe(false);
  expect(isCompletion(null, flow())).toBe(false);
});
