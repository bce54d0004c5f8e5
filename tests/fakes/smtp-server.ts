import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { TlsCertificate } from '../support/tls-certificate.js';

/** A message that the server has accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Names in lower case; folded lines are unfolded, encoded words are not decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly source: string;
}

/** A point of the dialogue. `MESSAGE`: after the final dot. */
type Stage = 'GREETING' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'MESSAGE';

/**
 * What goes wrong at one point, once.
 * - `reply`: the server answers with this line
 * - `hang up`: it closes the connection without an answer
 * - `silent`: it never answers
 * - `hang up after`: it accepts the message, and closes the connection before it says so
 */
export interface SmtpFault {
  readonly at: Stage;
  readonly does: { readonly reply: string } | 'hang up' | 'silent' | 'hang up after';
}

export interface SmtpServerOptions {
  readonly certificate: TlsCertificate;
  readonly tls: 'implicit' | 'starttls' | 'none';
  /** null: it requires no authentication. */
  readonly account: { readonly user: string; readonly password: string } | null;
}

/**
 * A strict mail server (RFC 5321, 3207, 4954): one recipient, no credentials and no message without TLS unless it offers
 * none, nothing that was sent before STARTTLS, lines of at most 998 bytes that end with CRLF, and exactly one of the
 * headers that a message must have.
 */
export class FakeSmtpServer {
  readonly received: ReceivedMail[] = [];
  /** Number of connections so far. */
  connections = 0;
  readonly #faults: SmtpFault[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly #options: SmtpServerOptions;

  private constructor(options: SmtpServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#keep(socket);
      const context = createSecureContext({ ...options.certificate });
      const secure = () => this.#keep(new TLSSocket(socket, { isServer: true, secureContext: context }));
      const isImplicit = options.tls === 'implicit';
      new Dialogue(isImplicit ? secure() : socket, secure, this.#options, {
        fault: (at) => this.#take(at),
        accept: (mail) => this.received.push(mail),
      }).greet(isImplicit);
    });
  }

  static async open(options: SmtpServerOptions): Promise<FakeSmtpServer> {
    const fake = new FakeSmtpServer(options);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get port(): number {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the fake is closed');
    return address.port;
  }

  /** The next dialogues fail, each at its point. */
  failNext(...faults: readonly SmtpFault[]): void {
    this.#faults.push(...faults);
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #keep<S extends Socket>(socket: S): S {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // Clients that hang up, or refuse the certificate.
    socket.on('error', () => socket.destroy());
    return socket;
  }

  #take(at: Stage): SmtpFault['does'] | null {
    const index = this.#faults.findIndex((fault) => fault.at === at);
    return index === -1 ? null : (this.#faults.splice(index, 1)[0]?.does ?? null);
  }
}

/** The server of a dialogue. */
interface Owner {
  fault(at: Stage): SmtpFault['does'] | null;
  accept(mail: ReceivedMail): void;
}

type State = 'greeted' | 'named' | 'from' | 'to' | 'message' | 'login';

class Dialogue {
  #socket: Socket;
  readonly #secure: () => TLSSocket;
  readonly #options: SmtpServerOptions;
  readonly #server: Owner;
  #isSecure = false;
  #isKnown = false;
  /** The client gets no further answer. */
  #isLost = false;
  #state: State = 'greeted';
  #from = '';
  #to = '';
  #buffer = Buffer.alloc(0);

  constructor(socket: Socket, secure: () => TLSSocket, options: SmtpServerOptions, server: Owner) {
    this.#socket = socket;
    this.#secure = secure;
    this.#options = options;
    this.#server = server;
  }

  greet(isSecure: boolean): void {
    this.#isSecure = isSecure;
    this.#listen();
    this.#at('GREETING', () => this.#say('220 mail.example.com ESMTP'));
  }

