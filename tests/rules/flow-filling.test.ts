import { decideFill, type FillCommand } from '@cinnabar/server/areas/flows/fill/rules/filling.js';
import { textHash } from '@cinnabar/server/areas/flows/fill/rules/text-hash.js';
import { FlowStatus, type Participant, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { changeOf } from '@cinnabar/server/areas/flows/flow/rules/decision.js';
import { describe, expect, test } from 'vitest';
import { actor, component, file, flow, noon, participant } from '../support/flow-model.js';

const filler = (number: number, change: Partial<Participant> = {}) =>
  participant(number, { fills: true, filled: false, signStatus: SignStatus.filling, ...change });

const one = filler(1);
const two = filler(2);
const controls = [component(1, 1), component(2, 1, { required: false }), component(3, 2)];
const filling = flow({ status: FlowStatus.fill, participants: [one, two], components: controls });

function give(number: number, drawn: string | null): FillCommand {
  const control = controls[number - 1];
  if (control === undefined) throw new RangeError('no such control');
  return { component: control, drawn };
}

function decide(own: readonly Participant[], commands: readonly FillCommand[], finish = true) {
  return decideFill(filling, { actor, own, commands, finish, now: noon });
}

describe('a filler', () => {
  test('ends their turn by giving all required values', () => {
    expect(decide([one], [give(1, '一万元')])).toMatchObject({
      change: { finished: [one], fillingEnds: false },
    });
  });

  test('keeps the turn while a required value is missing, and the given values are kept', () => {
    const decision = decide([one], [give(2, '附注')]);
    expect(decision).toMatchObject({ change: { finished: [], fillingEnds: false } });
    expect(changeOf(decision).after.components[1]?.value).toBe('附注');
  });

  test('keeps the turn on request', () => {
    expect(decide([one], [give(1, '一万元')], false)).toMatchObject({ change: { finished: [] } });
  });

  test('does not end the turn by clearing a required control', () => {
    const prefilled = { ...filling, components: [component(1, 1, { value: '旧值' }), component(3, 2)] };
    const commands = [{ component: component(1, 1), drawn: null }];
    expect(decideFill(prefilled, { actor, own: [one], commands, finish: true, now: noon })).toMatchObject({
      change: { finished: [] },
    });
  });

  test('waits for their place in the queue', () => {
    expect(decide([two], [give(3, '地址')])).toMatchObject({ refusal: { reason: 'NOT_YOUR_TURN' } });
  });

  test('may act for several of their own participants together', () => {
    const mine = [one, { ...two, psnId: one.psnId }];
    const state = { ...filling, participants: mine };
    const commands = [give(1, '一万元'), give(3, '地址')];
    expect(decideFill(state, { actor, own: mine, commands, finish: true, now: noon })).toMatchObject({
      change: { finished: mine, fillingEnds: true, after: { status: FlowStatus.signing } },
    });
  });

  test('confirms the present values by sending nothing', () => {
    const prefilled = { ...filling, components: [component(1, 1, { value: '一万元' }), component(3, 2)] };
    expect(decideFill(prefilled, { actor, own: [one], commands: [], finish: true, now: noon })).toMatchObject(
      {
        change: { finished: [one] },
      },
    );
  });

  test('sending nothing before their turn is refused', () => {
    expect(decide([two], [])).toMatchObject({ refusal: { reason: 'NOT_YOUR_TURN' } });
  });

  test('cannot fill again after finishing', () => {
    const done = { ...one, filled: true };
    const state = { ...filling, participants: [done, two] };
    expect(
      decideFill(state, { actor, own: [done], commands: [give(1, 'x')], finish: true, now: noon }),
    ).toMatchObject({ refusal: { reason: 'FLOW_STATE' } });
  });

  test.each([FlowStatus.draft, FlowStatus.signing, FlowStatus.completed, FlowStatus.revoked])(
    'cannot fill in status %s',
    (status) => {
      const state = flow({ ...filling, status });
      expect(
        decideFill(state, { actor, own: [one], commands: [give(1, 'x')], finish: true, now: noon }),
      ).toMatchObject({ refusal: { reason: 'FLOW_STATE' } });
    },
  );

  test('cannot fill after the deadline', () => {
    const late = new Date('2027-01-01T00:00:00Z');
    expect(
      decideFill(filling, { actor, own: [one], commands: [give(1, 'x')], finish: true, now: late }),
    ).toMatchObject({ refusal: { reason: 'FLOW_EXPIRED' } });
  });
});

describe('the digest to which an intent is bound', () => {
  const hash = textHash(filling);

  test('changes with a value', () => {
    expect(textHash({ ...filling, components: [component(1, 1, { value: '一万元' })] })).not.toBe(hash);
  });

  test('changes with an uploaded file', () => {
    expect(textHash({ ...filling, files: [{ ...file, baseHash: 'b'.repeat(64) }] })).not.toBe(hash);
  });

  test('does not change when a signature is added', () => {
    expect(textHash({ ...filling, files: [{ ...file, currentHash: 'c'.repeat(64) }] })).toBe(hash);
  });

  test('does not depend on the order of the controls', () => {
    const values = [component(1, 1, { value: '甲' }), component(2, 1, { value: '乙' })];
    expect(textHash({ ...filling, components: values })).toBe(
      textHash({ ...filling, components: values.toReversed() }),
    );
  });
});
