import type { SmsType } from '@cinnabar/api/operations/sms.js';
import { type CodeBinding, type CodeVerdict, checkCode } from '@cinnabar/server/areas/sms/index.js';
import { SmsNotSent } from '@cinnabar/server/providers/sms/port.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningApp, type StartOptions, startApp } from '../support/app.js';
import type { Answered, RequestHeaders } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { messagesTo } from '../support/messages-to.js';

let service: RunningApp;
let enterprise: Enterprise;
let mobiles = 15_700_000_000;

async function start(
  settings: Record<string, string> = {},
  options: Pick<StartOptions, 'instances'> = {},
): Promise<void> {
  service = await startApp({ settings, ...options });
  enterprise = await givenEnterprise(service);
}

function newMobile(): string {
  mobiles += 1;
  return String(mobiles);
}

function send(mobile: string, smsType = 'sign', headers: RequestHeaders = {}): Promise<Answered> {
  return enterprise.owner.client.post('/sms/sendSmsVerifyCode', { mobile, smsType }, headers);
}

/** Whether the code proves to this application, for one subject of the purpose, that the mobile's person is present. */
async function check(
  mobile: string,
  code: string,
  smsType: SmsType = 'sign',
): Promise<CodeVerdict['outcome']> {
  const { services, database } = service.app;
  const { appId, corpId } = enterprise;
  const bound: CodeBinding =
    smsType === 'commSms'
      ? { mobile, asker: appId, purpose: 'join', subject: [`corp ${corpId}`] }
      : { mobile, asker: appId, purpose: smsType, subject: [] };
  const now = services.clock.now();
  return (await checkCode({ db: database.db, services }, { ...bound, code, now })).outcome;
}

const sent = { status: 200, envelope: { code: '200', data: {} } };
const tooFrequent = { status: 429, envelope: { code: '429', reason: 'CODE_LIMITED', data: null } };

