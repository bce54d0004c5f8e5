/** Every command that administers leaves an entry of the audit; log-in providers and lost factors, from the command line. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnSecurity } from '@cinnabar/api/pages/own-security.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningApp } from '../support/app.js';
import { authenticatorCode } from '../support/authenticator.js';
import type { CreatedCorp } from '../support/cinnabar.js';
import type { Wire } from '../support/client.js';
import { consoleOf, logInByCode, newBrowser } from '../support/console-login.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { messagesTo } from '../support/messages-to.js';
import { type BesideTheService, besideTheService, of } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let cli: BesideTheService;
let running: RunningApp;
let corp: Enterprise;
let clerk: Person;

beforeAll(async () => {
  cli = await besideTheService();
  ({ running } = cli);
  corp = await givenEnterprise(running);
  clerk = await corp.member();
});
afterAll(() => cli.close());

/** Commands that read, or that change nothing of an enterprise or a person. */
const unrecorded = [
  ...['corp list', 'registration list', 'app list', 'package list', 'member list', 'seal list'],
  ...[
    'certificate list',
    'certificate status',
    'webhook list',
    'webhook deliveries',
    'webhook resend',
    'webhook test',
  ],
  ...['keys list', 'storage move', 'migrate', 'doctor', 'verify', 'evidence verify', 'completion'],
  'backup verify',
  ...['sms templates', 'sms reports', 'retention list', 'operator list'],
];
/** The refund of an order is in the history of its payment. */
const inOwnRecords = ['order refund'];
/** Their entries need what other files of this folder set up, such as registration.test.ts. */
const elsewhere = [
  ...['registration review', 'seal review', 'seal auto', 'certificate revoke', 'keys rotate', 'keys move'],
  ...['certificate request', 'certificate import', 'certificate withdraw'],
  ...['corp export', 'corp close', 'corp reopen', 'person export', 'person delete'],
  ...['operator add', 'operator set', 'operator remove', 'backup', 'restore'],
];

/** Those of which this file looks up the entry. */
const recorded = [
  ...['corp create', 'corp identity', 'corp set', 'corp embed', 'corp parent', 'corp oidc'],
  ...['app create', 'app rotate', 'app disable', 'balance add', 'member role', 'person name'],
  ...['person login-reset', 'channel add', 'channel disable', 'seal suspend', 'seal resume'],
  ...['webhook add', 'webhook modify', 'webhook delete', 'webhook rotate'],
];

interface Entry {
  readonly act: string;
  readonly source: string;
  readonly user_id: number | null;
  readonly all: string;
}

async function entries(): Promise<readonly Entry[]> {
  const { rows } = await running.app.database.pool.query<Entry>(
    `select act, source, user_id, entry::text || personal::text as all
      from audit_entries entry join audit_personal_data personal using (entry_id) order by entry_id`,
  );
  return rows;
}

describe('a command that administers', () => {
  const secrets: string[] = [];

  /** Runs a command, and expects that act as its only entry. */
  async function leaves(act: string, command: string, ...args: readonly string[]): Promise<Wire<object>> {
    const before = await entries();
    const output = await cli.told<Wire<object>>(...command.split(' '), ...args);
    const added = (await entries()).slice(before.length);
    expect(added, command).toMatchObject([{ act, source: 'commandLine', user_id: null }]);
    expect(recorded).toContain(command);
    for (const [name, value] of Object.entries(output)) {
      if (/secret$/i.test(name)) secrets.push(String(value));
    }
    return output;
  }

  it('leaves one entry, without secrets and full numbers, and nothing if it is refused', async () => {
    const owner = ['--owner-name', '周岚', '--owner-mobile', '13822220001'];
    const created = (await leaves(
      'corp.create',
      'corp create',
      '--name',
      '记录有限公司',
      ...owner,
    )) as CreatedCorp;
    const user = ['--user', String(clerk.userId)];
    await leaves(
      'corp.identity',
      'corp identity',
      ...of(corp),
      '--status',
      'identified',
      '--reason',
      '营业执照 7',
    );
    await leaves('corp.settings', 'corp set', ...of(corp), 'contractApproval', 'on');
    await leaves('corp.settings', 'corp embed', ...of(corp), 'https://erp.example.com');
    await leaves(
      'corp.parent',
      'corp parent',
      '--corp',
      String(created.corpId),
      '--parent',
      String(corp.corpId),
    );
    const { appId } = (await leaves('application.create', 'app create', ...of(corp))) as CreatedCorp;
    await leaves('application.rotate', 'app rotate', ...of(corp), '--app', appId);
    await leaves('application.disable', 'app disable', ...of(corp), '--app', appId);
    await leaves('corp.balance', 'balance add', ...of(corp), '--count', '5', '--remark', '补');
    await leaves('member.roles', 'member role', ...of(corp), ...user, '--add', 'SEAL_ADMIN');
    await leaves('person.name', 'person name', ...user, '--name', '欧阳小明', '--reason', '身份证 7');
    const account = ['--pay-type', 'chatAQrCode', '--app-id', 'wx1', '--merchant-account', '1900000109'];
    const channel = await leaves('payChannel.create', 'channel add', ...of(corp), ...account);
    const { code } = await cli.run(
      'channel',
      'disable',
      '--id',
      String(Reflect.get(channel, 'channelModelId')),
    );
    expect(code).toBe(0);
    expect((await entries()).at(-1)).toMatchObject({ act: 'payChannel.disable' });
    const seal = ['--seal', String(await givenSeal(corp))];
    await leaves('seal.status', 'seal suspend', ...of(corp), ...seal);
    await leaves('seal.status', 'seal resume', ...of(corp), ...seal);
    const webhook = await leaves(
      'webhook.create',
      'webhook add',
      ...of(corp),
      '--url',
      'https://a.example/h',
    );
    const id = ['--webhook', String(Reflect.get(webhook, 'webhookId'))];
    await leaves('webhook.modify', 'webhook modify', ...of(corp), ...id, '--disable');
    await leaves('webhook.rotateSecret', 'webhook rotate', ...of(corp), ...id);
    await leaves('webhook.delete', 'webhook delete', ...of(corp), ...id);

    const before = (await entries()).length;
    await cli.refused(1, '', 'app', 'disable', ...of(corp), '--app', 'nobody');
    await cli.refused(1, '', 'webhook', 'delete', ...of(corp), ...id);
    expect(await entries()).toHaveLength(before);
    const all = (await entries()).map((entry) => entry.all).join('\n');
    expect(secrets.length).toBeGreaterThan(3);
    for (const secret of secrets) expect(all).not.toContain(secret);
    expect(all).not.toContain('13822220001');
  });

  it('is a known one: no command is without an entry by oversight', async () => {
    const { out } = await cli.run('--help');
    const commands = [...out.matchAll(/^ {2}((?:[a-z-]+ )+) /gm)].map(([, name = '']) => name.trim());
    expect([...unrecorded, ...inOwnRecords, ...elsewhere, ...recorded].sort()).toEqual([...commands].sort());
  });
});

