import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndedRequest } from '@cinnabar/server/providers/kit/provider-parts.js';
import type { MailFailure, MailMessage } from '@cinnabar/server/providers/mail/port.js';
import { MailNotSent } from '@cinnabar/server/providers/mail/port.js';
import { SmtpSender } from '@cinnabar/server/providers/mail/smtp-sender.js';
import { readSmtpTarget } from '@cinnabar/server/providers/mail/smtp-target.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FakeSmtpServer, type SmtpFault, type SmtpServerOptions } from '../../fakes/smtp-server.js';
import { readMail } from '../../support/read-mail.js';
import { makeTlsCertificate, type TlsCertificate } from '../../support/tls-certificate.js';

const account = { user: 'sender', password: 's€cret' };
const message: MailMessage = {
  to: 'xiaoming@example.org',
  subject: '上海某某科技有限公司邀请您签署：采购合同',
  text: '请签署《采购合同》。\n.\n..第三行',
  html: '<p>请签署《采购合同》。</p>',
  language: 'zh',
  messageKey: 'abc123',
  time: new Date('2026-11-20T10:00:00.000Z'),
};

let folder: string;
let certificate: TlsCertificate;
let ca: string;
let server: FakeSmtpServer;
let ended: EndedRequest[];
let states: string[];

const parts = {
  provider: 'mail-smtp',
  watch: {
    opened: () => undefined,
    ended: (request: EndedRequest) => void ended.push(request),
    breakerChanged: (_provider: string, state: string) => void states.push(state),
  },
};

beforeEach(() => {
  ended = [];
  states = [];
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-smtp-'));
  certificate = await makeTlsCertificate('127.0.0.1');
  ca = join(folder, 'ca.pem');
  await writeFile(ca, certificate.cert);
});
afterEach(() => server.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(options: Partial<SmtpServerOptions> = {}): Promise<void> {
  server = await FakeSmtpServer.open({ certificate, tls: 'starttls', account, ...options });
}

function settings(given: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_TLS: 'starttls',
    SMTP_USER: account.user,
    SMTP_PASSWORD: account.password,
    SMTP_FROM: '某某平台 <no-reply@sign.example.com>',
    SMTP_CA: ca,
    ...given,
  };
}

function sender(given: Readonly<Record<string, string>> = {}): SmtpSender {
  return new SmtpSender(readSmtpTarget(settings(given)), parts);
}

async function failureOf(sending: Promise<void>): Promise<MailFailure> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailNotSent)) throw new Error(`not a failure of the port: ${String(error)}`);
  // It is logged.
  expect(error.message).not.toContain(account.password);
  expect(error.message).not.toContain(message.to);
  return error.failure;
}

describe('a message', () => {
  test.each([
    ['starttls', account],
    ['implicit', account],
    ['none', null],
  ] as const)('is accepted by a strict server: TLS %s', async (tls, given) => {
    await open({ tls, account: given });
    const { SMTP_USER, SMTP_PASSWORD, ...anonymous } = settings({ SMTP_TLS: tls });
    const known = given === null ? {} : { SMTP_USER: given.user, SMTP_PASSWORD: given.password };
    await new SmtpSender(readSmtpTarget({ ...anonymous, ...known }), parts).send(message);
    expect(server.received).toHaveLength(1);
    const [received] = server.received;
    expect(received).toMatchObject({ from: 'no-reply@sign.example.com', to: message.to });
    expect(readMail(received?.source ?? '')).toEqual({
      subject: message.subject,
      text: message.text,
      html: message.html,
    });
  });

  test('has the headers of an automatic message, and a name for which the operator vouches', async () => {
    await open();
    await sender().send(message);
    const headers = server.received[0]?.headers;
    expect(headers?.get('message-id')).toBe('<abc123@sign.example.com>');
    expect(headers?.get('to')).toBe(message.to);
    expect(headers?.get('from')).toMatch(/^=\?UTF-8\?.*\?= <no-reply@sign\.example\.com>$/);
    expect(headers?.get('auto-submitted')).toBe('auto-generated');
    expect(headers?.get('date')).toBe('Fri, 20 Nov 2026 10:00:00 +0000');
  });

  test.each([
    ['Injected\r\nBcc: victim@example.org', 'Injected Bcc: victim@example.org'],
    ['Folded\n\tX-Priority: 1', 'Folded X-Priority: 1'],
    ['很长的合同名称'.repeat(40), '很长的合同名称'.repeat(40)],
    ['=?utf-8?Q?other=20words?=', '= ?utf-8?Q?other=20words?='],
  ])('carries no header but its own: subject %j', async (subject, displayed) => {
    await open();
    await sender().send({ ...message, subject });
    const [received] = server.received;
    expect(received?.headers.has('bcc')).toBe(false);
    expect(received?.headers.has('x-priority')).toBe(false);
    expect(received?.to).toBe(message.to);
    expect(readMail(received?.source ?? '').subject).toBe(displayed);
  });
});