describe('sms/sendSmsVerifyCode', () => {
  beforeAll(() => start());
  afterAll(() => service.close());

  it.each(['commSms', 'sign', 'approval', 'signPwd'] as const)(
    'sends a code of six digits for %s',
    async (smsType) => {
      const mobile = newMobile();
      expect(await send(mobile, smsType)).toMatchObject(sent);
      const [message] = await messagesTo(service.baseUrl, mobile);
      expect(message).toMatchObject({ mobile, smsType });
      expect(message?.code).toMatch(/^\d{6}$/);
      expect(message?.text).toContain(message?.code);
      expect(await check(mobile, message?.code ?? '', smsType)).toBe('ok');
    },
  );

  it('stores no code in plain text', async () => {
    const mobile = newMobile();
    await send(mobile);
    const code = await service.newestCode(mobile);
    const rows = await service.app.database.db
      .selectFrom('sms_codes')
      .selectAll()
      .where('mobile', '=', mobile)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('requires a minute between codes for one mobile and purpose', async () => {
    const mobile = newMobile();
    await send(mobile);
    const again = await send(mobile);
    expect(again).toMatchObject(tooFrequent);
    const wait = Number(again.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(again.envelope.msg).toContain(String(wait));
    // Another purpose and another mobile have separate intervals.
    expect(await send(mobile, 'approval')).toMatchObject(sent);
    expect(await send(newMobile())).toMatchObject(sent);
    await service.advance(60);
    expect(await send(mobile)).toMatchObject(sent);
    expect(await messagesTo(service.baseUrl, mobile)).toHaveLength(3);
  });

  it('sends the next one at once if the last was used', async () => {
    const mobile = newMobile();
    await send(mobile);
    expect(await check(mobile, await service.newestCode(mobile))).toBe('ok');
    expect(await send(mobile)).toMatchObject(sent);
  });

  it('replaces the old code by the new one', async () => {
    const mobile = newMobile();
    await send(mobile);
    const old = await service.newestCode(mobile);
    await service.advance(60);
    await send(mobile);
    const fresh = await service.newestCode(mobile);
    if (old !== fresh) expect(await check(mobile, old)).toBe('wrong');
    expect(await check(mobile, fresh)).toBe('ok');
  });

  it('sends codes that expire after five minutes', async () => {
    const mobile = newMobile();
    await send(mobile);
    const code = await service.newestCode(mobile);
    await service.advance(300);
    expect(await check(mobile, code)).toBe('ended');
  });

  it('sends one code for concurrent requests', async () => {
    const mobile = newMobile();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(mobile)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(await messagesTo(service.baseUrl, mobile)).toHaveLength(1);
  });

  it('accepts a mobile in any notation, as one mobile', async () => {
    const mobile = newMobile();
    expect(await send(`+86 ${mobile}`)).toMatchObject(sent);
    expect(await send(mobile)).toMatchObject(tooFrequent);
    expect(await messagesTo(service.baseUrl, mobile)).toHaveLength(1);
  });

  it('repeated with one Idempotency-Key sends one code', async () => {
    const mobile = newMobile();
    const key = { 'Idempotency-Key': `code-for-${mobile}` };
    expect(await send(mobile, 'sign', key)).toMatchObject(sent);
    expect(await send(mobile, 'sign', key)).toMatchObject(sent);
    expect(await messagesTo(service.baseUrl, mobile)).toHaveLength(1);
  });

  it.each([
    ['mobile', { mobile: '', smsType: 'sign' }],
    ['mobile', { smsType: 'sign' }],
    ['mobile', { mobile: '12345678901', smsType: 'sign' }],
    ['mobile', { mobile: '1380013800', smsType: 'sign' }],
    ['mobile', { mobile: "13800138000' or 1=1", smsType: 'sign' }],
    ['smsType', { mobile: '13800138000' }],
    ['smsType', { mobile: '13800138000', smsType: 'login' }],
    ['smsType', { mobile: '13800138000', smsType: 'SIGN' }],
  ])('names %s where it is wrong: %j', async (field, body) => {
    const answer = await enterprise.owner.client.post('/sms/sendSmsVerifyCode', body);
    expect(answer).toMatchObject({ status: 400, envelope: { code: '400', data: null } });
    expect(answer.envelope.msg).toContain(field);
  });

  it('requires an acting member', async () => {
    const answer = await enterprise.client.post('/sms/sendSmsVerifyCode', {
      mobile: newMobile(),
      smsType: 'sign',
    });
    expect(answer).toMatchObject({ status: 400, envelope: { code: '400', reason: 'INVALID_HEADER' } });
  });
});

describe('a provider that does not send', () => {
  // That of one instance.
  beforeAll(() => start({ SMS_PER_MOBILE_PER_DAY: '4' }, { instances: 1 }));
  afterAll(() => service.close());

  function failOnce(error: Error): void {
    vi.spyOn(service.app.services.sms, 'send').mockRejectedValueOnce(error);
  }

  it.each([
    ['TEMPLATE_MISSING', '1202'],
    ['REFUSED', '1203'],
    ['INVALID_NUMBER', '1203'],
    ['TRANSIENT', '1203'],
  ] as const)('for %s is answered with %s, and holds up no retry', async (failure, code) => {
    const mobile = newMobile();
    for (let tries = 0; tries < 3; tries += 1) {
      failOnce(new SmsNotSent(failure, 'as the test wants it'));
      expect(await send(mobile)).toMatchObject({ status: 200, envelope: { code, data: null } });
    }
    expect(await send(mobile)).toMatchObject(sent);
    expect(await check(mobile, await service.newestCode(mobile))).toBe('ok');
  });

  it('for its own limits is answered with 429, and holds up no retry', async () => {
    const mobile = newMobile();
    failOnce(new SmsNotSent('LIMITED', 'as the test wants it'));
    expect(await send(mobile)).toMatchObject({ status: 429, envelope: { reason: 'CODE_LIMITED' } });
    expect(await send(mobile)).toMatchObject(sent);
  });

  it('or perhaps does is answered with 1203, and the code that may have arrived stays valid', async () => {
    const mobile = newMobile();
    const { sms } = service.app.services;
    const real = sms.send.bind(sms);
    vi.spyOn(sms, 'send').mockImplementationOnce(async (message) => {
      await real(message);
      throw new SmsNotSent('UNKNOWN', 'as the test wants it');
    });
    expect(await send(mobile)).toMatchObject({ status: 200, envelope: { code: '1203' } });
    expect(await send(mobile)).toMatchObject({ status: 429, envelope: { reason: 'CODE_LIMITED' } });
    expect(await check(mobile, await service.newestCode(mobile))).toBe('ok');
  });

  it('leaves the earlier code valid', async () => {
    const mobile = newMobile();
    await send(mobile);
    const code = await service.newestCode(mobile);
    await service.advance(61);
    failOnce(new SmsNotSent('REFUSED', 'as the test wants it'));
    await send(mobile);
    expect(await check(mobile, code)).toBe('ok');
  });

  it('and fails unexpectedly does not prevent a retry either', async () => {
    const mobile = newMobile();
    failOnce(new Error('socket hang up'));
    expect(await send(mobile)).toMatchObject({ status: 500, envelope: { code: '500', data: null } });
    expect(await send(mobile)).toMatchObject(sent);
  });
});

describe('the number of codes', () => {
  beforeAll(() => start({ SMS_PER_MOBILE_PER_DAY: '6', SMS_PER_ADDRESS_PER_HOUR: '6' }));
  afterAll(() => service.close());

  it('is limited per mobile and day, and per address and hour', async () => {
    const mobile = newMobile();
    for (const smsType of ['sign', 'approval', 'signPwd'])
      expect(await send(mobile, smsType)).toMatchObject(sent);
    const fourth = await send(mobile, 'commSms');
    expect(fourth).toMatchObject(tooFrequent);
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(86_000);

    for (let count = 0; count < 3; count += 1) expect(await send(newMobile())).toMatchObject(sent);
    const seventh = await send(newMobile());
    expect(seventh).toMatchObject(tooFrequent);
    expect(Number(seventh.headers.get('retry-after'))).toBeLessThanOrEqual(3600);

    await service.advance(3600);
    expect(await send(newMobile())).toMatchObject(sent);
    expect(await send(mobile, 'commSms')).toMatchObject(tooFrequent);
  });
});
