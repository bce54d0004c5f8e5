/**
 * The decisions of the service change a flow's status exactly as in the transition table: no row is unused, and none is
 * missing.
 */

import {
  decideExpiry,
  decideRefusal,
  decideRevocation,
} from '@cinnabar/server/areas/flows/end/rules/ending.js';
import { decideFill } from '@cinnabar/server/areas/flows/fill/rules/filling.js';
import { type Flow, FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import type { Decision } from '@cinnabar/server/areas/flows/flow/rules/decision.js';
import { flowMoves } from '@cinnabar/server/areas/flows/flow/rules/states.js';
import { decideSignature } from '@cinnabar/server/areas/flows/sign/rules/signature.js';
import {
  decideDraft,
  decideSending,
  decideStart,
} from '@cinnabar/server/areas/flows/start/rules/starting.js';
import { expect, test } from 'vitest';
import { actor, component, flow, noon, participant } from '../support/flow-model.js';

const filler = participant(1, { fills: true, filled: false, signStatus: SignStatus.filling });
const signed = participant(2, { signStatus: SignStatus.signed, signTime: noon });
const late = new Date('2027-01-01T00:00:00Z');
const start = { actor, now: noon, selfApproved: false };
const end = { actor, now: noon, reason: '' };

/** Flows in a status with something to fill, and with the last signature missing. */
function flowsIn(status: FlowStatus): readonly Flow[] {
  const value = component(1, 1, { value: '一万元' });
  return [
    flow({ status, participants: [filler, participant(2)], components: [value] }),
    flow({ status, participants: [participant(1), signed] }),
  ];
}

function decisionsOn(state: Flow): readonly Decision[] {
  const [first] = state.participants;
  const own = first === undefined ? [] : [first];
  const signer = first ?? participant(1);
  return [
    decideSending(state, { ...start, added: [] }),
    decideFill(state, { actor, own, commands: [], finish: true, now: noon }),
    decideSignature(state, {
      actor,
      now: noon,
      signer,
      verified: true,
      identity: null,
      serialNumber: '01',
      besideSerialNumber: null,
      marks: [],
      files: state.files,
      signatures: [],
      intent: null,
      password: null,
      uncoveredAttachments: [],
      approval: null,
    }),
    decideRevocation(state, end),
    decideExpiry(state, late),
    decideRefusal(state, { ...end, own, inOwnSession: true }),
  ];
}

function movesOf(from: FlowStatus | null, decisions: readonly Decision[]): readonly string[] {
  return decisions.flatMap((decision) =>
    'refusal' in decision || decision.change.after.status === from
      ? []
      : [`${from} -> ${decision.change.after.status}`],
  );
}

test('the status changes made by decisions are those of the table', () => {
  const starts = flowsIn(FlowStatus.draft).flatMap((state) => [
    decideDraft(state, { actor }),
    decideStart(state, start),
  ]);
  const made = Object.values(FlowStatus).flatMap((from) =>
    flowsIn(from).flatMap((state) => movesOf(from, decisionsOn(state))),
  );
  const listed = flowMoves.flatMap(({ from, to }) => from.map((status) => `${status} -> ${to}`));
  expect(new Set([...movesOf(null, starts), ...made])).toEqual(new Set(listed));
});