describe('fails without being sent', () => {
  const cases: readonly (readonly [SmtpFault, MailFailure])[] = [
    [{ at: 'GREETING', does: { reply: '554 5.3.2 not accepting messages' } }, 'TRANSIENT'],
    [{ at: 'GREETING', does: 'hang up' }, 'TRANSIENT'],
    [{ at: 'STARTTLS', does: { reply: '454 4.7.0 TLS not available' } }, 'TRANSIENT'],
    [{ at: 'STARTTLS', does: 'hang up' }, 'TRANSIENT'],
    [{ at: 'AUTH', does: { reply: '454 4.7.0 temporary authentication failure' } }, 'TRANSIENT'],
    [{ at: 'AUTH', does: 'hang up' }, 'TRANSIENT'],
    [{ at: 'MAIL', does: { reply: '421 4.3.2 shutting down' } }, 'TRANSIENT'],
    [{ at: 'MAIL', does: { reply: '550 5.7.1 sender not permitted' } }, 'REFUSED'],
    [{ at: 'RCPT', does: { reply: '450 4.2.1 greylisted, try again' } }, 'TRANSIENT'],
    [{ at: 'RCPT', does: { reply: '550 5.1.1 <xiaoming@example.org>: no such user' } }, 'NO_SUCH_MAILBOX'],
    [{ at: 'RCPT', does: { reply: '553 5.1.2 no such domain' } }, 'NO_SUCH_MAILBOX'],
    [{ at: 'RCPT', does: { reply: '550 5.7.1 your address is listed' } }, 'REFUSED'],
    [{ at: 'RCPT', does: { reply: '552 5.2.2 mailbox full' } }, 'REFUSED'],
    [{ at: 'RCPT', does: { reply: 'HTTP/1.1 400 Bad Request' } }, 'TRANSIENT'],
    [{ at: 'RCPT', does: 'hang up' }, 'TRANSIENT'],
    [{ at: 'DATA', does: { reply: '451 4.3.0 queue full' } }, 'TRANSIENT'],
    [{ at: 'DATA', does: 'hang up' }, 'TRANSIENT'],
    [{ at: 'MESSAGE', does: { reply: '451 4.3.0 try again' } }, 'TRANSIENT'],
    [{ at: 'MESSAGE', does: { reply: '554 5.7.1 looks like spam' } }, 'REFUSED'],
  ];

  test.each(cases)('%j is %s', async (fault, failure) => {
    await open();
    server.failNext(fault);
    expect(await failureOf(sender().send(message))).toBe(failure);
    expect(server.received).toEqual([]);
  });

  test('and is accepted when the trouble is over', async () => {
    await open();
    server.failNext({ at: 'RCPT', does: { reply: '450 4.2.1 greylisted' } });
    const same = sender();
    await failureOf(same.send(message));
    await same.send(message);
    expect(server.received).toHaveLength(1);
  });

  test('where the server never answers', async () => {
    await open();
    server.failNext({ at: 'RCPT', does: 'silent' });
    const limits = { connect: 20_000, idle: 20_000, total: 1_000 };
    const hurried = new SmtpSender(readSmtpTarget(settings()), parts, limits);
    expect(await failureOf(hurried.send(message))).toBe('TRANSIENT');
  });

  test('where nothing listens', async () => {
    await open();
    const unreachable = sender();
    await server.close();
    expect(await failureOf(unreachable.send(message))).toBe('TRANSIENT');
  });
});

test.each(['hang up', 'hang up after'] as const)(
  'may have been delivered if the server falls silent after it: %s',
  async (does) => {
    await open();
    server.failNext({ at: 'MESSAGE', does });
    expect(await failureOf(sender().send(message))).toBe('UNKNOWN');
  },
);

