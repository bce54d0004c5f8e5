/** Notices by mail: to whom, in which words, and what is never in them. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractHistory, contractRefuse, signFlowRemind } from '@cinnabar/api/operations/flows.js';
import {
  infoByMobileOrName,
  memberCreate,
  memberList,
  memberModify,
} from '@cinnabar/api/operations/members.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeSmtpServer } from '../fakes/smtp-server.js';
import { type RunningApp, startApp } from '../support/app.js';
import { commandLine, type Diagnosis } from '../support/cinnabar.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { type ReadMail, readMail } from '../support/read-mail.js';
import { makeTlsCertificate } from '../support/tls-certificate.js';

const account = { user: 'cinnabar', password: 'secret of the mail server' };

let folder: string;
let server: FakeSmtpServer;
let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let clerk: Person;
let template: GivenTemplate;
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-mail-'));
  const certificate = await makeTlsCertificate('127.0.0.1');
  await writeFile(join(folder, 'ca.pem'), certificate.cert);
  await writeFile(join(folder, 'password'), account.password);
  server = await FakeSmtpServer.open({ certificate, tls: 'starttls', account });
  settings = {
    MAIL_PROVIDER: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_TLS: 'starttls',
    SMTP_USER: account.user,
    SMTP_PASSWORD_FILE: join(folder, 'password'),
    SMTP_FROM: 'Example <no-reply@example.com>',
    SMTP_CA: join(folder, 'ca.pem'),
  };
  running = await startApp({ settings });
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
  clerk = await buyer.member(['SEAL_ADMIN']);
  template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
});

afterAll(async () => {
  await running.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

type StartMore = Omit<Parameters<typeof startFlow>[2], 'participantList' | 'templateName'>;

/** The supplier gets mail with this contract, at an address that the buyer gives with it. */
async function started(
  title: string,
  email: string,
  more: StartMore & { language?: 'en' } = {},
): Promise<FlowId> {
  const { language, ...others } = more;
  const { flowId } = await startFlow(buyer.owner.client, template, {
    templateName: title,
    participantList: [
      as('甲方', clerk, buyer),
      { ...as('乙方', supplier.owner, supplier), email, ...(language === undefined ? {} : { language }) },
    ],
    ...others,
  });
  return flowId;
}

/** What has arrived at an address, after everything that is due. */
async function mailTo(address: string): Promise<readonly ReadMail[]> {
  await running.advance(1);
  return server.received.filter(({ to }) => to === address).map(({ source }) => readMail(source));
}

