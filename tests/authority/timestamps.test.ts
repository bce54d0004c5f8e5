import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { messageImprint, timestampRequest } from '@cinnabar/pki/timestamps/timestamp-request.js';
import { readTimestampResponse } from '@cinnabar/pki/timestamps/timestamp-response.js';
import {
  readTimestampToken,
  type TimestampExpectation,
  verifyTimestamp,
} from '@cinnabar/pki/timestamps/verify-timestamp.js';
import { TIMESTAMP_POLICY, TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { CustodyError } from '@cinnabar/server/custody/custody-error.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';
import { OpensslFolder } from '../support/openssl.js';

const now = new Date('2026-11-20T10:00:00.700Z');
const data = Buffer.from('what was signed');
const digest = createHash('sha256').update(data).digest();
const DAY = 86_400_000;

let fresh: FreshDatabase;
let custody: OpenCustody;
let authority: TimestampAuthority;
let folder: OpensslFolder;
let root: Uint8Array;
let issuing: Uint8Array;

beforeAll(async () => {
  folder = new OpensslFolder();
  fresh = await freshDatabase();
  custody = openCustody(fresh);
  authority = new TimestampAuthority(custody.authority.services);
  const chain = await custody.authority.chain(now);
  issuing = chain[0] ?? new Uint8Array();
  root = chain[1] ?? new Uint8Array();
  folder.put('root.pem', pemOf(root));
  folder.put('issuing.pem', pemOf(issuing));
  folder.put('data.bin', data);
});

afterAll(async () => {
  folder.remove();
  await custody.database.close();
  await fresh.drop();
});

const attime = (at: Date) => ['-attime', String(Math.floor(at.getTime() / 1000))];

/** A request as made by `openssl ts -query`. */
function query(...options: readonly string[]): Buffer {
  const made = folder.run('ts', '-query', '-data', 'data.bin', '-out', 'query.tsq', ...options);
  if (!made.ok) throw new Error(made.text);
  return readFileSync(join(folder.path, 'query.tsq'));
}

async function reply(request: Uint8Array, at = now): Promise<Uint8Array> {
  const answer = await authority.answer(request, at);
  folder.put('reply.tsr', answer);
  return answer;
}

function expectation(more: Partial<TimestampExpectation> = {}): TimestampExpectation {
  return { imprint: () => digest, anchors: [parseCertificate(root)], ...more };
}

function problemOf(token: Uint8Array, more: Partial<TimestampExpectation> = {}): string {
  try {
    verifyTimestamp(token, expectation(more));
    return 'none';
  } catch (error) {
    return error instanceof TimestampError ? error.reason : String(error);
  }
}

describe('the built-in authority', () => {
  test.each([
    ['SHA-256 with certificate', ['-sha256', '-cert']],
    ['SHA-384', ['-sha384', '-cert']],
    ['SHA-512 without nonce', ['-sha512', '-cert', '-no_nonce']],
    ['its own policy', ['-sha256', '-cert', '-tspolicy', TIMESTAMP_POLICY]],
  ])('stamps what openssl asks for, and openssl accepts it: %s', async (_, options) => {
    await reply(query(...options));
    const verdict = folder.run(
      ...['ts', '-verify', '-queryfile', 'query.tsq', '-in', 'reply.tsr', '-CAfile', 'root.pem'],
      ...attime(now),
    );
    expect(verdict.text).toContain('Verification: OK');
    const { text } = folder.run('ts', '-reply', '-in', 'reply.tsr', '-text');
    expect(text).toContain('Status: Granted.');
    expect(text).toContain('Time stamp: Nov 20 10:00:00 2026 GMT');
    expect(text).toContain('Accuracy: 0x01 seconds');
    expect(text).toContain('Ordering: no');
    expect(text).toContain('CN=Cinnabar Test Timestamp Authority G1');
  });

  test('omits its certificates if they are not requested', async () => {
    const answer = await reply(query('-sha256'));
    const { token } = readTimestampResponse(answer);
    if (token === null) throw new Error('rejected');
    expect(readTimestampToken(token).signedData.certificates).toEqual([]);
    expect(problemOf(token)).toBe('NO_CERTIFICATE');
    const signer = await custody.authority.services.timestamp(now);
    folder.put('chain.pem', [signer.certificate.certificate, issuing].map(pemOf).join(''));
    const verdict = folder.run(
      ...['ts', '-verify', '-queryfile', 'query.tsq', '-in', 'reply.tsr', '-CAfile', 'root.pem'],
      ...['-untrusted', 'chain.pem', ...attime(now)],
    );
    expect(verdict.text).toContain('Verification: OK');
  });

  test('is certified for timestamping only, critically, for five years', async () => {
    const { certificate } = await custody.authority.services.timestamp(now);
    folder.put('tsa.pem', pemOf(certificate.certificate));
    const { text } = folder.run('x509', '-in', 'tsa.pem', '-noout', '-text');
    expect(text).toMatch(/X509v3 Extended Key Usage: critical\s+Time Stamping\n/);
    expect(text).toContain('Not After : Nov 20 10:00:00 2031 GMT');
    const verdict = folder.run(
      ...['verify', '-x509_strict', '-purpose', 'timestampsign', ...attime(now), '-CAfile', 'root.pem'],
      ...['-untrusted', 'issuing.pem', 'tsa.pem'],
    );
    expect(verdict.text).toContain('tsa.pem: OK');
  });

  test('renews its certificate yearly, so that every token can be verified for four more years', async () => {
    const at = (days: number) => new Date(now.getTime() + days * DAY);
    const first = await custody.authority.services.timestamp(now);
    expect((await custody.authority.services.timestamp(at(360))).serialNumber).toBe(first.serialNumber);
    expect((await custody.authority.services.timestamp(at(370))).serialNumber).not.toBe(first.serialNumber);
  });

  test.each([
    ['no request at all', () => Buffer.from('hello'), 'badDataFormat'],
    ['nothing', () => Buffer.of(), 'badDataFormat'],
    ['SHA-1', () => query('-sha1'), 'badAlg'],
    ['an unknown algorithm', () => query('-md5'), 'badAlg'],
    ['another policy', () => query('-sha256', '-tspolicy', '1.2.3.4.1'), 'unacceptedPolicy'],
    [
      'a digest of the wrong length',
      () => timestampRequest(messageImprint('sha256', Buffer.alloc(20)), 7n, null),
      'badDataFormat',
    ],
    [
      'a nonce without end',
      () => timestampRequest(messageImprint('sha256', digest), 1n << 4000n, null),
      'badRequest',
    ],
  ])('refuses %s in the reply itself', async (_, request, failure) => {
    const response = readTimestampResponse(await reply(request()));
    expect(response).toMatchObject({ token: null, status: 2, failures: [failure] });
    expect(folder.run('ts', '-reply', '-in', 'reply.tsr', '-text').text).toContain('Status: Rejected.');
  });

  test('gives every token a unique serial number, in every process', async () => {
    const other = openCustody(fresh, { masterKey: custody.masterKey });
    const both = [authority, new TimestampAuthority(other.authority.services)];
    const stamps = await Promise.all(
      Array.from({ length: 60 }, (_, index) => both[index % 2]?.stamp(digest, now)),
    );
    expect(new Set(stamps.map((stamp) => stamp?.serialNumber)).size).toBe(60);
    await other.database.close();
  });

  test('without its key issues no timestamp, which prevents nobody from signing', async () => {
    const signer = await custody.authority.services.timestamp(now);
    const sign = () => Promise.reject(new CustodyError('KEY_DESTROYED', 'a moment ago'));
    const broken = new TimestampAuthority({ timestamp: async () => ({ ...signer, sign }) });
    await expect(broken.stamp(digest, now)).rejects.toThrow(TimestampError);
  });

  test('signs with RSA if configured', async () => {
    const rsa = openCustody(fresh, { masterKey: custody.masterKey, algorithm: 'rsa-sha256' });
    const stamp = await new TimestampAuthority(rsa.authority.services).stamp(digest, now);
    const anchors = (await rsa.authority.trustAnchors()).map(parseCertificate);
    expect(problemOf(stamp.token, { anchors })).toBe('none');
    await rsa.database.close();
  });
});

describe('a token', () => {
  test('contains what openssl parses in it', async () => {
    const stamp = await authority.stamp(digest, now);
    const { info, path } = verifyTimestamp(stamp.token, expectation());
    expect(info).toMatchObject({ policy: TIMESTAMP_POLICY, accuracyMs: 1000, ordering: false, nonce: null });
    expect(info.time).toEqual(new Date('2026-11-20T10:00:00Z'));
    expect(path.map(({ bytes }) => Buffer.from(bytes).toString('hex')).slice(1)).toEqual(
      [issuing, root].map((der) => Buffer.from(der).toString('hex')),
    );
  });

  test('is refused for other data, another request, another policy, another trust anchor', async () => {
    const stamp = await authority.stamp(digest, now);
    const other = await makeForeignRoot();
    expect(problemOf(stamp.token)).toBe('none');
    expect(problemOf(stamp.token, { imprint: () => randomBytes(32) })).toBe('IMPRINT_MISMATCH');
    expect(problemOf(stamp.token, { nonce: 7n })).toBe('NONCE_MISMATCH');
    expect(problemOf(stamp.token, { policy: '1.2.3' })).toBe('POLICY_MISMATCH');
    expect(problemOf(stamp.token, { anchors: [other] })).toBe('NOT_TRUSTED');
    expect(problemOf(stamp.token, { anchors: [] })).toBe('NOT_TRUSTED');
  });

  test('with any byte changed is refused, or has the very same meaning', async () => {
    const { token } = await authority.stamp(digest, now);
    const said = JSON.stringify(verified(token));
    const lies: number[] = [];
    let refused = 0;
    for (let at = 0; at < token.length; at += 1) {
      const changed = Uint8Array.from(token);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      if (problemOf(changed) !== 'none') refused += 1;
      else if (JSON.stringify(verified(changed)) !== said) lies.push(at);
    }
    // Bytes outside all signatures, such as the version, may vary harmlessly.
    expect(lies).toEqual([]);
    expect(refused).toBeGreaterThan(token.length - 40);
  });

  test('is refused for a time at which its certificate was not valid', async () => {
    const { token } = await authority.stamp(digest, now);
    expect(problemOf(token)).toBe('none');
    const late = new Date(now.getTime() + 6 * 365 * DAY);
    const early = { services: { timestamp: () => custody.authority.services.timestamp(now) } };
    const stamp = await new TimestampAuthority(early.services).stamp(digest, late);
    expect(problemOf(stamp.token)).toBe('NOT_TRUSTED');
  });

  test('is refused if its certificate has another purpose', async () => {
    const signer = await custody.authority.enterpriseSigner(
      { corpId: 1, corpName: '上海朱砂科技有限公司', corpCode: null },
      now,
    );
    const wrong = new TimestampAuthority({ timestamp: async () => signer });
    const { token } = await wrong.stamp(digest, now);
    expect(problemOf(token)).toBe('NOT_FOR_TIMESTAMPING');
  });
});

/** Everything that the token proves. */
function verified(token: Uint8Array) {
  const { info, path } = verifyTimestamp(token, expectation());
  const { imprint, serialNumber, time, policy, accuracyMs } = info;
  const certificates = path.map(({ bytes }) => Buffer.from(bytes).toString('base64'));
  return { imprint, serialNumber: `${serialNumber}`, time, policy, accuracyMs, certificates };
}

async function makeForeignRoot() {
  const foreign = await freshDatabase();
  const elsewhere = openCustody(foreign);
  const [, other] = await elsewhere.authority.chain(now);
  await elsewhere.database.close();
  await foreign.drop();
  return parseCertificate(other ?? new Uint8Array());
}
