import { type CodeBinding, checkCode, requireCode } from '@cinnabar/server/areas/sms/index.js';
import { keyOf, reserveCode, type StoredCode, saveCode } from '@cinnabar/server/areas/sms/store.js';
import { codeHmac } from '@cinnabar/server/areas/sms/verification-code.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutesAfterNoon, noon, type OpenAreas, openAreas } from '../support/open-areas.js';

let areas: OpenAreas;
let mobiles = 13_500_000_000;

beforeAll(async () => {
  areas = await openAreas();
});

afterAll(() => areas.close());

/** For signing one contract, by one application. */
function binding(change: Partial<CodeBinding> = {}): CodeBinding {
  mobiles += 1;
  return { mobile: String(mobiles), asker: 'app-1', purpose: 'sign', subject: ['flow 7'], ...change };
}

function codeSentAt(bound: CodeBinding, sentAt: Date, code = '135790'): StoredCode {
  const key = keyOf(bound);
  return {
    ...key,
    codeHmac: codeHmac(areas.services, key, code),
    sentAt,
    expireTime: new Date(sentAt.getTime() + 5 * 60_000),
    failures: 0,
    usedAt: null,
  };
}

/** A code sent at noon. */
async function sent(bound: CodeBinding, code = '135790'): Promise<CodeBinding> {
  await transact(areas.db, (tx) => saveCode(tx, codeSentAt(bound, noon, code)));
  return bound;
}

const ok = { outcome: 'ok' };
const ended = { outcome: 'ended' };
const wrong = (attemptsLeft: number) => ({ outcome: 'wrong', attemptsLeft });

function check(bound: CodeBinding, code = '135790', now = noon) {
  return checkCode(areas, { ...bound, code, now });
}

describe('a verification code', () => {
  it('is accepted once', async () => {
    const bound = await sent(binding());
    expect(await check(bound, ' 135790 ')).toEqual(ok);
    expect(await check(bound)).toEqual(ended);
  });

  it('is accepted once, also in concurrent requests', async () => {
    const bound = await sent(binding());
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => check(bound)));
    expect(verdicts.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
    expect(verdicts.filter(({ outcome }) => outcome === 'ended')).toHaveLength(7);
  });

  it('expires after five minutes', async () => {
    const bound = await sent(binding());
    expect(await check(bound, '135790', minutesAfterNoon(5))).toEqual(ended);
  });

  it('ends after five wrong attempts, and reports the remaining ones', async () => {
    const bound = await sent(binding());
    for (const left of [4, 3, 2, 1]) expect(await check(bound, '000000')).toEqual(wrong(left));
    expect(await check(bound, '000000')).toEqual(ended);
    expect(await check(bound)).toEqual(ended);
  });

  it('is still valid after four', async () => {
    const bound = await sent(binding());
    for (let tries = 0; tries < 4; tries += 1) await check(bound, '000000');
    expect(await check(bound)).toEqual(ok);
  });

  it('can be used or invalidated only by its requester', async () => {
    const bound = await sent(binding());
    const stranger = { ...bound, asker: 'app-2' };
    for (let tries = 0; tries < 6; tries += 1) expect(await check(stranger, '000000')).toEqual(ended);
    expect(await check(stranger)).toEqual(ended);
    await sent(stranger, '246800');
    for (let tries = 0; tries < 6; tries += 1) await check(stranger, '000000');
    expect(await check(bound)).toEqual(ok);
  });

  it.each<[string, Partial<CodeBinding>]>([
    ['mobile', { mobile: '13599999999' }],
    ['asker', { asker: 'app-2' }],
    ['purpose', { purpose: 'approval' }],
    ['contract', { subject: ['flow 8'] }],
    ['contract with another beside it', { subject: ['flow 7', 'flow 8'] }],
    ['kind of thing', { subject: ['approval 7'] }],
    ['link', { purpose: 'link', subject: ['link 7'] }],
    ['purpose without a subject', { purpose: 'mine', subject: [] }],
    ['subject that is none', { subject: [] }],
  ])('proves nothing for another %s', async (_what, change) => {
    const bound = await sent(binding());
    expect(await check({ ...bound, ...change })).toEqual(ended);
    expect(await check(bound)).toEqual(ok);
  });

  it('that names several contracts proves them together or some of them, once', async () => {
    const three = await sent(binding({ subject: ['flow 9', 'flow 7', 'flow 8'] }));
    expect(await check({ ...three, subject: ['flow 7', 'flow 10'] })).toEqual(ended);
    expect(await check({ ...three, subject: ['flow 8', 'flow 7'] })).toEqual(ok);
    expect(await check({ ...three, subject: ['flow 9'] })).toEqual(ended);
  });

  it('that names none proves one contract, and not two', async () => {
    const any = await sent(binding({ subject: [] }));
    expect(await check({ ...any, subject: ['flow 7', 'flow 8'] })).toEqual(ended);
    expect(await check({ ...any, subject: ['flow 7'] })).toEqual(ok);
    expect(await check({ ...any, subject: ['flow 8'] })).toEqual(ended);
  });

  it('counts a wrong attempt for every code that it could have matched, so that two codes do not give ten attempts', async () => {
    const named = await sent(binding());
    const any = await sent({ ...named, subject: [] }, '246800');
    for (let tries = 0; tries < 5; tries += 1) await check(named, '000000');
    expect(await check(named)).toEqual(ended);
    expect(await check(any, '246800')).toEqual(ended);
  });

  it('is refused with a reason and the remaining attempts', async () => {
    const bound = await sent(binding());
    const refusal = (code: string) =>
      requireCode(areas, { ...bound, code, now: noon }).then(
        () => null,
        (error: unknown) => error,
      );
    const first = await refusal('000000');
    expect(first).toBeInstanceOf(Refusal);
    expect(first).toMatchObject({ code: '1401', reason: 'CODE_WRONG', attemptsLeft: 4 });
    for (let tries = 0; tries < 3; tries += 1) await refusal('000000');
    const last = { code: '1401', reason: 'CODE_ENDED', attemptsLeft: 0 };
    expect(await refusal('000000')).toMatchObject(last);
    expect(await refusal('135790')).toMatchObject(last);
  });
});

