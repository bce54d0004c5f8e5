import { checkCode } from '@cinnabar/server/areas/sms/index.js';
import { saveCode } from '@cinnabar/server/areas/sms/store.js';
import { codeHmac } from '@cinnabar/server/areas/sms/verification-code.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutesAfterNoon, noon, type OpenAreas, openAreas } from './open-areas.js';

let areas: OpenAreas;
let mobiles = 13_500_000_000;

beforeAll(async () => {
  areas = await openAreas();
});

afterAll(() => areas.close());

/** A code `135790` for signing that was sent at noon. */
async function sentCode(): Promise<string> {
  mobiles += 1;
  const mobile = String(mobiles);
  await transact(areas.db, (tx) =>
    saveCode(tx, {
      mobile,
      smsType: 'sign',
      codeHmac: codeHmac(areas.services, mobile, 'sign', '135790'),
      sentAt: noon,
      expireTime: minutesAfterNoon(5),
      failures: 0,
      usedAt: null,
    }),
  );
  return mobile;
}

function check(mobile: string, code: string, now = noon, smsType: 'sign' | 'approval' = 'sign') {
  return checkCode(areas, { mobile, smsType, code, now });
}

describe('a verification code', () => {
  it('is right once', async () => {
    const mobile = await sentCode();
    expect(await check(mobile, '135790')).toBe('ok');
    expect(await check(mobile, '135790')).toBe('wrong');
  });

  it('is right once, also when it is given many times at once', async () => {
    const mobile = await sentCode();
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => check(mobile, '135790')));
    expect(verdicts.filter((verdict) => verdict === 'ok')).toHaveLength(1);
  });

  it('ends after five minutes', async () => {
    const mobile = await sentCode();
    expect(await check(mobile, '135790', minutesAfterNoon(5))).toBe('wrong');
  });

  it('ends after five wrong tries', async () => {
    const mobile = await sentCode();
    for (let tries = 0; tries < 4; tries += 1) expect(await check(mobile, '000000')).toBe('wrong');
    const other = await sentCode();
    for (let tries = 0; tries < 5; tries += 1) expect(await check(other, '000000')).toBe('wrong');
    expect(await check(mobile, '135790')).toBe('ok');
    expect(await check(other, '135790')).toBe('wrong');
  });

  it('is good for its own mobile and scenario alone', async () => {
    const mobile = await sentCode();
    const other = await sentCode();
    expect(await check(mobile, '135790', noon, 'approval')).toBe('wrong');
    expect(await check('13599999999', '135790')).toBe('wrong');
    expect(await check(other, ' 135790 ')).toBe('ok');
  });
});
