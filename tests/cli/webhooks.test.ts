/** Webhooks on the operator's command line, beside the service that sends them. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { openReceiver, type Receiver } from '../support/webhook-receiver.js';
import { type BesideTheService, besideTheService, of } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let cli: BesideTheService;
let corp: Enterprise;
let receiver: Receiver;

beforeAll(async () => {
  cli = await besideTheService();
  corp = await givenEnterprise(cli.running);
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await cli.close();
});

const run = (...args: readonly string[]) => cli.run(...args, ...of(corp));

interface Told {
  readonly webhookId: number;
  readonly secret: string;
  readonly status: string;
  readonly eventTypes: readonly string[];
}

const told = <T = Told>(...args: readonly string[]) => cli.told<T>(...args, ...of(corp));

it('adds, lists, changes, rotates and deletes', async () => {
  const added = await told('webhook', 'add', '--url', receiver.url, '--events', 'flow.signed,flow.completed');
  expect(added).toMatchObject({ status: 'enabled', eventTypes: ['flow.signed', 'flow.completed'] });
  const hook = ['--webhook', String(added.webhookId)];
  const { secret } = await told('webhook', 'rotate', ...hook, '--overlap-hours', '0');
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(added.secret);
  await told('webhook', 'modify', ...hook, '--events', 'all', '--disable', '--remark', '试用');
  const { out } = await run('webhook', 'list');
  expect(out).toContain(`${added.webhookId}  disabled  ${receiver.url}`);
  expect(out).toContain('all events (试用)');
  expect(out).not.toContain('whsec_');
  await told('webhook', 'delete', ...hook);
  expect(await told('webhook', 'list')).toEqual([]);
  const again = await run('webhook', 'delete', ...hook);
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining('has no webhook')]);
});

it('sends a test event, reports its result, and sends again', async () => {
  const { webhookId } = await told('webhook', 'add', '--url', receiver.url);
  const hook = ['--webhook', String(webhookId)];
  const tested = await told<{ deliveryId: number }>('webhook', 'test', ...hook);
  expect(tested).toMatchObject({ status: 'delivered', httpStatus: 204 });
  const delivery = ['--delivery', String(tested.deliveryId)];
  expect(await told('webhook', 'resend', ...hook, ...delivery)).toMatchObject({ count: 1 });
  await receiver.atLeast(2);
  expect(await told('webhook', 'resend', ...hook, '--since', '2020-01-01')).toMatchObject({ count: 0 });
  const { out } = await run('webhook', 'deliveries', ...hook, '--count', '5');
  expect(out).toMatch(
    new RegExp(`^${tested.deliveryId}  webhook.test  delivered after \\d: HTTP 204\\n1 of 1\\n$`),
  );
  const gone = await told('webhook', 'add', '--url', `http://127.0.0.1:${await freePort()}`);
  const failed = await run('webhook', 'test', '--webhook', String(gone.webhookId));
  expect([failed.code, failed.errors]).toEqual([1, expect.stringContaining('NOT_REACHED')]);
});

it.each([
  [['webhook', 'add', '--url', 'nowhere'], '--url must be an http or https address'],
  [['webhook', 'add', '--url', 'https://a.example', '--events', 'flow.unknown'], '--events must be one of'],
  [['webhook', 'modify', '--webhook', '1'], 'there is nothing to change'],
  [['webhook', 'modify', '--webhook', '1', '--enable', '--disable'], 'exclude each other'],
  [['webhook', 'resend', '--webhook', '1'], 'either --delivery or --since is required'],
  [['webhook', 'deliveries', '--status', 'lost'], '--status must be one of'],
])('%j is told what is wrong', async (args, complaint) => {
  const { code, out, errors } = await run(...args);
  expect([code, out]).toEqual([2, '']);
  expect(errors).toContain(complaint);
});
