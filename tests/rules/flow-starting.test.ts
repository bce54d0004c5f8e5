import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { changeOf } from '@cinnabar/server/areas/flows/flow/rules/decision.js';
import {
  decideDraft,
  decideSending,
  decideStart,
  decideWaiting,
  defaultLife,
  refusalToSend,
} from '@cinnabar/server/areas/flows/start/rules/starting.js';
import { describe, expect, test } from 'vitest';
import { actor, component, flow, noon, participant } from '../support/flow-model.js';

const filler = participant(1, { fills: true });
const parties = { participants: [filler, participant(2)] };
const start = { actor, now: noon, selfApproved: false };
const kinds = (events: readonly { readonly kind: string }[]) => events.map(({ kind }) => kind);

describe('a start', () => {
  test.each([
    ['with something to fill begins with filling', [component(1, 1)], FlowStatus.fill, [1, 2]],
    ['of parties that fill, without controls, begins with signing', [], FlowStatus.signing, [2, 2]],
    [
      'with signature areas only begins with signing',
      [component(1, 1, { componentType: 6 })],
      FlowStatus.signing,
      [2, 2],
    ],
  ])('%s', (_what, components, status, signStatuses) => {
    const { after, events, news } = changeOf(decideStart(flow({ ...parties, components }), start));
    expect([after.status, after.startTime]).toEqual([status, noon]);
    expect(after.participants.map(({ signStatus }) => signStatus)).toEqual(signStatuses);
    expect([kinds(events), news.map(({ topic }) => topic)]).toEqual([['started'], ['flow.started']]);
  });

  test('has the default deadline if none is named', () => {
    const { after } = changeOf(decideStart(flow({ deadline: null }), start));
    expect(after.deadline).toEqual(new Date(noon.getTime() + defaultLife));
  });

  test('that only the initiator could approve records this first', () => {
    const { events } = changeOf(decideStart(flow(), { ...start, selfApproved: true }));
    expect(kinds(events)).toEqual(['approvalFinished', 'started']);
  });

  test('leaves a filler with nothing to do if nothing has to be filled', () => {
    const onlyFills = participant(1, { fills: true, signs: false });
    const { after } = changeOf(decideStart(flow({ participants: [onlyFills, participant(2)] }), start));
    expect(after.participants[0]?.signStatus).toBe(SignStatus.signed);
  });
});

describe('a draft', () => {
  const draft = changeOf(
    decideDraft(flow({ ...parties, components: [component(1, 1)], deadline: null }), { actor }),
  );

  test('is not started, and nobody is notified', () => {
    expect(draft.after).toMatchObject({ status: FlowStatus.draft, startTime: null, deadline: null });
    expect([kinds(draft.events), draft.news]).toEqual([['drafted'], []]);
  });

  test('shows the parties’ statuses as after sending', () => {
    const { after } = changeOf(decideSending(draft.after, { ...start, added: [] }));
    expect(after.status).toBe(FlowStatus.fill);
    expect(after.participants).toEqual(draft.after.participants);
  });

  test('is sent with the controls of the request', () => {
    const sent = changeOf(decideSending(draft.after, { ...start, added: [component(2, 2)] }));
    expect(sent.after.components).toHaveLength(2);
  });

  test('keeps those controls while it waits for approval', () => {
    const { after, events } = changeOf(decideWaiting(draft.after, { added: [component(2, 2)], now: noon }));
    expect([after.status, after.components.length, events]).toEqual([FlowStatus.draft, 2, []]);
  });

  test.each([
    ['before its deadline', FlowStatus.draft, new Date('2026-03-01T12:00:00.001Z'), null],
    ['at its deadline', FlowStatus.draft, noon, 'FLOW_EXPIRED'],
    ['without a deadline', FlowStatus.draft, null, null],
    ['once it was sent', FlowStatus.signing, null, 'FLOW_STATE'],
    ['once it was revoked', FlowStatus.revoked, null, 'FLOW_STATE'],
  ] as const)('%s', (_when, status, deadline, reason) => {
    const state = flow({ status, deadline });
    expect(refusalToSend(state, noon)).toBe(reason);
    const decision = decideSending(state, { ...start, added: [] });
    expect('refusal' in decision ? decision.refusal.reason : null).toBe(reason);
  });
});
