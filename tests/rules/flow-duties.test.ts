import { type Flow, FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import {
  type Duty,
  dutyMeant,
  hasDuty,
  refusalOfDuty,
} from '@cinnabar/server/areas/flows/flow/rules/duties.js';
import { describe, expect, test } from 'vitest';
import { component, flow, noon, participant } from '../support/flow-model.js';

const fills = participant(1, { fills: true, filled: false, signStatus: SignStatus.filling });
const filling = flow({
  status: FlowStatus.fill,
  participants: [fills, participant(2)],
  components: [component(1, 1)],
});
const signed = participant(1, { signStatus: SignStatus.signed });

function duties(of: Flow): readonly (readonly [Duty, ...boolean[]])[] {
  return (['fill', 'sign'] as const).map((duty) => [
    duty,
    ...of.participants.map((each) => hasDuty(of, each, duty)),
  ]);
}

describe('pending duties', () => {
  test.each<[string, Flow, readonly boolean[], readonly boolean[]]>([
    ['while it is filled, signers too, before their turn', filling, [true, false], [true, true]],
    ['while it is signed', flow(), [false, false], [true, true]],
    [
      'who has signed has not',
      flow({ participants: [signed, participant(2)] }),
      [false, false],
      [false, true],
    ],
    [
      'a filler does not sign',
      { ...filling, participants: [{ ...fills, signs: false }, participant(2)] },
      [true, false],
      [false, true],
    ],
    [
      'a completed filler does not fill again',
      { ...filling, participants: [{ ...fills, filled: true }, participant(2)] },
      [false, false],
      [true, true],
    ],
    [
      'a signer waiting for an approval has not signed yet',
      flow({ participants: [participant(1, { signStatus: SignStatus.awaitingApproval }), signed] }),
      [false, false],
      [true, false],
    ],
    ...([0, 3, 4, 5, 6] as const).map((status): [string, Flow, readonly boolean[], readonly boolean[]] => [
      `nobody in state ${status}`,
      flow({ ...filling, status }),
      [false, false],
      [false, false],
    ]),
  ])('%s', (_what, of, toFill, toSign) => {
    expect(duties(of)).toEqual([
      ['fill', ...toFill],
      ['sign', ...toSign],
    ]);
  });

  test('and the reason why nothing is pending', () => {
    expect(refusalOfDuty(flow(), noon)).toBeNull();
    expect(refusalOfDuty(flow({ deadline: new Date(noon.getTime() - 1) }), noon)).toBe('FLOW_EXPIRED');
    expect(refusalOfDuty(flow({ status: FlowStatus.expired }), noon)).toBe('FLOW_EXPIRED');
    expect(refusalOfDuty(flow({ status: FlowStatus.completed }), noon)).toBe('FLOW_STATE');
  });
});

describe('the recipient of a link if none is named', () => {
  const [first, second] = [participant(1), participant(2)];
  const both = flow({ participants: [first, second] });
  const parallel = flow({ participants: [first, { ...second, signOrder: 1 }] });

  test('is the caller’s only part', () => {
    expect(dutyMeant(both, 'sign', [second], false)).toBe(second);
    expect(dutyMeant(both, 'sign', [second], true)).toBe(second);
    expect(dutyMeant(both, 'sign', [first, second], false)).toBeNull();
    expect(dutyMeant(both, 'fill', [second], false)).toBeNull();
  });

  test('is, for an initiator without a part, the participant whose turn it is, or the only one left', () => {
    expect(dutyMeant(both, 'sign', [], true)).toBe(first);
    expect(dutyMeant(parallel, 'sign', [], true)).toBeNull();
    expect(dutyMeant(filling, 'fill', [], true)).toBe(fills);
    expect(dutyMeant(both, 'sign', [], false)).toBeNull();
  });
});