function linkIn({ text }: ReadMail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in ${text}`);
  return link;
}

describe('a participant with an address', () => {
  test('gets each notice by mail as well, with a link that takes a code by text message', async () => {
    const flowId = await started('年度采购合同', 'supplier@example.com');
    await sign(clerk, flowId);
    const [turn] = await mailTo('supplier@example.com');
    expect(turn?.subject).toBe(`${buyer.corpName}邀请您签署：年度采购合同`);
    if (turn === undefined) throw new Error('no mail');
    expect(turn.html).toContain(linkIn(turn));
    const session = await enterLink(running, linkIn(turn), supplier.owner);
    expect(session.entered).toMatchObject({ kind: 'sign', flowId });
    const codes = (await messagesTo(running.baseUrl, supplier.owner.mobile)).flatMap(
      ({ code }) => code ?? [],
    );
    expect(codes.length).toBeGreaterThan(0);
    const mails = server.received.map(({ source }) => readMail(source));
    for (const code of codes) expect(JSON.stringify(mails)).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(server.received.map(({ from }) => from)).toEqual(
      server.received.map(() => 'no-reply@example.com'),
    );

    await buyer.owner.client.data(signFlowRemind, { flowId });
    expect((await mailTo('supplier@example.com')).map(({ subject }) => subject)).toEqual([
      turn.subject,
      turn.subject,
    ]);
  });

  test('reads them in their language', async () => {
    const flowId = await started('Office lease', 'reader@example.com', { language: 'en' });
    await sign(clerk, flowId);
    const [turn] = await mailTo('reader@example.com');
    expect(turn?.subject).toBe(`${buyer.corpName} asks you to sign: Office lease`);
    expect(turn?.text).toContain('We never send codes by mail');
  });

  test.each([{ privaryFlag: 1 }, { encryptFlag: 1 }] as const)(
    'does not find the title of a secret contract in them: %j',
    async (secret) => {
      const address = `secret-${Object.keys(secret)[0]}@example.com`;
      const flowId = await started('保密的收购合同', address, secret);
      await sign(clerk, flowId);
      const [turn] = await mailTo(address);
      expect(turn?.subject).toMatch(/：HT\d+$/);
      expect(`${turn?.text}${turn?.html}`).not.toContain('收购');
    },
  );

  test('gets none of another contract there', async () => {
    await started('第一份合同', 'only-one@example.com');
    const { flowId } = await startFlow(buyer.owner.client, template, {
      templateName: '第二份合同',
      participantList: [as('甲方', clerk, buyer), as('乙方', supplier.owner, supplier)],
    });
    await sign(clerk, flowId);
    expect(await mailTo('only-one@example.com')).toEqual([]);
  });
});

describe('a member with an address', () => {
  test('gets the notices of the enterprise, and is not found by it', async () => {
    const { owner } = buyer;
    await owner.client.data(memberModify, { userId: owner.userId, email: 'Owner@Buyer.EXAMPLE' });
    const flowId = await started('将被拒签的合同', 'refuser@example.com');
    await sign(clerk, flowId);
    await supplier.owner.client.data(contractRefuse, { flowId, refuseMsg: '价格有误' }, { source: 'pc' });
    const [refused] = await mailTo('Owner@buyer.example');
    expect(refused?.subject).toBe('合同已被拒签：将被拒签的合同');
    const members = await owner.client.data(memberList, { keyword: owner.realName });
    expect(members.find(({ userId }) => userId === owner.userId)).toMatchObject({
      email: 'O***@buyer.example',
      emailFailed: false,
    });
    for (const text of ['Owner@buyer.example', 'buyer.example']) {
      expect(await owner.client.data(infoByMobileOrName, { paramString: text })).toEqual([]);
      expect(await owner.client.data(memberList, { keyword: text })).toEqual([]);
    }
  });

  test('who is invited is asked by mail', async () => {
    await buyer.owner.client.data(
      memberCreate,
      { userName: '受邀者', mobile: supplier.owner.mobile, jobNum: 'N-1', email: 'invited@example.com' },
      { source: 'pc' },
    );
    const [invitation] = await mailTo('invited@example.com');
    expect(invitation?.subject).toBe(`${buyer.corpName}邀请您成为其成员`);
  });

  test('gets no more mail once the mailbox was said not to exist, or the address was removed', async () => {
    const { client } = buyer.owner;
    const member = await buyer.member();
    const { userId } = member;
    const stateOf = async () => {
      const members = await client.data(memberList, {});
      const found = members.find((each) => each.userId === userId);
      return { email: found?.email, emailFailed: found?.emailFailed };
    };
    await client.data(memberModify, { userId, email: 'gone@example.com' });
    server.failNext({ at: 'RCPT', does: { reply: '550 5.1.1 no such user' } });
    const turnOf = (title: string) =>
      startFlow(client, template, {
        templateName: title,
        participantList: [as('甲方', member, buyer), as('乙方', supplier.owner, supplier)],
      });
    const { flowId } = await turnOf('退信的合同');
    await mailTo('gone@example.com');
    const { events } = await client.data(contractHistory, { flowId });
    expect(events.map(({ title, detail }) => [title, detail])).toContainEqual([
      '通知未送达',
      '邮件收件人：g***@example.com（NO_SUCH_MAILBOX）。短信不受影响；请核对邮箱地址',
    ]);
    expect(await stateOf()).toEqual({ email: 'g***@example.com', emailFailed: true });
    await turnOf('不再发送邮件的合同');
    expect(await mailTo('gone@example.com')).toEqual([]);
    await client.data(memberModify, { userId, email: 'gone@example.com' });
    await turnOf('重新发送邮件的合同');
    expect(await mailTo('gone@example.com')).toHaveLength(1);
    await client.data(memberModify, { userId, removeEmail: true });
    expect(await stateOf()).toEqual({ email: null, emailFailed: false });
  });

  test.each(['nobody', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])(
    'cannot be given %j',
    async (email) => {
      const { envelope } = await buyer.owner.client.post(memberModify.path, { userId: clerk.userId, email });
      expect(envelope).toMatchObject({ code: '400' });
      expect(JSON.stringify(envelope)).toContain('email');
    },
  );
});

test('doctor proves the account without sending anything', async () => {
  const before = server.received.length;
  const diagnose = async (given: Readonly<Record<string, string>>) => {
    const { out } = await commandLine(
      { DATA_DIR: folder, PORT: '0', ...settings, ...given },
      'doctor',
      '--json',
    );
    const { findings }: Diagnosis = JSON.parse(out);
    return findings.find(({ check }) => check === 'provider-mail');
  };
  expect(await diagnose({})).toMatchObject({ status: 'ok' });
  const { SMTP_PASSWORD_FILE, ...others } = settings;
  settings = others;
  expect(await diagnose({ SMTP_PASSWORD: 'wrong' })).toMatchObject({ status: 'error' });
  expect(server.received).toHaveLength(before);
});
