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

describe('the page of one’s own contracts', () => {
  test('shows the contracts of whoever is still signed in, and else asks for their mobile', () => {
    expect(shownOf(firstMine(null), undefined).kind).toBe('loading');
    expect(shownOf(firstMine(null), null).kind).toBe('signIn');
    expect(shownOf(firstMine(null), entered)).toEqual({ kind: 'list', entered });
  });

  test('goes on in the session that was entered last', () => {
    const { desk } = sent(firstMine(null), { type: 'entered', entered: other });
    expect(shownOf(desk, entered)).toEqual({ kind: 'list', entered: other });
  });

  test('forgets a session that was left, whatever the browser still has', () => {
    const { desk } = sent(firstMine(null), { type: 'left' });
    expect(shownOf(desk, entered).kind).toBe('signIn');
    const again = sent(desk, { type: 'entered', entered: other }).desk;
    expect(shownOf(again, entered)).toEqual({ kind: 'list', entered: other });
  });

  test('wants a face before it shows anything to who was away for long', () => {
    expect(shownOf(firstMine(null), { ...entered, needsFace: true }).kind).toBe('needsFace');
  });

  test('says first what came of a check, once', () => {
    const back = firstMine(result);
    expect(shownOf(back, entered)).toEqual({ kind: 'result', entered, result });
    const { desk, effects } = sent(back, { type: 'resultRead', entered: other });
    expect(shownOf(desk, entered)).toEqual({ kind: 'list', entered: other });
    expect(effects).toEqual([]);
  });

  test('asks again who is there where a check brought no other session', () => {
    const { desk, effects } = sent(firstMine(result), { type: 'resultRead', entered: null });
    expect(effects).toEqual([{ kind: 'resume' }]);
    expect(shownOf(desk, entered).kind).toBe('list');
  });
});