describe('a code that is requested', () => {
  const limit = (name: string, most: number) => ({ name: `${name} ${mobiles}`, windowMs: 60 * 60_000, most });
  const limits = (ofMobile = 8, ofAddress = 8) => ({
    ofMobile: limit('mobile', ofMobile),
    ofAddress: limit('address', ofAddress),
  });
  const reserve = (bound: CodeBinding, within = limits(), now = noon) =>
    reserveCode(areas.db, codeSentAt(bound, now), within, now);
  const countOf = async ({ name }: { readonly name: string }) => {
    const row = await areas.db
      .selectFrom('rate_counters')
      .select('count')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.count ?? 0;
  };

  it('replaces the previous one after a minute, or as soon as that was used', async () => {
    const bound = binding();
    expect(await reserve(bound)).toMatchObject({ saved: true, previous: null });
    expect(await reserve(bound, limits(), minutesAfterNoon(0.9))).toMatchObject({
      saved: false,
      previous: { sentAt: noon },
    });
    expect(await reserve(bound, limits(), minutesAfterNoon(1))).toMatchObject({
      saved: true,
      previous: { sentAt: noon },
    });
    await check(bound, '135790', minutesAfterNoon(1.1));
    expect(await reserve(bound, limits(), minutesAfterNoon(1.2))).toMatchObject({ saved: true });
  });

  it('is stored once by concurrent requests', async () => {
    const bound = binding();
    const within = limits();
    const reserved = await Promise.all(Array.from({ length: 8 }, () => reserve(bound, within)));
    expect(reserved.filter(({ saved }) => saved)).toHaveLength(1);
  });

  it('is not stored beyond a limit, and counts only up to it', async () => {
    const bound = binding();
    const within = limits(3, 2);
    const subjects = Array.from({ length: 8 }, (_, index) => `flow ${index + 1}` as const);
    const reserved = await Promise.all(
      subjects.map((subject) => reserve({ ...bound, subject: [subject] }, within)),
    );
    expect(reserved.filter(({ saved }) => saved)).toHaveLength(2);
    expect(await countOf(within.ofMobile)).toBe(3);
    expect(await countOf(within.ofAddress)).toBe(2);
    expect(reserved.filter(({ ofMobile }) => ofMobile !== null)).toHaveLength(3);
  });
});
