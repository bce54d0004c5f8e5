import type { Role } from '@cinnabar/api/permissions.js';
import { RecentAnswers } from '@cinnabar/server/areas/overview/recent-answers.js';
import { DAY_MS, type Standing, suppliesFor, warningsFor } from '@cinnabar/server/areas/overview/rules.js';
import { describe, expect, test } from 'vitest';
import { noon } from '../support/flow-model.js';

const calm: Standing = {
  approvals: 0,
  joinRequests: 0,
  balance: 100,
  used: 0,
  certificateEnds: null,
  authorisations: 0,
  authorisationEnds: null,
  ownAuthorisations: 0,
  ownAuthorisationEnds: null,
  webhooks: 0,
  webhooksSince: null,
};
const inDays = (days: number) => new Date(noon.getTime() + days * DAY_MS);
const end = new Date(noon.getTime() + 1000);
const everything: Standing = {
  ...calm,
  balance: 19,
  certificateEnds: end,
  authorisations: 3,
  authorisationEnds: noon,
  ownAuthorisations: 1,
  ownAuthorisationEnds: end,
  webhooks: 2,
  webhooksSince: noon,
};

const own = ['authorisationExpiring', 1, end];
const all = ['authorisationExpiring', 3, noon];
const balance = ['balanceLow', 19, null];
const certificate = ['certificateExpiring', 1, end];
const webhooks = ['webhookFailing', 2, noon];

describe('warnings', () => {
  test.each<readonly [Role | null, readonly unknown[]]>([
    ['OWNER', [balance, certificate, all, webhooks]],
    ['ADMIN', [balance, certificate, all, webhooks]],
    ['CONTRACT_ADMIN', [balance, certificate, own]],
    ['SEAL_ADMIN', [all]],
    ['MEMBER_ADMIN', [own]],
    ['TEMPLATE_ADMIN', [own]],
    [null, [own]],
  ])('for %s', (role, expected) => {
    const warnings = warningsFor(role === null ? [] : [role], everything, noon);
    expect(warnings.map(({ kind, value, time }) => [kind, value, time])).toEqual(expected);
  });

  test.each([
    ['nothing', calm, []],
    ['a balance of 20', { ...calm, balance: 20 }, []],
    ['a balance of 19', { ...calm, balance: 19 }, ['balanceLow']],
    ['a tenth of what was used', { ...calm, balance: 500, used: 5000 }, []],
    ['less than a tenth of what was used', { ...calm, balance: 500, used: 5001 }, ['balanceLow']],
    ['a certificate of 61 days', { ...calm, certificateEnds: inDays(61) }, []],
    ['a certificate of 60 days', { ...calm, certificateEnds: inDays(60) }, ['certificateExpiring']],
  ] as const)('of %s', (_case, standing, kinds) => {
    expect(warningsFor(['OWNER'], standing, noon).map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('what is left', () => {
  test.each([
    ['nothing was used', 100, 0, null],
    ['it lasts thirty days', 100, 100, null],
    ['it lasts less than thirty days', 99, 100, 29],
    ['it lasts twelve days', 183, 450, 12],
    ['nothing is left', 0, 3, 0],
  ])('where %s', (_case, balance, used, days) => {
    const standing = { ...calm, balance, used, certificateEnds: end };
    expect(suppliesFor(['CONTRACT_ADMIN'], standing)).toEqual({ balanceDays: days, certificateTime: end });
  });

  test('is told to those who read the contracts of the enterprise', () => {
    const standing = { ...calm, balance: 1, used: 30, certificateEnds: end };
    expect(suppliesFor(['SEAL_ADMIN'], standing)).toEqual({ balanceDays: null, certificateTime: null });
  });
});

describe('recent answers', () => {
  const later = (ms: number): Date => new Date(noon.getTime() + ms);

  function counted() {
    let made = 0;
    const answers = new RecentAnswers<number>(10_000);
    const get = (key: string, ms: number) => answers.get(key, later(ms), async () => ++made);
    return { answers, get };
  }

  test('serve one key for ten seconds', async () => {
    const { get } = counted();
    expect(await Promise.all([get('a', 0), get('a', 0), get('a', 9_999)])).toEqual([1, 1, 1]);
    expect(await get('a', 10_000)).toBe(2);
    expect(await get('b', 10_000)).toBe(3);
  });

  test('are made again after the clock was moved back, and after a failure', async () => {
    const { answers, get } = counted();
    await get('a', 5_000);
    expect(await get('a', 0)).toBe(2);
    await expect(answers.get('c', noon, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await answers.get('c', noon, async () => 7)).toBe(7);
  });

  test('of the past are forgotten, however many there were', async () => {
    const { get } = counted();
    for (let index = 0; index < 6_000; index += 1) await get(`key ${index}`, 0);
    // The first has been forgotten to make room; the last has not.
    expect(await get('key 5999', 1)).toBe(6_000);
    expect(await get('key 0', 1)).toBe(6_001);
  });
});
