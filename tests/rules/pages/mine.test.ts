import { describe, expect, test } from 'vitest';
import { firstMine, mine, shownOf } from '../../../packages/web/src/contracts/mine-state.js';
import { deskAfter } from './desk-after.js';

const sent = deskAfter(mine);
const entered = {
  session: 'one',
  mobile: '138****5678',
  realName: null,
  needsFace: false,
  canShowFace: true,
} as const;
const other = { ...entered, session: 'two' };
const result = { orderNo: 'F1', code: '0', h5faceId: '', newSign: '' };

describe('the page “my contracts”', () => {
  test('shows the contracts of a signed-in person, and otherwise asks for a mobile', () => {
    expect(shownOf(firstMine(null), undefined).kind).toBe('loading');
    expect(shownOf(firstMine(null), null).kind).toBe('signIn');
    expect(shownOf(firstMine(null), entered)).toEqual({ kind: 'list', entered });
  });

  test('continues in the most recent session', () => {
    const { desk } = sent(firstMine(null), { type: 'entered', entered: other });
    expect(shownOf(desk, entered)).toEqual({ kind: 'list', entered: other });
  });

  test('ignores a session that was signed out, whatever the browser still stores', () => {
    const { desk } = sent(firstMine(null), { type: 'left' });
    expect(shownOf(desk, entered).kind).toBe('signIn');
    const again = sent(desk, { type: 'entered', entered: other }).desk;
    expect(shownOf(again, entered)).toEqual({ kind: 'list', entered: other });
  });

  test('requires a face check of a person absent for long', () => {
    expect(shownOf(firstMine(null), { ...entered, needsFace: true }).kind).toBe('needsFace');
  });

  test('displays the result of a check first, once', () => {
    const back = firstMine(result);
    expect(shownOf(back, entered)).toEqual({ kind: 'result', entered, result });
    const { desk, effects } = sent(back, { type: 'resultRead', entered: other });
    expect(shownOf(desk, entered)).toEqual({ kind: 'list', entered: other });
    expect(effects).toEqual([]);
  });

  test('asks for identity again if a check brought no new session', () => {
    const { desk, effects } = sent(firstMine(result), { type: 'resultRead', entered: null });
    expect(effects).toEqual([{ kind: 'resume' }]);
    expect(shownOf(desk, entered).kind).toBe('list');
  });
});