describe('credentials and messages are sent to nobody else', () => {
  test('with a certificate of another authority', async () => {
    await open();
    const { SMTP_CA, ...unpinned } = settings();
    const strict = new SmtpSender(readSmtpTarget(unpinned), parts);
    expect(await failureOf(strict.send(message))).toBe('TRANSIENT');
    expect(await failureOf(strict.check())).toBe('TRANSIENT');
    expect(server.received).toEqual([]);
  });

  test('with a certificate for another address', async () => {
    const elsewhere = await makeTlsCertificate('192.0.2.1');
    await open({ certificate: elsewhere, tls: 'implicit' });
    const path = join(folder, 'elsewhere.pem');
    await writeFile(path, elsewhere.cert);
    const failing = sender({ SMTP_TLS: 'implicit', SMTP_CA: path });
    expect(await failureOf(failing.send(message))).toBe('TRANSIENT');
    expect(server.received).toEqual([]);
  });

  test('without TLS, where it is required', async () => {
    await open({ tls: 'none' });
    expect(await failureOf(sender().send(message))).toBe('TRANSIENT');
    expect(server.received).toEqual([]);
  });
});

describe('of attempts', () => {
  test('the outcome is observed, without addresses and secrets', async () => {
    await open();
    server.failNext(
      { at: 'RCPT', does: { reply: `550 5.1.1 <${message.to}> unknown` } },
      { at: 'GREETING', does: 'hang up' },
    );
    const same = sender();
    await failureOf(same.send(message));
    await failureOf(same.send(message));
    await same.send(message);
    expect(ended.map(({ outcome }) => outcome)).toEqual(['unreachable', 'refused', 'ok']);
    expect(JSON.stringify(ended)).not.toContain('xiaoming');
  });

  test('that fail one after the other, the next ones are held back without a connection', async () => {
    await open();
    const wrong = sender({ SMTP_PASSWORD: 'wrong' });
    for (let attempt = 1; attempt <= 5; attempt += 1) await failureOf(wrong.send(message));
    const before = server.connections;
    expect(await failureOf(wrong.send(message))).toBe('TRANSIENT');
    expect(server.connections).toBe(before);
    expect(ended.at(-1)?.outcome).toBe('suspended');
    expect(states).toEqual(['open']);
  });

  test('refusals of single messages hold back nothing', async () => {
    await open();
    const same = sender();
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      server.failNext({ at: 'RCPT', does: { reply: '450 4.2.1 greylisted' } });
      await failureOf(same.send(message));
    }
    await same.send(message);
    expect(server.received).toHaveLength(1);
  });
});

describe('a check', () => {
  test('proves the account and sends nothing', async () => {
    await open();
    await sender().check();
    expect(server.received).toEqual([]);
    expect(await failureOf(sender({ SMTP_PASSWORD: 'wrong' }).check())).toBe('TRANSIENT');
  });
});

describe('settings', () => {
  test.each([
    [{ SMTP_HOST: 'mail.example.com\r\nRCPT' }, 'SMTP_HOST'],
    [{ SMTP_PORT: '0' }, 'SMTP_PORT'],
    [{ SMTP_TLS: 'maybe' }, 'SMTP_TLS'],
    [{ SMTP_TLS: 'none', SMTP_HOST: 'mail.example.com' }, 'SMTP_TLS'],
    [{ SMTP_FROM: 'nobody' }, 'SMTP_FROM'],
    [{ SMTP_FROM: 'a@example.com <b@example.com>' }, 'SMTP_FROM'],
    [{ SMTP_FROM: '"A\r\nBcc: c@example.com" <b@example.com>' }, 'SMTP_FROM'],
    [{ SMTP_CA: '/nowhere.pem' }, 'SMTP_CA'],
  ])('%j are refused, naming %s', async (given, name) => {
    await open();
    expect(() => readSmtpTarget(settings(given))).toThrow(new RegExp(`^${name}: `));
  });

  test('an account has a user and a password', async () => {
    await open();
    const { SMTP_PASSWORD, ...half } = settings();
    expect(() => readSmtpTarget(half)).toThrow('SMTP_PASSWORD');
  });

  test.each([
    ['implicit', 465],
    ['starttls', 587],
    ['none', 25],
  ] as const)('the port of TLS %s is %d by default', async (tls, port) => {
    await open();
    const { SMTP_PORT, ...others } = settings({ SMTP_TLS: tls });
    expect(readSmtpTarget(others).port).toBe(port);
  });
});
