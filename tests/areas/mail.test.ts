import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import {
  addressesOfMembers,
  type GivenMail,
  mailJobs,
  notify,
  removeAddress,
  saveGivenMail,
} from '@cinnabar/server/areas/notices/index.js';
import { AdjustableClock } from '@cinnabar/server/clock.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { createJobRunner, type JobRunner } from '@cinnabar/server/jobs/runner.js';
import { defineJob } from '@cinnabar/server/jobs/tasks.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import { type MailFailure, type MailMessage, MailNotSent } from '@cinnabar/server/providers/mail/port.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noon, type OpenAreas, openAreas } from '../support/open-areas.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const config = readConfig({ BASE_URL: 'https://sign.example.com' });
const mobile = '13800000001';

let areas: OpenAreas;
let runner: JobRunner;
let corpId: CorpId;
let otherCorpId: CorpId;
let userId: UserId;
let flowId: FlowId;
let sent: MailMessage[];
/** What happens to the next messages; without one a message is accepted. */
let failures: MailFailure[];
let undelivered: string[];

const mail = {
  async send(message: MailMessage) {
    const failure = failures.shift();
    if (failure !== undefined) throw new MailNotSent(failure, 'as the test wants it');
    sent.push(message);
  },
};

beforeEach(async () => {
  areas = await openAreas();
  corpId = await areas.foundCorp('甲公司');
  otherCorpId = await areas.foundCorp('乙公司');
  userId = await areas.services.ids.next<'User'>();
  flowId = await areas.services.ids.next<'Flow'>();
  sent = [];
  failures = [];
  undelivered = [];
  runner = createJobRunner({
    database: areas.database,
    clock: new AdjustableClock(),
    log: silent,
    definitions: [
      ...mailJobs(areas.db, { mail, config }),
      defineJob('notices.undelivered', async ({ failure }) => {
        undelivered.push(failure);
      }),
    ],
    sweeps: [],
  });
});

afterEach(async () => {
  await runner.stop();
  await areas.close();
});

interface Given {
  readonly corpId?: CorpId;
  readonly flowId?: FlowId | null;
  readonly mail: GivenMail;
}

function save({ corpId: of = corpId, flowId: about = null, mail: given }: Given): Promise<void> {
  return transact(areas.db, (tx) =>
    saveGivenMail(tx, { corpId: of, userId, flowId: about }, given, mobile, noon),
  );
}

interface Told {
  readonly key?: string;
  readonly corpIds?: readonly CorpId[];
  readonly title?: string;
  readonly mobile?: string;
  readonly time?: Date;
}

function tell({ key = 'a', corpIds = [corpId], title = '采购合同', ...told }: Told = {}): Promise<void> {
  return transact(areas.db, (tx) =>
    notify(
      tx,
      { mail },
      {
        said: { kind: 'flowRefused', facts: { flowTitle: title } },
        to: { userId, mobile: told.mobile ?? mobile, corpIds },
        about: { corpId, flowId },
        idempotencyKey: key,
        now: told.time ?? new Date(),
      },
    ),
  );
}

async function mailsWaiting(): Promise<number> {
  const { rows } = await areas.database.pool.query(
    "select 1 from cinnabar_jobs.jobs where task_identifier = 'notices.mail'",
  );
  return rows.length;
}

/** Lets failed jobs run again at once. */
async function runAgain(): Promise<void> {
  await areas.database.pool.query(
    "update cinnabar_jobs._private_jobs set run_at = now() where run_at > now() and key like 'notices.mail%'",
  );
  await runner.drain();
}

describe('a notice by mail', () => {
  it('is sent once, in the language of its person', async () => {
    await save({ mail: { email: 'wang@example.com', language: 'en' } });
    await tell();
    await tell();
    await runner.drain();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: 'wang@example.com',
      language: 'en',
      subject: 'Contract refused: 采购合同',
    });
    // The key of the message contains neither mobile nor contract.
    expect(sent[0]?.messageKey).toMatch(/^[0-9a-f]{40}$/);
  });

  it('is not sent for a rolled-back act', async () => {
    await save({ mail: { email: 'wang@example.com' } });
    const failing = transact(areas.db, async (tx) => {
      await notify(
        tx,
        { mail },
        {
          said: { kind: 'flowRefused', facts: { flowTitle: '采购合同' } },
          to: { userId, mobile, corpIds: [corpId] },
          idempotencyKey: 'a',
          now: new Date(),
        },
      );
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await mailsWaiting()).toBe(0);
  });

  it('needs an address, and somebody who can open its link', async () => {
    await tell();
    expect(await mailsWaiting()).toBe(0);
    await save({ mail: { email: 'wang@example.com' } });
    await tell({ mobile: '' });
    expect(await mailsWaiting()).toBe(0);
  });

  it('links to nothing that users have entered', async () => {
    await save({ mail: { email: 'wang@example.com' } });
    await tell({ title: '合同 https://evil.example/pay 请汇款到 evil.example' });
    await runner.drain();
    expect(sent[0]?.text).not.toContain('evil.example');
    expect(sent[0]?.html).not.toContain('evil.example');
    expect(sent[0]?.subject).toBe('合同已被拒签：合同 请汇款到');
  });
});

