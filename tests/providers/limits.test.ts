import { limitedFaces } from '@cinnabar/server/providers/face/limits.js';
import { FaceUnavailable } from '@cinnabar/server/providers/face/port.js';
import { limitedIdentity } from '@cinnabar/server/providers/identity/limits.js';
import { IdentityUnavailable } from '@cinnabar/server/providers/identity/port.js';
import { limitedPay } from '@cinnabar/server/providers/pay/limits.js';
import { noPayProvider } from '@cinnabar/server/providers/pay/no-pay-provider.js';
import { PayProviderFailed } from '@cinnabar/server/providers/pay/port.js';
import { limitedSms } from '@cinnabar/server/providers/sms/limits.js';
import { SmsNotSent } from '@cinnabar/server/providers/sms/port.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const never = (): Promise<never> => new Promise(() => undefined);

const sms = limitedSms({ send: never });
const identity = limitedIdentity({ checkPerson: never, checkCorp: never });
const faces = limitedFaces({ serves: () => true, begin: never, result: never });
const pay = limitedPay({ ...noPayProvider, query: never });
const account = {
  payType: 'chatAQrCode',
  ...{ appId: '', merchantAccount: '', merchantType: 2 as const },
  ...{ keys: null, notifyUrl: null },
} as const;
const now = new Date('2026-11-20T10:00:00.000Z');
const person = { realName: '王芳', identNum: '110101199003070009', mobile: '13800138000' };
const check = { attemptNo: '1', h5faceId: '1', channel: 'channelA', device: 'pc' } as const;
const message = {
  ...{ mobile: '13800138000', template: 'sign', parameters: {}, text: '', code: null },
  ...{ idempotencyKey: '1', time: now },
};

describe('an adapter that never responds', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['sms', () => sms.send(message), SmsNotSent, 'UNKNOWN'],
    ['identity', () => identity.checkPerson(person), IdentityUnavailable, 'no answer'],
    ['face', () => faces.result(check, null), FaceUnavailable, 'no answer'],
    ['pay', () => pay.query(account, 'CN1', now), PayProviderFailed, 'TRANSIENT'],
  ])('of %s holds up nobody for longer than its limit', async (_port, call, failure, words) => {
    const outcome = call().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    const error = await outcome;
    expect(error).toBeInstanceOf(failure);
    expect(String(error)).toContain(words);
  });

  test('leaves no timer behind if it responds after all', async () => {
    await limitedSms({ send: async () => undefined }).send(message);
    expect(vi.getTimerCount()).toBe(0);
  });
});
