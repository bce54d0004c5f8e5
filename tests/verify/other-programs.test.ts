/** Files that other programs on this machine have signed: OpenSSL, poppler with NSS, LibreOffice. */
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verification } from '@cinnabar/server/documents/verify/verification.js';
import { verifyDocument } from '@cinnabar/server/documents/verify/verify-document.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfsig } from '../documents/support/tools.js';
import { replaced } from './support/corpus-case.js';
import { newFile, stream, updated } from './support/raw-pdf.js';
import { CONTRACT, signed } from './support/signed-contract.js';

const has = (command: string): boolean =>
  spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined;
const HAVE_NSS = has('certutil') && has('pk12util') && has('pdfsig');
const HAVE_OFFICE = HAVE_NSS && has('soffice');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cinnabar-foreign-'));
  run('openssl', [
    ...[
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '3000',
    ],
    ...['-subj', '/CN=Foreign Root', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
  ]);
  writeFileSync(
    join(folder, 'extensions'),
    'keyUsage=critical,digitalSignature,nonRepudiation\nextendedKeyUsage=emailProtection\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n',
  );
  issue('rsa', ['-newkey', 'rsa:2048']);
  issue('p384', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, options: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const done = spawnSync(command, options, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 90_000,
    env: { ...process.env, ...env },
  });
  if (done.status !== 0) throw new Error(`${command}: ${done.stdout}${done.stderr}`);
}