describe('the address', () => {
  it('given with the contract comes first, then that of the initiating enterprise, then their own', async () => {
    await save({ corpId: otherCorpId, mail: { email: 'own@example.com' } });
    await tell({ key: '1', corpIds: [corpId, otherCorpId] });
    await runner.drain();
    await save({ mail: { email: 'member@example.com' } });
    await tell({ key: '2', corpIds: [corpId, otherCorpId] });
    await runner.drain();
    await save({ flowId, mail: { email: 'contract@example.com' } });
    await tell({ key: '3', corpIds: [corpId, otherCorpId] });
    await runner.drain();
    expect(sent.map(({ to }) => to)).toEqual([
      'own@example.com',
      'member@example.com',
      'contract@example.com',
    ]);
  });

  it('of an enterprise that has nothing to do with it, or of another contract, is not used', async () => {
    const another = await areas.services.ids.next<'Flow'>();
    await save({ corpId: otherCorpId, mail: { email: 'other@example.com' } });
    await save({ flowId: another, mail: { email: 'another@example.com' } });
    await tell();
    await runner.drain();
    expect(sent).toEqual([]);
    expect(await mailsWaiting()).toBe(0);
  });

  it('is encrypted, for its person and enterprise', async () => {
    await save({ mail: { email: 'wang@example.com' } });
    const rows = await areas.db.selectFrom('mail_addresses').selectAll().execute();
    expect(Buffer.from(rows[0]?.address ?? '').toString('latin1')).not.toContain('wang');
    const moved = await areas.services.ids.next<'User'>();
    await areas.db.updateTable('mail_addresses').set({ user_id: moved }).execute();
    await expect(addressesOfMembers(areas.db, corpId, [moved])).rejects.toThrow('NOT_AUTHENTIC');
  });

  it('can be replaced and removed', async () => {
    await save({ mail: { email: 'wang@example.com' } });
    await save({ mail: { email: 'xiao@example.com' } });
    const known = await addressesOfMembers(areas.db, corpId, [userId]);
    expect(known.get(userId)).toEqual({ address: 'xiao@example.com', hasFailed: false });
    await transact(areas.db, (tx) => removeAddress(tx, corpId, userId));
    await tell();
    expect(await mailsWaiting()).toBe(0);
  });
});

describe('a server that does not take the mail', () => {
  beforeEach(() => save({ mail: { email: 'wang@example.com' } }));

  it('is tried again until it does', async () => {
    failures = ['TRANSIENT', 'TRANSIENT'];
    await tell();
    await runner.drain();
    expect(await mailsWaiting()).toBe(1);
    await runAgain();
    await runAgain();
    expect(sent).toHaveLength(1);
    expect(await mailsWaiting()).toBe(0);
    expect(undelivered).toEqual([]);
  });

  it('is given up after a day', async () => {
    failures = ['TRANSIENT'];
    await tell({ time: new Date(Date.now() - 25 * 3_600_000) });
    await runner.drain();
    expect(await mailsWaiting()).toBe(0);
    expect(undelivered).toEqual(['TRANSIENT']);
  });

  it('is not asked again if it may have delivered the mail', async () => {
    failures = ['UNKNOWN'];
    await tell();
    await runner.drain();
    await tell();
    await runner.drain();
    expect(sent).toEqual([]);
    expect(undelivered).toEqual([]);
  });

  it('is not asked again if a process ended while it was sending', async () => {
    await tell();
    await areas.db
      .insertInto('mails')
      .values({ message_key: keyOf('a'), state: 'sending', changed_at: new Date() })
      .execute();
    await runner.drain();
    expect(sent).toEqual([]);
  });

  it('gets no more mail for an address that does not exist, until one is given again', async () => {
    failures = ['NO_SUCH_MAILBOX'];
    await tell({ key: '1' });
    await runner.drain();
    expect(undelivered).toEqual(['NO_SUCH_MAILBOX']);
    expect((await addressesOfMembers(areas.db, corpId, [userId])).get(userId)?.hasFailed).toBe(true);
    await tell({ key: '2' });
    expect(await mailsWaiting()).toBe(0);
    await save({ mail: { email: 'wang@example.com' } });
    await tell({ key: '3' });
    await runner.drain();
    expect(sent).toHaveLength(1);
  });

  it('leaves the address usable if it refuses the message only', async () => {
    failures = ['REFUSED'];
    await tell({ key: '1' });
    await runner.drain();
    expect(undelivered).toEqual(['REFUSED']);
    await tell({ key: '2' });
    await runner.drain();
    expect(sent).toHaveLength(1);
  });
});

function keyOf(idempotencyKey: string): string {
  return areas.services.envelope.keyedDigest('mail', idempotencyKey).slice(0, 40);
}
