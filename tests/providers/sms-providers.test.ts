/** Adapters to real providers of text messages, against strict fakes of them. */
import { RecordedSms, receiveReport, smsJobs, tidyMessages } from '@cinnabar/server/areas/sms/index.js';
import { limitedSms } from '@cinnabar/server/providers/sms/limits.js';
import { type SmsMessage, SmsReportRefused } from '@cinnabar/server/providers/sms/port.js';
import { afterEach, describe, expect, test } from 'vitest';
import type { Fault } from '../fakes/fake-server.js';
import {
  openRecordedSms,
  type RecordedSmsUnderTest,
  type VendorName,
  vendorsOfSms,
} from './open-recorded-sms.js';
import { smsContract } from './sms.contract.js';

const names: readonly VendorName[] = ['aliyun', 'tencent', 'http'];

const notice = (given: Partial<SmsMessage> = {}): SmsMessage => ({
  mobile: '13900139000',
  template: 'flowCompleted',
  parameters: { flowTitle: '采购合同', link: 'l/abc' },
  text: '合同已签署完成：采购合同。https://sign.example.com/l/abc',
  code: null,
  idempotencyKey: 'flow-1 completed',
  time: new Date(),
  ...given,
});
const code = (mobile: string): SmsMessage =>
  notice({
    mobile,
    template: 'sign',
    parameters: { code: '314159', use: '签署《采购合同》', minutes: '5' },
    text: '验证码 314159',
    code: '314159',
    idempotencyKey: 'code-1',
  });

let under: RecordedSmsUnderTest | null = null;
async function open(...given: readonly [VendorName, ...VendorName[]]): Promise<RecordedSmsUnderTest> {
  under = await openRecordedSms(...given);
  return under;
}
afterEach(async () => {
  await under?.close();
  under = null;
});

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const statesOf = ({ db }: RecordedSmsUnderTest) =>
  db.selectFrom('sms_messages').select(['state', 'provider', 'failure']).execute();

describe.each(names)('%s', (name) => {
  smsContract(async () => {
    const { first, sms, close } = await openRecordedSms(name);
    const { codes } = first.vendor;
    const failing = (refusal: string) => () => {
      first.outbox.refuseNext = refusal;
    };
    return {
      adapter: limitedSms(sms),
      accepted: async () => first.outbox.sent,
      failures: {
        TRANSIENT: failing(codes.TRANSIENT ?? ''),
        REFUSED: failing(codes.REFUSED ?? ''),
        NO_BALANCE: failing(codes.NO_BALANCE ?? ''),
        TEMPLATE_MISSING: failing(codes.TEMPLATE_MISSING ?? ''),
        INVALID_NUMBER: failing(codes.INVALID_NUMBER ?? ''),
        LIMITED: failing(codes.LIMITED ?? ''),
      },
      close,
    };
  });

  test('reports what became of a message once, and only to whoever may say so', async () => {
    const opened = await open(name);
    const { db, sms, first } = opened;
    await sms.send(notice());
    const [sent] = first.outbox.sent;
    if (sent === undefined) throw new Error('nothing was sent');
    const now = new Date();
    const report = (failure: string | null) => {
      const { body, headers } = first.vendor.report(sent, failure, now);
      return receiveReport(db, first, { headers, body: Buffer.from(body), now });
    };
    await report('MK:0001');
    await report(null);
    expect(await statesOf(opened)).toEqual([{ state: 'undelivered', provider: name, failure: 'MK:0001' }]);
    const rejected = await db.selectFrom('sms_rejections').select('mobile').execute();
    expect(rejected).toEqual([{ mobile: sent.mobile }]);
    const unreadable = { headers: {}, body: Buffer.from('{"half":'), now };
    await expect(receiveReport(db, first, unreadable)).rejects.toThrow(SmsReportRefused);
  });

  test('proves its credentials without sending anything', async () => {
    const { first } = await open(name);
    expect(await first.openWith().check()).toMatchObject({ works: true });
    const wrong = { [vendorsOfSms[name].secret]: 'another secret, of 24 bytes or more' };
    expect(await first.openWith(wrong).check()).toMatchObject({ works: false });
    expect(first.outbox.sent).toEqual([]);
  });
});

describe.each(['aliyun', 'tencent'] as const)('%s', (name) => {
  test('sends to foreign mobiles by the template for them', async () => {
    const { sms, first } = await open(name);
    await sms.send(code('+85251234567'));
    expect(first.outbox.sent).toMatchObject([{ mobile: '+85251234567', text: 'Your code is 314159.' }]);
    const other = notice({ mobile: '+85251234567' });
    expect(await failureOf(sms.send(other))).toMatchObject({ failure: 'TEMPLATE_MISSING' });
  });

  test('shortens values that carriers would refuse', async () => {
    const { sms, first } = await open(name);
    await sms.send(notice({ parameters: { flowTitle: '很长的合同标题'.repeat(10), link: 'l/abc' } }));
    const text = first.outbox.sent[0]?.text ?? '';
    expect(text).toMatch(/：[^…]{34}…。https:/);
  });
});

