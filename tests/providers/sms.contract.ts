import {
  type SmsFailure,
  type SmsMessage,
  SmsNotSent,
  type SmsSender,
} from '@cinnabar/server/providers/sms/port.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/**
 * A message accepted by a provider. A provider with templates of its own fills them, so its text may differ in form.
 */
export interface AcceptedSms {
  readonly mobile: string;
  readonly text: string;
}

export interface SmsUnderTest {
  readonly adapter: SmsSender;
  /** Messages accepted so far, oldest first. */
  accepted(): Promise<readonly AcceptedSms[]>;
  /** Makes the provider fail the next message; failures that this provider never returns are omitted. */
  readonly failures: Partial<Readonly<Record<SmsFailure, () => void>>> & { readonly TRANSIENT: () => void };
  close(): Promise<void>;
}

const code: SmsMessage = {
  mobile: '13800138000',
  template: 'sign',
  parameters: { code: '314159', use: '签署《采购合同》', minutes: '5' },
  text: '验证码 314159，用于签署《采购合同》，5 分钟内有效。请勿告知他人，如非本人操作请忽略。',
  code: '314159',
  idempotencyKey: 'code-1',
  time: new Date('2026-11-20T10:00:00.000Z'),
};
const notice: SmsMessage = {
  mobile: '13900139000',
  template: 'flowCompleted',
  parameters: { flowTitle: '采购合同', link: 'l/abc' },
  text: '合同已签署完成：采购合同。https://sign.example.com/l/abc',
  code: null,
  idempotencyKey: 'flow-1 completed',
  time: code.time,
};

/** The contract of every adapter for text messages. */
export function smsContract(open: () => Promise<SmsUnderTest>): void {
  describe('text messages', () => {
    let under: SmsUnderTest;

    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    test('are accepted with the given mobile, code and link', async () => {
      await under.adapter.send(code);
      await under.adapter.send(notice);
      const [first, second, ...others] = await under.accepted();
      expect([first?.mobile, second?.mobile, others]).toEqual([code.mobile, notice.mobile, []]);
      for (const part of ['314159', '采购合同', '5']) expect(first?.text).toContain(part);
      for (const part of ['采购合同', 'https://sign.example.com/l/abc']) expect(second?.text).toContain(part);
    });

    test('are sent once per idempotency key, also concurrently', async () => {
      await Promise.all([under.adapter.send(notice), under.adapter.send(notice)]);
      await under.adapter.send(notice);
      await under.adapter.send({ ...notice, idempotencyKey: 'flow-2 completed' });
      expect(await under.accepted()).toHaveLength(2);
    });

    test('fail only with known failures, which never contain the code', async () => {
      for (const [failure, fail] of Object.entries(under.failures)) {
        fail();
        const error = await under.adapter
          .send({ ...code, idempotencyKey: failure })
          .catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(SmsNotSent);
        expect(error).toMatchObject({ failure });
        expect(String(error)).not.toContain('314159');
      }
      expect(await under.accepted()).toEqual([]);
    });

    test('that failed may be sent again with the same key', async () => {
      under.failures.TRANSIENT();
      await under.adapter.send(notice).catch(() => undefined);
      await under.adapter.send(notice);
      expect(await under.accepted()).toHaveLength(1);
    });
  });
}
