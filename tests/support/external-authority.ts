import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { OpensslFolder } from './openssl.js';

/** Extensions of what it issues; PORT is where it publishes. */
const EXTENSIONS = `
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[issuing]
basicConstraints = critical, CA:true, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
crlDistributionPoints = URI:http://127.0.0.1:PORT/root.crl
[signer]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature, nonRepudiation
extendedKeyUsage = emailProtection, 1.3.6.1.5.5.7.3.36
authorityInfoAccess = OCSP;URI:http://127.0.0.1:PORT/ocsp
crlDistributionPoints = URI:http://127.0.0.1:PORT/issuing.crl
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[encipherment]
basicConstraints = critical, CA:false
keyUsage = critical, keyEncipherment
[tls]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
[ca]
default_ca = rootCa
[rootCa]
database = root.txt
crlnumber = root.number
default_md = sha256
default_crl_days = 3650
[issuingCa]
database = issuing.txt
crlnumber = issuing.number
default_md = sha256
default_crl_days = 3650
`;

export type Section = 'signer' | 'authority' | 'encipherment' | 'tls';

/** Another authority, made with openssl: a root, an issuing certificate, revocation lists and OCSP over HTTP. */
export class ExternalAuthority {
  readonly folder = new OpensslFolder();
  /** Requests for revocation data, in their order. */
  readonly asked: string[] = [];
  /** Whether its OCSP and lists answer. */
  isUp = true;
  #serial = 0x1000;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param issuingDays of validity of the issuing certificate */
  static async open(issuingDays = 1800): Promise<ExternalAuthority> {
    const server = createServer();
    const authority = new ExternalAuthority(server);
    server.on('request', async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const path = request.url ?? '';
      authority.asked.push(path);
      if (!authority.isUp) response.writeHead(503).end();
      else response.end(path === '/ocsp' ? authority.#answer(Buffer.concat(parts)) : authority.#list(path));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    authority.#set(EXTENSIONS.replaceAll('PORT', String(port)), issuingDays);
    return authority;
  }

  get rootPem(): string {
    return this.#read('root.pem');
  }

  get rootFile(): string {
    return join(this.folder.path, 'root.pem');
  }

  /** The certificate for a request (PEM), alone. @param days of validity */
  certify(
    request: string,
    {
      section = 'signer',
      days = 730,
      digest = 'sha256',
      subject,
    }: { section?: Section; days?: number; digest?: string; subject?: string } = {},
  ): string {
    this.#serial += 1;
    const serial = this.#serial.toString(16).toUpperCase();
    this.folder.put('request.csr', request);
    this.#must(
      ...['x509', '-req', '-in', 'request.csr', '-CA', 'issuing.pem', '-CAkey', 'issuing.key', `-${digest}`],
      ...['-set_serial', `0x${serial}`, '-days', String(days), '-extfile', 'openssl.cnf'],
      ...['-extensions', section, '-out', 'leaf.pem'],
      ...(subject === undefined ? [] : ['-subj', subject]),
    );
    // The index takes each name once.
    const line = ['V', '491231235959Z', '', serial, 'unknown', `/CN=${serial}`].join('\t');
    this.folder.put('issuing.txt', `${this.#read('issuing.txt')}${line}\n`);
    return this.#read('leaf.pem');
  }

  /** The certificate and the issuing one, PEM. */
  chainFor(request: string, options: Parameters<ExternalAuthority['certify']>[1] = {}): string {
    return `${this.certify(request, options)}${this.#read('issuing.pem')}`;
  }

  get issuingPem(): string {
    return this.#read('issuing.pem');
  }

  /** PKCS #7 with certificates only. */
  pkcs7(chain: string, form: 'PEM' | 'DER'): Buffer {
    this.folder.put('chain.pem', chain);
    this.#must('crl2pkcs7', '-nocrl', '-certfile', 'chain.pem', '-outform', form, '-out', 'chain.p7b');
    return readFileSync(join(this.folder.path, 'chain.p7b'));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.folder.remove();
  }

  #set(config: string, issuingDays: number): void {
    for (const [name, text] of [
      ['openssl.cnf', config],
      ['root.txt', 'V\t491231235959Z\t\t02\tunknown\t/CN=issuing\n'],
      ['issuing.txt', ''],
      ['root.number', '01'],
      ['issuing.number', '01'],
    ] as const)
      this.folder.put(name, text);
    const ec = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-config',
      'openssl.cnf',
      '-utf8',
    ];
    this.#must(
      ...[
        'req',
        '-x509',
        ...ec,
        '-keyout',
        'root.key',
        '-subj',
        '/O=Other Trust/CN=Other Root',
        '-days',
        '7300',
      ],
      ...['-extensions', 'root', '-out', 'root.pem'],
    );
    this.#must(
      'req',
      ...ec,
      '-keyout',
      'issuing.key',
      '-subj',
      '/O=Other Trust/CN=Other Issuing',
      '-out',
      'issuing.csr',
    );
    this.#must(
      ...['x509', '-req', '-in', 'issuing.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', '2'],
      ...[
        '-days',
        String(issuingDays),
        '-extfile',
        'openssl.cnf',
        '-extensions',
        'issuing',
        '-out',
        'issuing.pem',
      ],
    );
  }

  #answer(request: Buffer): Buffer {
    this.folder.put('question.der', request);
    this.#must(
      ...[
        'ocsp',
        '-index',
        'issuing.txt',
        '-CA',
        'issuing.pem',
        '-rsigner',
        'issuing.pem',
        '-rkey',
        'issuing.key',
      ],
      ...['-reqin', 'question.der', '-respout', 'answer.der', '-ndays', '3650'],
    );
    return readFileSync(join(this.folder.path, 'answer.der'));
  }

  #list(path: string): Buffer {
    const name = path === '/root.crl' ? 'root' : 'issuing';
    this.#must(
      ...['ca', '-config', 'openssl.cnf', '-name', `${name}Ca`, '-gencrl', '-keyfile', `${name}.key`],
      ...['-cert', `${name}.pem`, '-out', 'list.pem'],
    );
    this.#must('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.crl');
    return readFileSync(join(this.folder.path, 'list.crl'));
  }

  #read(name: string): string {
    return readFileSync(join(this.folder.path, name), 'utf8');
  }

  #must(...args: readonly string[]): void {
    const { ok, text } = this.folder.run(...args);
    if (!ok) throw new Error(`openssl ${args.join(' ')}: ${text}`);
  }
}
