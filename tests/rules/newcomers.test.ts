import { changeOf } from '@cinnabar/server/areas/flows/flow/rules/decision.js';
import {
  awaitedCorpKey,
  awaitsCorp,
  decideBinding,
  partsToBind,
} from '@cinnabar/server/areas/flows/flow/rules/newcomers.js';
import { mayAskAgain, nextStep, type Situation, standingOf } from '@cinnabar/server/areas/newcomers/rules.js';
import { describe, expect, it } from 'vitest';
import { flow as aFlow, idOf, participant } from '../support/flow-model.js';

const corp = { corpId: idOf<'Corp'>(77), corpName: '青禾（北京）有限公司' };
const waiting = (participantId: number, corpName: string) =>
  participant(participantId, { participantId: idOf(participantId), corpId: null, corpName });

describe('a part awaiting an enterprise', () => {
  it('names an unregistered one, or leaves it open', () => {
    expect(awaitsCorp(waiting(1, '青禾'))).toBe(true);
    expect(awaitsCorp(waiting(1, ''))).toBe(true);
    expect(awaitsCorp({ ...waiting(1, '青禾'), corpId: corp.corpId })).toBe(false);
    expect(awaitsCorp({ ...waiting(1, ''), type: 'person' })).toBe(false);
  });

  it('is found by the name in any spelling, if it has one', () => {
    expect(awaitedCorpKey(waiting(1, '青禾[北京] 有限公司'))).toBe('青禾(北京)有限公司');
    expect(awaitedCorpKey(waiting(1, ' '))).toBeNull();
    expect(awaitedCorpKey({ ...waiting(1, '青禾'), corpId: corp.corpId })).toBeNull();
  });
});

describe('parts bound to a registered enterprise', () => {
  const flow = aFlow({
    participants: [
      waiting(1, '青禾(北京)有限公司'),
      waiting(2, '青禾（上海）有限公司'),
      waiting(3, ''),
      waiting(4, ''),
      { ...waiting(5, ''), type: 'person' },
    ],
  });

  it('are all that name it, and the open one that its member claims', () => {
    expect(partsToBind(flow, corp, null)).toEqual([1]);
    expect(partsToBind(flow, corp, idOf(3))).toEqual([1, 3]);
  });

  it('are never ones that name another', () => {
    expect(partsToBind(flow, corp, idOf(2))).toEqual([1]);
    expect(partsToBind(flow, corp, idOf(5))).toEqual([1]);
  });

  it('get its registered name', () => {
    const { after } = changeOf(decideBinding(flow, corp, [idOf(1)]));
    expect(after.participants.map(({ corpId, corpName }) => [corpId, corpName])).toEqual([
      [77, corp.corpName],
      [null, '青禾（上海）有限公司'],
      [null, ''],
      [null, ''],
      [null, ''],
    ]);
  });

  it.each([
    [0, true],
    [1, true],
    [2, true],
    [3, false],
    [4, false],
    [5, false],
    [6, false],
  ] as const)('in state %i: %s', (status, bound) => {
    expect('change' in decideBinding(aFlow({ ...flow, status }), corp, [idOf(1)])).toBe(bound);
    expect(decideBinding(aFlow({ ...flow, status }), corp, [])).toMatchObject({
      refusal: { reason: 'FLOW_STATE' },
    });
  });
});

describe('the next step of a new user', () => {
  it.each<[Situation['verified'], boolean, Situation['standing'], boolean, ReturnType<typeof nextStep>]>([
    [false, false, null, false, 'verify'],
    [false, true, null, false, 'verify'],
    [false, true, 'member', true, 'verify'],
    [true, false, null, false, null],
    [true, true, null, false, 'register'],
    [true, true, 'stranger', false, 'join'],
    [true, true, 'stranger', true, 'join'],
    [true, true, 'rejected', true, 'join'],
    [true, true, 'invited', true, 'join'],
    [true, true, 'asked', true, 'wait'],
    [true, true, 'member', false, 'join'],
    [true, true, 'member', true, null],
  ])(
    'verified %s, for an enterprise %s, standing %s, bound %s: %s',
    (verified, ofEnterprise, standing, bound, step) => {
      expect(nextStep({ verified, ofEnterprise, standing, bound, waits: false })).toBe(step);
    },
  );

  it('is to wait for the legal representative of an unregistered enterprise', () => {
    const registered = { verified: true, ofEnterprise: true, standing: null, bound: false, waits: true };
    expect(nextStep(registered)).toBe('wait');
    expect(nextStep({ ...registered, standing: 'stranger' })).toBe('join');
  });

  it('considers a membership before a request', () => {
    expect(standingOf({ state: 'valid' }, { state: 'rejected' })).toBe('member');
    expect(standingOf({ state: 'invited' }, { state: 'open' })).toBe('invited');
    expect(standingOf(null, { state: 'open' })).toBe('asked');
    expect(standingOf(null, { state: 'accepted' })).toBe('stranger');
    expect(standingOf(null, null)).toBe('stranger');
  });

  it('can be another request a day after a refusal', () => {
    const decidedAt = new Date('2026-03-01T12:00:00Z');
    const rejected = { state: 'rejected', askedAt: decidedAt, decidedAt } as const;
    expect(mayAskAgain(rejected, new Date('2026-03-02T11:59:59Z'))).toBe(false);
    expect(mayAskAgain(rejected, new Date('2026-03-02T12:00:00Z'))).toBe(true);
    expect(mayAskAgain({ ...rejected, state: 'accepted' }, decidedAt)).toBe(true);
    expect(mayAskAgain(null, decidedAt)).toBe(true);
  });
});
