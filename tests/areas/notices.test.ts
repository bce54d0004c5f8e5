import { sendNotice, smsJobs } from '@cinnabar/server/areas/sms/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { createJobRunner, type JobRunner } from '@cinnabar/server/jobs/runner.js';
import { type SmsFailure, type SmsMessage, SmsNotSent } from '@cinnabar/server/providers/sms/port.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noon, type OpenAreas, openAreas } from '../support/open-areas.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let areas: OpenAreas;
let runner: JobRunner;
let sent: SmsMessage[];
let refusal: SmsFailure | null;

beforeEach(async () => {
  areas = await openAreas();
  sent = [];
  refusal = null;
  const sms = {
    async send(message: SmsMessage) {
      if (refusal !== null) throw new SmsNotSent(refusal, 'as the test wants it');
      sent.push(message);
    },
  };
  runner = createJobRunner({
    database: areas.database,
    // A notice is given up after a day.
    clock: { now: () => noon, offsetMs: 0 },
    log: silent,
    definitions: smsJobs(areas.db, { sms, config: { baseUrl: 'https://sign.example.com' } }),
    sweeps: [],
  });
});

afterEach(async () => {
  await runner.stop();
  await areas.close();
});

function notify(idempotencyKey: string, afterwards: () => void = () => undefined): Promise<void> {
  return transact(areas.db, async (tx) => {
    await sendNotice(tx, {
      mobile: '13800000001',
      template: 'passwordReplaced',
      parameters: { corpName: '测试有限公司' },
      idempotencyKey,
      now: noon,
    });
    afterwards();
  });
}

async function waitingJobs(): Promise<number> {
  const result = await areas.database.pool.query('select 1 from cinnabar_jobs.jobs');
  return result.rows.length;
}

describe('a notice', () => {
  it('is sent after the commit, once, without a code', async () => {
    await notify('a');
    await runner.drain();
    expect(sent).toEqual([
      {
        mobile: '13800000001',
        template: 'passwordReplaced',
        parameters: { corpName: '测试有限公司' },
        text: '您在测试有限公司的签署密码已被重新设置。如非本人操作，请联系企业管理员。',
        code: null,
        idempotencyKey: 'a',
        time: noon,
      },
    ]);
  });

  it('is never sent for a rolled-back act', async () => {
    const failing = notify('a', () => {
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await runner.drain();
    expect(sent).toEqual([]);
  });

  it.each(['TRANSIENT', 'LIMITED', 'UNKNOWN'] as const)(
    'waits for a provider that answers %s',
    async (failure) => {
      refusal = failure;
      await notify('a');
      await runner.drain();
      expect(await waitingJobs()).toBe(1);
    },
  );

  it.each(['REFUSED', 'TEMPLATE_MISSING', 'INVALID_NUMBER'] as const)(
    'is abandoned at %s',
    async (failure) => {
      refusal = failure;
      await notify('a');
      await runner.drain();
      expect(await waitingJobs()).toBe(0);
      expect(sent).toEqual([]);
      const rejections = await areas.db.selectFrom('sms_rejections').select(['mobile', 'failure']).execute();
      expect(rejections).toEqual([{ mobile: '13800000001', failure }]);
    },
  );
});