function issue(name: string, key: readonly string[]): void {
  run('openssl', [
    ...['req', ...key, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`],
    ...['-subj', `/CN=Foreign Signer ${name}`],
  ]);
  run('openssl', [
    ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '2000'],
    ...['-out', `${name}.pem`, '-extfile', 'extensions'],
  ]);
}

const read = (name: string): Buffer => readFileSync(join(folder, name));
const write = (name: string, bytes: Uint8Array): void => writeFileSync(join(folder, name), bytes);

function verified(bytes: Uint8Array): Verification {
  const trusted = [new Uint8Array(new X509Certificate(read('ca.pem')).raw)];
  return verifyDocument(bytes, { trusted, now: new Date() });
}

/** What OpenSSL makes of the covered bytes. */
function opensslCms(covered: Buffer, options: readonly string[], key = 'rsa'): Buffer {
  write('covered', covered);
  run('openssl', [
    ...['cms', '-sign', '-binary', '-in', 'covered', '-signer', `${key}.pem`, '-inkey', `${key}.key`],
    ...['-certfile', 'ca.pem', '-outform', 'DER', '-out', 'cms.der', ...options],
  ]);
  return read('cms.der');
}

const never = async (): Promise<Uint8Array> => {
  throw new Error('OpenSSL signs');
};

function signedByOpenssl(
  options: readonly string[],
  key = 'rsa',
  subFilter = 'adbe.pkcs7.detached',
): Promise<Buffer> {
  const signer = {
    certificate: { certificate: new Uint8Array(), chain: [], algorithm: 'rsa-sha256' },
    sign: never,
  } as const;
  return signed(newFile(CONTRACT), signer, {
    subFilter,
    cms: (covered) => opensslCms(covered, options, key),
  });
}

describe('a CMS of OpenSSL', () => {
  test.each([
    ['RSA with SHA-256', ['-md', 'sha256'], 'rsa', 'valid'],
    ['RSA with SHA-512', ['-md', 'sha512'], 'rsa', 'valid'],
    ['RSA-PSS', ['-md', 'sha256', '-keyopt', 'rsa_padding_mode:pss'], 'rsa', 'valid'],
    ['RSA-PSS with SHA-384', ['-md', 'sha384', '-keyopt', 'rsa_padding_mode:pss'], 'rsa', 'valid'],
    ['P-384 with SHA-384', ['-md', 'sha384'], 'p384', 'valid'],
    ['without signed attributes', ['-md', 'sha256', '-noattr'], 'rsa', 'valid'],
    ['named by its key identifier', ['-md', 'sha256', '-keyid'], 'rsa', 'valid'],
    ['with the signing-certificate attribute', ['-md', 'sha256', '-cades'], 'rsa', 'valid'],
    ['with SHA-1', ['-md', 'sha1'], 'rsa', 'indeterminate'],
    ['without certificates', ['-md', 'sha256', '-nocerts'], 'rsa', 'indeterminate'],
  ])('%s: %s', async (_, options, key, verdict) => {
    const file = await signedByOpenssl(options, key);
    expect(verified(file).signatures).toMatchObject([{ verdict, level: null }]);
  });

  test('as PAdES, but for the signing time that OpenSSL always adds', async () => {
    const file = await signedByOpenssl(['-md', 'sha256', '-cades'], 'rsa', 'ETSI.CAdES.detached');
    const { signatures } = verified(file);
    expect(signatures).toMatchObject([
      { verdict: 'valid_with_remarks', problems: [{ code: 'SIGNING_TIME_ATTRIBUTE' }] },
    ]);
  });
});

describe.skipIf(!HAVE_NSS)('poppler with NSS (skipped where certutil or pdfsig is not there)', () => {
  beforeAll(() => {
    run('openssl', [
      ...['pkcs12', '-export', '-in', 'rsa.pem', '-inkey', 'rsa.key', '-certfile', 'ca.pem'],
      ...['-out', 'rsa.p12', '-passout', 'pass:', '-name', 'signer'],
    ]);
    spawnSync('mkdir', ['nss'], { cwd: folder });
    run('certutil', ['-N', '-d', 'sql:nss', '--empty-password']);
    run('pk12util', ['-i', 'rsa.p12', '-d', 'sql:nss', '-W', '']);
    run('certutil', ['-A', '-d', 'sql:nss', '-n', 'root', '-t', 'CT,CT,CT', '-i', 'ca.pem']);
  });

  function addSignature(file: Buffer, field: string): Buffer {
    write('in.pdf', file);
    run('pdfsig', [
      ...['-nssdir', 'sql:nss', '-add-signature', '-new-signature-field-name', field],
      ...['-nick', 'signer', 'in.pdf', 'out.pdf'],
    ]);
    return read('out.pdf');
  }

  const plain = (): Buffer =>
    newFile(
      {
        1: '<</Type /Catalog /Pages 2 0 R>>',
        2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595.303937007874 842] /Contents 4 0 R /Resources <<>>>>',
        4: stream('0 0 10 10 re f'),
      },
      '/Root 1 0 R',
    );

  test('one signature, then a second: both valid', () => {
    const once = addSignature(plain(), 'first');
    expect(verified(once)).toMatchObject({ verdict: 'valid', signatures: [{ coversWholeDocument: true }] });
    const twice = addSignature(once, 'second');
    expect(verified(twice)).toMatchObject({
      verdict: 'valid',
      signatures: [
        { fieldName: 'first', changesAfter: [{ kind: 'SIGNATURE_ADDED', allowed: true }] },
        { fieldName: 'second', coversWholeDocument: true },
      ],
    });
    expect(pdfsig(twice).map(({ validation }) => validation)).toEqual([
      'Signature is Valid.',
      'Signature is Valid.',
    ]);
  });

  test('and content that is changed afterwards: not valid, though poppler says so', () => {
    const forged = updated(addSignature(plain(), 'first'), {
      objects: { 4: stream('0 0 99 99 re f') },
      trailer: '/Root 1 0 R',
    });
    expect(verified(forged).verdict).toBe('invalid');
    expect(pdfsig(forged).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
  });

  test.skipIf(!HAVE_OFFICE)(
    'LibreOffice signs while it exports (skipped where it is not there)',
    () => {
      write('letter.txt', Buffer.from('A letter.'));
      const options = JSON.stringify({
        SignPDF: { type: 'boolean', value: 'true' },
        SignCertificateSubjectName: { type: 'string', value: 'CN=Foreign Signer rsa' },
      });
      run(
        'soffice',
        [
          ...[`-env:UserInstallation=file://${folder}/profile`, '--headless'],
          ...['--convert-to', `pdf:writer_pdf_Export:${options}`, 'letter.txt'],
        ],
        { MOZILLA_CERTIFICATE_FOLDER: `sql:${folder}/nss`, HOME: folder },
      );
      const file = read('letter.pdf');
      expect(verified(file)).toMatchObject({ verdict: 'valid', signatures: [{ coversWholeDocument: true }] });
      expect(verified(replaced(file, '/Lang', '/Lanh'))).toMatchObject({ verdict: 'invalid' });
    },
    120_000,
  );
});
