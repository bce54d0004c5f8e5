import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { CircuitBreaker } from '../kit/circuit-breaker.js';
import type { ProviderOutcome, ProviderParts } from '../kit/provider-parts.js';
import { type MailMessage, MailNotSent, type MailSender } from './port.js';
import { isOutage, notSent, outcomeOf, type SmtpError } from './smtp-failure.js';
import type { SmtpTarget } from './smtp-target.js';

/** Time limits of a connection, ms. */
export interface SmtpLimits {
  /** To connect, and to negotiate TLS. */
  readonly connect: number;
  /** Without a byte from the server. */
  readonly idle: number;
  /** For everything, however slowly the server proceeds. */
  readonly total: number;
}

const LIMITS: SmtpLimits = { connect: 10_000, idle: 20_000, total: 45_000 };

/** Largest reply of a server. */
const MAX_REPLY_BYTES = 64 * 1024;

/** Sends each message over a connection of its own: notices are few, and servers close idle connections. */
export class SmtpSender implements MailSender {
  readonly #target: SmtpTarget;
  readonly #limits: SmtpLimits;
  readonly #parts: Pick<ProviderParts, 'provider' | 'watch'>;
  readonly #breaker: CircuitBreaker;

  constructor(
    target: SmtpTarget,
    parts: Pick<ProviderParts, 'provider' | 'watch'>,
    limits: SmtpLimits = LIMITS,
  ) {
    this.#target = target;
    this.#limits = limits;
    this.#parts = parts;
    this.#breaker = new CircuitBreaker({
      now: () => performance.now(),
      onChange: (state) => parts.watch.breakerChanged(parts.provider, state),
    });
    parts.watch.opened(parts.provider);
  }

  async send(message: MailMessage): Promise<void> {
    const bytes = await compose(message, this.#target.sender);
    const envelope = { from: this.#target.sender.address, to: [message.to], size: bytes.length };
    let handedOver = false;
    // Read only once the server has asked for the message.
    const body = Readable.from([bytes]);
    body.once('end', () => {
      handedOver = true;
    });
    const began = performance.now();
    const permit = this.#breaker.admit();
    if (permit === null) {
      const refusal = new MailNotSent(
        'TRANSIENT',
        'the server failed repeatedly, and messages are held back',
      );
      this.#ended('suspended', began, refusal.message);
      throw refusal;
    }
    try {
      await this.#session((connection) => settled((done) => connection.send(envelope, body, done)));
    } catch (thrown) {
      const error = smtpErrorOf(thrown);
      const refusal = notSent(error, handedOver);
      if (isOutage(error)) permit.failed();
      else permit.answered();
      this.#ended(outcomeOf(error), began, refusal.message);
      throw refusal;
    } finally {
      body.destroy();
    }
    permit.answered();
    this.#ended('ok', began, null);
  }

  #ended(outcome: ProviderOutcome, began: number, detail: string | null): void {
    const { provider, watch } = this.#parts;
    watch.ended({ provider, op: 'send', outcome, detail, seconds: (performance.now() - began) / 1000 });
  }

  /**
   * Connects, negotiates TLS and authenticates, and sends nothing.
   * @throws MailNotSent
   */
  async check(): Promise<void> {
    try {
      await this.#session(() => Promise.resolve());
    } catch (error) {
      throw notSent(smtpErrorOf(error), false);
    }
  }

  async #session(work: (connection: SmtpConnection) => Promise<void>): Promise<void> {
    const { account } = this.#target;
    const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
    const connection = new SMTPConnection(this.#options());
    let timer: NodeJS.Timeout | undefined;
    const failed = new Promise<never>((_resolve, reject) => {
      // Every error, including those after the first one, which would otherwise end the process.
      connection.on('error', reject);
      timer = setTimeout(() => {
        reject(Object.assign(new Error('the server took too long'), { code: 'ETIMEDOUT', command: 'CONN' }));
      }, this.#limits.total);
    });
    const steps = async () => {
      await settled((done) => connection.connect(done));
      if (account !== null) {
        await settled((done) => connection.login({ user: account.user, pass: account.password }, done));
      }
      await work(connection);
    };
    try {
      await Promise.race([steps(), failed]);
      connection.quit();
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #options(): SMTPConnectionOptions {
    const { host, port, tls, ca } = this.#target;
    return {
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      connectionTimeout: this.#limits.connect,
      greetingTimeout: this.#limits.connect,
      dnsTimeout: this.#limits.connect,
      socketTimeout: this.#limits.idle,
      maxResponseSize: MAX_REPLY_BYTES,
      allowInternalNetworkInterfaces: true,
      // Names of machines within the network are nobody else's business.
      name: this.#target.sender.address.split('@')[1],
      tls: {
        minVersion: 'TLSv1.2',
        ...(ca === null ? {} : { ca }),
        ...(isIP(host) === 0 ? { servername: host } : {}),
      },
    };
  }
}

type SmtpConnection = InstanceType<typeof import('nodemailer/lib/smtp-connection').default>;

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}

/** The message as it is sent (RFC 5322): text and HTML, and no word of any sender but our own. */
async function compose(message: MailMessage, sender: SmtpTarget['sender']): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { to, subject, text, html, language, messageKey, time } = message;
  return new MailComposer({
    from: sender,
    to: { name: '', address: to },
    subject: plainSubject(subject),
    text,
    html,
    date: time,
    messageId: `<${messageKey}@${sender.address.split('@')[1] ?? 'localhost'}>`,
    headers: {
      'Content-Language': language === 'zh' ? 'zh-CN' : 'en',
      // RFC 3834, and its counterpart of Exchange: no out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** Without line ends, and without encoded words (RFC 2047), which mail programs would display as other texts. */
function plainSubject(subject: string): string {
  return subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('=?', '= ?');
}

function smtpErrorOf(error: unknown): SmtpError {
  if (!(error instanceof Error)) return { code: '', command: 'API', reply: null, message: String(error) };
  const { code, command, response, responseCode } = fieldsOf(error);
  return {
    code: typeof code === 'string' ? code : '',
    command: typeof command === 'string' ? command : 'API',
    reply:
      typeof response === 'string' && typeof responseCode === 'number'
        ? { code: responseCode, text: response }
        : null,
    message: error.message,
  };
}

function fieldsOf(error: Error): Readonly<Record<string, unknown>> {
  return { ...error };
}