describe('corp oidc', () => {
  it('sets the provider of an enterprise and removes it; its secret is stored encrypted and told to nobody', async () => {
    const path = join(cli.dataDir, 'secret.txt');
    await writeFile(path, 'very secret words\n');
    const given = ['--issuer', 'https://login.example.com', '--client-id', 'cinnabar'];
    const words = ['corp', 'oidc', ...of(corp), ...given, '--client-secret-file', path];
    const redirectUri = `${new URL(running.baseUrl).origin}/login/oidc`;
    const issuer = 'https://login.example.com';
    const told = await cli.runWith({ BASE_URL: running.baseUrl }, ...words, '--json');
    expect(JSON.parse(told.out)).toEqual({ corpId: corp.corpId, issuer, redirectUri });
    const offer = () => newBrowser(running).page<{ methods: string[] }>('/pages/login/offer');
    expect((await offer()).envelope.data.methods).toContain('oidc');
    const { rows } = await running.app.database.pool.query('select client_secret from login_providers');
    expect(Buffer.from(rows[0].client_secret).toString('latin1')).not.toContain('very secret');
    await cli.told('corp', 'oidc', ...of(corp), '--none');
    expect((await offer()).envelope.data.methods).not.toContain('oidc');
    const added = (await entries()).slice(-2);
    expect(added).toMatchObject([{ act: 'corp.loginProvider' }, { act: 'corp.loginProvider' }]);
    expect(added.map(({ all }) => all).join()).not.toContain('very secret');
  });

  it.each([
    [2, 'are required, or --none', ['--issuer', 'https://a.example']],
    [
      2,
      'is not an https address',
      ['--issuer', 'ftp://a.example', '--client-id', 'x', '--client-secret-file', 'x'],
    ],
    [
      1,
      'no such file',
      ['--issuer', 'https://a.example', '--client-id', 'x', '--client-secret-file', '/nowhere'],
    ],
  ] as const)('refuses with %i: %s', async (code, complaint, args) => {
    await cli.refused(code, complaint, 'corp', 'oidc', ...of(corp), ...args);
  });
});

describe('person login-reset', () => {
  it('lets a person who has lost everything log in by a code again, ends their sessions and tells them', async () => {
    const { mobile, userId } = clerk;
    const browser = await consoleOf(running, mobile);
    const { envelope } = await browser.page<{ secret: string }>('/pages/security/offerTotp');
    const code = authenticatorCode(running, envelope.data.secret);
    expect((await browser.page('/pages/security/acceptTotp', { code })).envelope.code).toBe('0');
    await browser.page('/pages/security/setPassword', { password: '紫藤 falls 7 times' });
    expect(await cli.told('person', 'login-reset', '--user', String(userId))).toEqual({ userId });
    expect(await browser.page('/pages/security/view')).toMatchObject({ status: 401 });
    const again = newBrowser(running);
    expect(await logInByCode(running, again, mobile)).toMatchObject({ needsFactor: false, factors: [] });
    const view = await again.page<Wire<OwnSecurity>>('/pages/security/view');
    expect(view.envelope.data).toMatchObject({ hasPassword: false, hasTotp: false, recoveryCodesLeft: 0 });
    await jobsDone(running.app.database.pool);
    const texts = (await messagesTo(running.baseUrl, mobile)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('平台已清除您的登录密码'))).toHaveLength(1);
    const reset = (await entries()).filter(
      ({ act, source }) => act === 'factor.change' && source === 'commandLine',
    );
    expect(reset).toHaveLength(1);
    await cli.refused(1, 'there is no person', 'person', 'login-reset', '--user', '9007199254000000');
  });
});