describe('a message whose outcome is unknown', () => {
  const acted: readonly Fault[] = ['garbage', 'half'];
  const idle: readonly Fault[] = ['broken'];

  test.each([
    ...acted.map((fault) => ['aliyun', fault] as const),
    ...acted.map((fault) => ['tencent', fault] as const),
    ...idle.map((fault) => ['aliyun', fault] as const),
  ])('at %s with the fault “%s” is sent once in the end, and by nobody else', async (name, fault) => {
    const opened = await open(name, 'http');
    const { sms, first, all, later } = opened;
    first.fake.failNext(fault);
    const message = notice();
    expect(await failureOf(sms.send(message))).toMatchObject({ failure: 'UNKNOWN' });
    // Until the provider's own records are complete, nobody asks.
    expect(await failureOf(sms.send(message))).toMatchObject({ failure: 'UNKNOWN' });
    later(3);
    await sms.send(message);
    await sms.send(message);
    expect(all.map(({ outbox }) => outbox.sent.length)).toEqual([1, 0]);
    expect(await statesOf(opened)).toEqual([{ state: 'accepted', provider: name, failure: null }]);
  });

  test('is given up after an hour if the provider cannot tell, and told to the initiator', async () => {
    const opened = await open('tencent');
    const { sms, first, later, db } = opened;
    first.fake.failNext('broken');
    const message = notice();
    await failureOf(sms.send(message));
    later(3);
    expect(await failureOf(sms.send(message))).toMatchObject({ failure: 'UNKNOWN' });
    later(60);
    await sms.send(message);
    expect(first.outbox.sent).toEqual([]);
    expect(await statesOf(opened)).toEqual([{ state: 'unknown', provider: 'tencent', failure: 'UNKNOWN' }]);
    expect(await db.selectFrom('sms_rejections').select('failure').execute()).toEqual([
      { failure: 'UNKNOWN' },
    ]);
  });

  test('and that nobody sends again, such as a code, is given up by the housekeeping', async () => {
    const opened = await open('tencent');
    const { sms, first, later, clock, db } = opened;
    first.fake.failNext('garbage');
    await failureOf(sms.send(code('13800138000')));
    later(200);
    await tidyMessages(db, clock.now());
    expect(await statesOf(opened)).toMatchObject([{ state: 'unknown' }]);
  });
});

test('a notice that the provider refuses for want of money is tried again for a day, and then told', async () => {
  const { sms, first, db, clock, later } = await open('aliyun');
  const [job] = smsJobs(db, { sms, config: { baseUrl: 'https://sign.example.com' } });
  const payload = {
    ...{
      mobile: '13900139000',
      template: 'flowCompleted',
      parameters: { flowTitle: '采购合同', link: 'l/abc' },
    },
    ...{ idempotencyKey: 'flow-1 completed', time: clock.now().toISOString() },
  };
  const run = () => {
    first.outbox.refuseNext = 'isv.AMOUNT_NOT_ENOUGH';
    const { signal } = new AbortController();
    return failureOf(job?.run(payload, { now: clock.now(), attempt: 1, signal }) ?? Promise.resolve());
  };
  const told = () => db.selectFrom('sms_rejections').select(['mobile', 'failure']).execute();
  expect(await run()).toMatchObject({ failure: 'NO_BALANCE' });
  later(23 * 60);
  expect(await run()).toMatchObject({ failure: 'NO_BALANCE' });
  expect(await told()).toEqual([]);
  later(61);
  expect(await run()).toBeUndefined();
  expect(await told()).toEqual([{ mobile: '13900139000', failure: 'NO_BALANCE' }]);
  expect(first.outbox.sent).toEqual([]);
});

test('a message that another process sends is not sent', async () => {
  const { sms, first, db, clock } = await open('aliyun');
  const other = new RecordedSms({ db, clock, providers: [first] });
  const outcomes = await Promise.all([sms, other].map((each) => failureOf(each.send(notice()))));
  expect(first.outbox.sent).toHaveLength(1);
  const failures = outcomes.filter((each) => each !== undefined);
  expect(failures.length).toBeLessThan(2);
  for (const each of failures) expect(each).toMatchObject({ failure: 'UNKNOWN' });
  await other.send(notice());
  expect(first.outbox.sent).toHaveLength(1);
});

describe('the next provider', () => {
  test('is asked if the first one is out of reach, busy or without money', async () => {
    const poor = await open('aliyun', 'tencent');
    poor.first.outbox.refuseNext = 'isv.AMOUNT_NOT_ENOUGH';
    await poor.sms.send(notice());
    expect(poor.all[1]?.outbox.sent).toHaveLength(1);
    // Nobody has connected to the first one, so that no request can have been lost on a connection kept open.
    const away = await open('aliyun', 'tencent', 'http');
    const [, second, third] = away.all;
    await away.first.fake.close();
    if (second !== undefined) second.outbox.refuseNext = 'RequestLimitExceeded';
    await away.sms.send(notice());
    expect(second?.outbox.sent).toEqual([]);
    expect(third?.outbox.sent).toHaveLength(1);
  });

  test.each(['INVALID_NUMBER', 'LIMITED'] as const)('is not asked after %s', async (failure) => {
    const { sms, first, all } = await open('aliyun', 'http');
    first.outbox.refuseNext = first.vendor.codes[failure] ?? '';
    expect(await failureOf(sms.send(notice()))).toMatchObject({ failure });
    expect(all.flatMap(({ outbox }) => outbox.sent)).toEqual([]);
  });
});
