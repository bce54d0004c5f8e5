// @module-tag openssl
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { readTimestampResponse } from '@cinnabar/pki/timestamps/timestamp-response.js';
import { readTimestampToken, verifyTimestamp } from '@cinnabar/pki/timestamps/verify-timestamp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpensslFolder } from '../support/openssl.js';

let folder: OpensslFolder;

const config = (idAlgorithm: string): string => `
[tsa]
default_tsa = own
[own]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1, millisecs:500, microsecs:100
clock_precision_digits = 3
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = ${idAlgorithm}
`;

beforeAll(() => {
  folder = new OpensslFolder();
  folder.put('serial', '4711\n');
  folder.put('data.bin', 'what was signed');
  for (const id of ['sha1', 'sha256', 'sha512']) folder.put(`${id}.cnf`, config(id));
  const request = (name: string, ...key: readonly string[]) =>
    ok(
      'req',
      '-new',
      '-newkey',
      ...key,
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
    );
  folder.put('ca.ext', 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n');
  folder.put('tsa.ext', 'keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\n');
  folder.put('lax.ext', 'extendedKeyUsage=timeStamping\n');
  folder.put('more.ext', 'extendedKeyUsage=critical,timeStamping,emailProtection\n');
  request('root', 'rsa:2048');
  ok(
    'x509',
    '-req',
    '-in',
    'root.csr',
    '-signkey',
    'root.key',
    '-days',
    '30',
    '-extfile',
    'ca.ext',
    '-out',
    'root.pem',
  );
  request('tsa', 'rsa:2048');
  for (const kind of ['tsa', 'lax', 'more']) {
    ok(
      ...['x509', '-req', '-in', 'tsa.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'],
      ...['-days', '30', '-extfile', `${kind}.ext`, '-out', `${kind}.pem`],
    );
  }
});
afterAll(() => folder.remove());

function ok(...args: readonly string[]): void {
  const { ok: done, text } = folder.run(...args);
  if (!done) throw new Error(text);
}

type Digest = 'sha256' | 'sha384' | 'sha512';

/** A token as `openssl ts` makes it. */
function stamped(digest: Digest, idAlgorithm: string): Uint8Array {
  ok('ts', '-query', '-data', 'data.bin', `-${digest}`, '-cert', '-out', 'query.tsq');
  ok(
    ...['ts', '-reply', '-config', `${idAlgorithm}.cnf`, '-queryfile', 'query.tsq', '-out', 'reply.tsr'],
    ...['-signer', 'tsa.pem', '-inkey', 'tsa.key'],
  );
  const response = readTimestampResponse(readFileSync(join(folder.path, 'reply.tsr')));
  if (response.token === null) throw new Error(`openssl gave no token: ${response.words}`);
  return response.token;
}

/** The same content, signed with another certificate of that key, which `openssl ts` refuses to do. */
function signedBy(certificate: string, content: Uint8Array, ...options: readonly string[]): Uint8Array {
  folder.put('tst-info.der', content);
  ok(
    ...[
      'cms',
      '-sign',
      '-binary',
      '-nodetach',
      '-econtent_type',
      '1.2.840.113549.1.9.16.1.4',
      '-md',
      'sha256',
    ],
    ...[
      '-signer',
      `${certificate}.pem`,
      '-inkey',
      'tsa.key',
      '-in',
      'tst-info.der',
      '-nosmimecap',
      ...options,
    ],
    ...['-outform', 'DER', '-out', 'token.der'],
  );
  return readFileSync(join(folder.path, 'token.der'));
}

function verify(token: Uint8Array) {
  return verifyTimestamp(token, {
    imprint: (algorithm) => createHash(algorithm).update('what was signed').digest(),
    anchors: certificatesInPem(readFileSync(join(folder.path, 'root.pem'), 'utf8')),
    policy: '1.2.3.4.1',
  });
}

function problemOf(token: Uint8Array): string {
  try {
    verify(token);
    return 'none';
  } catch (error) {
    return error instanceof TimestampError ? error.reason : String(error);
  }
}

describe('timestamps made by openssl', () => {
  test.each([
    ['sha256', 'sha1'],
    ['sha256', 'sha256'],
    ['sha384', 'sha512'],
    ['sha512', 'sha256'],
  ] as const)('over %s, with the certificate named by %s, are believed', (digest, idAlgorithm) => {
    const { info, path } = verify(stamped(digest, idAlgorithm));
    expect(info).toMatchObject({ policy: '1.2.3.4.1', accuracyMs: 1500.1, ordering: true });
    expect(Math.abs(info.time.getTime() - Date.now())).toBeLessThan(600_000);
    expect(path).toHaveLength(2);
  });

  test('are accepted with a certificate that is critically restricted to timestamping, and named', () => {
    const { content } = readTimestampToken(stamped('sha256', 'sha256'));
    expect(problemOf(signedBy('tsa', content, '-cades'))).toBe('none');
    expect(problemOf(signedBy('tsa', content))).toBe('SIGNING_CERTIFICATE_MISMATCH');
    expect(problemOf(signedBy('lax', content, '-cades'))).toBe('NOT_FOR_TIMESTAMPING');
    expect(problemOf(signedBy('more', content, '-cades'))).toBe('NOT_FOR_TIMESTAMPING');
  });
});