  #listen(): void {
    this.#socket.on('data', (bytes: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, bytes]);
      this.#proceed();
    });
  }

  #proceed(): void {
    for (;;) {
      const end =
        this.#state === 'message' ? this.#buffer.indexOf('\r\n.\r\n') : this.#buffer.indexOf('\r\n');
      if (end === -1) return;
      const skipped = this.#state === 'message' ? 5 : 2;
      const text = this.#buffer.subarray(0, end).toString('utf8');
      const isLast = end + skipped === this.#buffer.length;
      this.#buffer = this.#buffer.subarray(end + skipped);
      if (this.#state === 'message') this.#message(`${text}\r\n`);
      else if (isLast) this.#command(text);
      else this.#end('503 5.5.1 pipelining was not offered');
    }
  }

  #say(line: string): void {
    if (this.#isLost) this.#socket.destroy();
    else if (!this.#socket.destroyed) this.#socket.write(`${line}\r\n`);
  }

  #end(line: string): void {
    this.#socket.end(`${line}\r\n`);
  }

  /** Goes on unless something is to go wrong here. */
  #at(stage: Stage, proceed: () => void): void {
    const does = this.#server.fault(stage);
    if (does === 'silent') return;
    if (does === 'hang up') this.#socket.destroy();
    else if (does === null || does === 'hang up after') {
      this.#isLost = does !== null;
      proceed();
    } else this.#say(does.reply);
  }

  #command(line: string): void {
    const [verb = ''] = line.toUpperCase().split(' ');
    const { tls, account } = this.#options;
    if (this.#state === 'login') this.#credentials(line);
    else if (verb === 'QUIT') this.#end('221 2.0.0 bye');
    else if (verb === 'EHLO') this.#hello();
    else if (verb === 'STARTTLS' && tls === 'starttls') this.#upgrade();
    else if (verb === 'AUTH') this.#auth(line);
    else if (tls !== 'none' && !this.#isSecure) this.#end('530 5.7.0 Must issue STARTTLS first');
    else if (account !== null && !this.#isKnown) this.#say('530 5.7.0 Authentication required');
    else if (verb === 'MAIL' && this.#state === 'named') this.#mailFrom(line);
    else if (verb === 'RCPT' && this.#state === 'from') this.#rcptTo(line);
    else if (verb === 'DATA' && this.#state === 'to') this.#data();
    else this.#say('503 5.5.1 bad sequence of commands');
  }

  #data(): void {
    this.#at('DATA', () => {
      this.#state = 'message';
      this.#say('354 go ahead');
    });
  }

  #hello(): void {
    this.#state = 'named';
    const { tls, account } = this.#options;
    const offers = [
      'SIZE 1000000',
      '8BITMIME',
      ...(tls === 'starttls' && !this.#isSecure ? ['STARTTLS'] : []),
      ...(account !== null && (this.#isSecure || tls === 'none') ? ['AUTH PLAIN LOGIN'] : []),
    ];
    const lines = ['mail.example.com', ...offers];
    this.#say(lines.map((each, index) => `250${index === lines.length - 1 ? ' ' : '-'}${each}`).join('\r\n'));
  }

  #upgrade(): void {
    this.#at('STARTTLS', () => {
      this.#say('220 2.0.0 ready to start TLS');
      this.#socket.removeAllListeners('data');
      // Whatever was sent in clear text is forgotten (RFC 3207 section 4.2).
      this.#buffer = Buffer.alloc(0);
      this.#state = 'greeted';
      this.#isSecure = true;
      this.#socket = this.#secure();
      this.#listen();
    });
  }

  #auth(line: string): void {
    const [, method = '', initial] = line.split(' ');
    if (!this.#isSecure && this.#options.tls !== 'none') this.#end('538 5.7.11 Encryption required');
    else if (method.toUpperCase() !== 'PLAIN') this.#say('504 5.5.4 unrecognised mechanism');
    else if (initial !== undefined) this.#credentials(initial);
    else {
      this.#state = 'login';
      this.#say('334 ');
    }
  }

  #credentials(encoded: string): void {
    this.#state = 'named';
    const { account } = this.#options;
    const given = Buffer.from(encoded, 'base64').toString('utf8');
    this.#at('AUTH', () => {
      this.#isKnown = account !== null && given === `\0${account.user}\0${account.password}`;
      this.#say(this.#isKnown ? '235 2.7.0 welcome' : '535 5.7.8 authentication failed');
    });
  }

  #mailFrom(line: string): void {
    const [, address] = /^MAIL FROM:<([^<>\s]+@[^<>\s]+)>(?: SIZE=\d+| BODY=\w+)*$/i.exec(line) ?? [];
    this.#given('MAIL', address, (from) => {
      this.#from = from;
      this.#state = 'from';
      this.#say('250 2.1.0 ok');
    });
  }

  #rcptTo(line: string): void {
    const [, address] = /^RCPT TO:<([^<>\s]+@[^<>\s]+)>$/i.exec(line) ?? [];
    this.#given('RCPT', address, (to) => {
      this.#to = to;
      this.#state = 'to';
      this.#say('250 2.1.5 ok');
    });
  }

  #given(stage: Stage, address: string | undefined, proceed: (address: string) => void): void {
    if (address === undefined) this.#say('501 5.5.4 syntax error');
    else this.#at(stage, () => proceed(address));
  }

  #message(stuffed: string): void {
    this.#state = 'named';
    const source = stuffed.replace(/^\.(?=\.)/gm, '');
    const headers = readHeaders(source);
    if (headers === null) {
      this.#say('554 5.6.0 malformed message');
      return;
    }
    this.#at('MESSAGE', () => {
      this.#server.accept({ from: this.#from, to: this.#to, headers, source });
      this.#say('250 2.0.0 queued');
    });
  }
}

const REQUIRED = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version'];

/** null if the message is malformed (RFC 5322 sections 2.1.1, 2.3 and 3.6). */
function readHeaders(source: string): ReadonlyMap<string, string> | null {
  if (/(?<!\r)\n|\r(?!\n)|\0/.test(source)) return null;
  if (source.split('\r\n').some((line) => Buffer.byteLength(line) > 998)) return null;
  const [head = ''] = source.split('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([!-9;-~]+): ?(.*)$/.exec(line) ?? [];
    if (name === '' || headers.has(name.toLowerCase()) || /[^\x20-\x7e]/.test(value)) return null;
    headers.set(name.toLowerCase(), value);
  }
  return REQUIRED.every((name) => headers.has(name)) ? headers : null;
}
