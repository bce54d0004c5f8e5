// @module-tag openssl
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import { type ParsedCertificate, parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { PublishedRevocation } from '@cinnabar/pki/revocation/published-revocation.js';
import { AddressGuard } from '@cinnabar/server/outbound/address-guard.js';
import { fetcherOf } from '@cinnabar/server/outbound/fetch-published.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OpensslFolder } from '../support/openssl.js';

/** An authority created with openssl: its responders use `openssl ocsp`, its list is made by `openssl ca`. */
const CONFIG = `
[ca]
default_ca = authority
[authority]
database = index.txt
serial = serial
crlnumber = crlnumber
new_certs_dir = .
default_md = sha256
default_days = 3650
default_crl_days = 7
policy = any
[any]
commonName = supplied
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[signer]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
authorityInfoAccess = OCSP;URI:http://127.0.0.1:PORT/ocsp
crlDistributionPoints = URI:http://127.0.0.1:PORT/list.crl
[answersOnly]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
authorityInfoAccess = OCSP;URI:http://127.0.0.1:PORT/ocsp
[responder]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = OCSPSigning
NO_CHECK
[unnamed]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
`;
/** The responder's own revocation need not be checked. */
const NO_CHECK = '1.3.6.1.5.5.7.48.1.5 = DER:05:00';

/** The signer of the responses. */
type Responder = 'root' | 'responder' | 'checkable' | 'unnamed' | 'stranger';
type Behaviour = Responder | 'redirect' | 'silent' | 'endless' | 'garbage' | 'down';

const folder = new OpensslFolder();
let server: Server;
let port: number;
let behaviour: Behaviour;
let asked: string[];
let hasList: boolean;
let failures: string[];
let source: PublishedRevocation;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const path = request.url ?? '';
    asked.push(`${request.method} ${path}`);
    if (path === '/list.crl') {
      response.writeHead(hasList ? 200 : 404).end(hasList ? readFileSync(join(folder.path, 'list.crl')) : '');
      return;
    }
    switch (behaviour) {
      case 'down':
        response.writeHead(503).end();
        return;
      case 'redirect':
        response.writeHead(302, { location: '/elsewhere' }).end();
        return;
      case 'silent':
        return;
      case 'endless':
        response.writeHead(200);
        for (let sent = 0; sent < 20; sent += 1) response.write(Buffer.alloc(1024));
        response.end();
        return;
      case 'garbage':
        response.writeHead(200).end('no answer');
        return;
      default:
        response.writeHead(200, { 'content-type': 'application/ocsp-response' });
        response.end(answerBy(behaviour, Buffer.concat(parts)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  const config = CONFIG.replaceAll('PORT', String(port));
  folder.put('openssl.cnf', config.replace('NO_CHECK', NO_CHECK));
  folder.put('checkable.cnf', config.replace('NO_CHECK', ''));
  for (const [name, text] of [
    ['index.txt', ''],
    ['serial', '1000'],
    ['crlnumber', '01'],
  ] as const)
    folder.put(name, text);
  selfSigned('root', 'Other Root');
  selfSigned('stranger', 'Other Root');
  issue('good', 'signer');
  issue('revoked', 'signer');
  issue('responder', 'responder');
  issue('checkable', 'responder', 'checkable.cnf');
  issue('unnamed', 'unnamed');
  issue('alone', 'answersOnly');
  ca('-revoke', 'revoked.pem', '-crl_reason', 'keyCompromise');
  ca('-gencrl', '-out', 'list.pem');
  must('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.crl');
}, 60_000);
afterAll(() => {
  server.closeAllConnections();
  server.close();
  folder.remove();
});
beforeEach(() => {
  behaviour = 'responder';
  hasList = true;
  asked = [];
  failures = [];
  source = sourceIn(['127.0.0.0/8']);
});

function sourceIn(networks: readonly string[]): PublishedRevocation {
  return new PublishedRevocation({
    fetch: fetcherOf({ guard: new AddressGuard(networks), deadlineMs: 2000, maxBytes: 16 * 1024 }),
    onFailure: (detail) => failures.push(detail),
  });
}

function must(...args: readonly string[]): string {
  const { ok, text } = folder.run(...args);
  if (!ok) throw new Error(`openssl ${args.join(' ')}\n${text}`);
  return text;
}

function ca(...args: readonly string[]): string {
  return must('ca', '-config', 'openssl.cnf', '-batch', '-keyfile', 'root.key', '-cert', 'root.pem', ...args);
}

function keyed(name: string): readonly string[] {
  return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
}

function selfSigned(name: string, commonName: string): void {
  const made = ['-extensions', 'root', '-subj', `/CN=${commonName}`, '-days', '7300'];
  must('req', '-x509', '-config', 'openssl.cnf', ...made, ...keyed(name), '-out', `${name}.pem`);
}

function issue(name: string, section: string, config = 'openssl.cnf'): void {
  must(
    'req',
    '-new',
    '-config',
    'openssl.cnf',
    '-subj',
    `/CN=${name}`,
    ...keyed(name),
    '-out',
    `${name}.csr`,
  );
  const by = ['-config', config, '-batch', '-keyfile', 'root.key', '-cert', 'root.pem', '-notext'];
  must('ca', ...by, '-extfile', config, '-extensions', section, '-in', `${name}.csr`, '-out', `${name}.pem`);
}

function answerBy(responder: Responder, request: Buffer): Buffer {
  folder.put('request.der', request);
  must(
    ...['ocsp', '-index', 'index.txt', '-CA', 'root.pem', '-rsigner', `${responder}.pem`],
    ...['-rkey', `${responder}.key`, '-reqin', 'request.der', '-respout', 'response.der', '-ndays', '2'],
  );
  return readFileSync(join(folder.path, 'response.der'));
}

function certificate(name: string): ParsedCertificate {
  const [found] = certificatesInPem(readFileSync(join(folder.path, `${name}.pem`), 'latin1'));
  if (found === undefined) throw new Error(`no certificate ${name}`);
  return parseCertificate(found.bytes);
}

async function gathered(name: string, at = new Date()) {
  const data = await source.of(certificate(name), certificate('root'), at);
  return data === null ? null : { lists: data.revocationLists.length, answers: data.ocspResponses.length };
}

const ANSWER = { lists: 0, answers: 1 };
const LIST = { lists: 1, answers: 0 };
const DAY = 24 * 3_600_000;

describe('revocation data published by another authority', () => {
  test.each(['root', 'responder'] as const)('an answer signed by %s is enough', async (responder) => {
    behaviour = responder;
    expect(await gathered('good')).toEqual(ANSWER);
    expect(asked).toEqual(['POST /ocsp']);
    expect(failures).toEqual([]);
  });

  test('a revocation is stored as well', async () => {
    expect(await gathered('revoked')).toEqual(ANSWER);
    behaviour = 'checkable';
    expect(await gathered('revoked')).toEqual(ANSWER);
  });

  test.each([
    ['checkable', 'its responder may itself be revoked'],
    ['unnamed', 'no statement of that issuer'],
    ['stranger', 'no statement of that issuer'],
    ['garbage', 'TRUNCATED'],
    ['down', 'status 503'],
    ['redirect', 'status 302'],
    ['endless', 'more than 16384 bytes'],
    ['silent', 'aborted'],
  ] as const)('instead of an answer by one that is %s the list is taken', async (how, why) => {
    behaviour = how;
    expect(await gathered('good')).toEqual(LIST);
    expect(asked).toEqual(['POST /ocsp', 'GET /list.crl']);
    expect(failures).toEqual([expect.stringContaining(why)]);
    hasList = false;
    expect(await gathered('good')).toBeNull();
  });

  test('for a certificate unknown to the authority is not stored', async () => {
    const index = readFileSync(join(folder.path, 'index.txt'), 'latin1');
    const without = index.split('\n').filter((line) => !line.endsWith('/CN=alone'));
    folder.put('index.txt', without.join('\n'));
    expect(await gathered('alone')).toBeNull();
    folder.put('index.txt', index);
    expect(await gathered('alone')).toEqual(ANSWER);
  });

  test('that is not valid now is not stored', async () => {
    expect(await gathered('good', new Date(Date.now() + 3 * DAY))).toEqual(LIST);
    expect(await gathered('good', new Date(Date.now() + 8 * DAY))).toBeNull();
    expect(await gathered('good', new Date(Date.now() - DAY))).toBeNull();
  });

  test('at a non-public address is fetched only if the address is allowed', async () => {
    source = sourceIn([]);
    expect(await gathered('good')).toBeNull();
    expect(asked).toEqual([]);
    expect(failures).toHaveLength(2);
    for (const failure of failures) expect(failure).toContain('no address that may be reached');
  });
});
