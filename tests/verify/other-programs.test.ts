// @module-tag openssl
/** Files signed by other programs on this machine: OpenSSL, poppler with NSS, LibreOffice. */
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaced } from '../support/pdf/corpus-case.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { newFile, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signatureBody, signed } from '../support/pdf/signed-contract.js';

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
  issue('p384', curve('P-384'));
  issue('p192', curve('prime192v1'));
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

const curve = (name: string): readonly string[] => ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${name}`];

function issue(
  name: string,
  key: readonly string[],
  {
    issuer = 'ca',
    extensions = 'extensions',
    subject = `/CN=Foreign Signer ${name}`,
    digest = 'sha256',
  } = {},
): void {
  run('openssl', [
    ...['req', ...key, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject],
  ]);
  run('openssl', [
    ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`],
    ...['-days', '2000', '-out', `${name}.pem`, '-extfile', extensions, `-${digest}`],
  ]);
}

const read = (name: string): Buffer => readFileSync(join(folder, name));
const write = (name: string, bytes: Uint8Array): void => writeFileSync(join(folder, name), bytes);

function verified(bytes: Uint8Array, root = 'ca'): Verification {
  const trusted = [new Uint8Array(new X509Certificate(read(`${root}.pem`)).raw)];
  return verifyDocument(bytes, { trusted, now: new Date() });
}

/** OpenSSL's signature over the covered bytes. */
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
    ['P-192', ['-md', 'sha256'], 'p192', 'indeterminate'],
    ['with SHA-1', ['-md', 'sha1'], 'rsa', 'indeterminate'],
    ['without certificates', ['-md', 'sha256', '-nocerts'], 'rsa', 'indeterminate'],
  ])('%s: %s', async (_, options, key, verdict) => {
    const file = await signedByOpenssl(options, key);
    expect(verified(file).signatures).toMatchObject([{ verdict, level: null }]);
  });

  test('in PAdES form, except for the signing time that OpenSSL always adds', async () => {
    const file = await signedByOpenssl(['-md', 'sha256', '-cades'], 'rsa', 'ETSI.CAdES.detached');
    const { signatures } = verified(file);
    expect(signatures).toMatchObject([
      { verdict: 'valid_with_remarks', problems: [{ code: 'SIGNING_TIME_ATTRIBUTE' }] },
    ]);
  });
});

describe('authorities of OpenSSL', () => {
  const IS_AUTHORITY = 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n';
  const names = (permitted: string, critical = 'critical,'): string =>
    `nameConstraints=${critical}permitted;dirName:names\n[names]\nO=${permitted}\n`;

  /** Signed below an authority with these extensions, whose certificate is included. */
  async function signedBelow(
    key: readonly string[],
    extensions: string,
    digest = 'sha256',
  ): Promise<Verification> {
    write('authority.cnf', Buffer.from(IS_AUTHORITY + extensions));
    issue('between', key, { extensions: 'authority.cnf', digest });
    issue('below', curve('P-256'), { issuer: 'between', subject: '/O=Foreign/CN=Below' });
    return verified(await signedByOpenssl(['-md', 'sha256', '-certfile', 'between.pem'], 'below'));
  }

  test.each([
    ['no names given', ['-newkey', 'rsa:2048'], '', 'sha256', 'valid', []],
    ['for names like this one', ['-newkey', 'rsa:2048'], names('foreign'), 'sha256', 'valid', []],
    [
      'for other names',
      ['-newkey', 'rsa:2048'],
      names('Other'),
      'sha256',
      'indeterminate',
      ['CHAIN_CONSTRAINT'],
    ],
    [
      'for other names, although not critical',
      ['-newkey', 'rsa:2048'],
      names('Other', ''),
      'sha256',
      'indeterminate',
      ['CHAIN_CONSTRAINT'],
    ],
    [
      'a key that can be factored',
      ['-newkey', 'rsa:1024'],
      '',
      'sha256',
      'indeterminate',
      ['ALGORITHM_WEAK'],
    ],
    ['certified with MD5', ['-newkey', 'rsa:2048'], '', 'md5', 'indeterminate', ['ALGORITHM_WEAK']],
    ['certified with SHA-1', ['-newkey', 'rsa:2048'], '', 'sha1', 'indeterminate', ['ALGORITHM_WEAK']],
    [
      'that requires policies, which the signer lacks',
      ['-newkey', 'rsa:2048'],
      'policyConstraints=critical,requireExplicitPolicy:0\ncertificatePolicies=1.2.3.4\n',
      'sha256',
      'indeterminate',
      ['CHAIN_CONSTRAINT'],
    ],
    [
      'that requires policies after one more authority',
      ['-newkey', 'rsa:2048'],
      'policyConstraints=critical,requireExplicitPolicy:2,inhibitPolicyMapping:0\ninhibitAnyPolicy=critical,0\n',
      'sha256',
      'valid',
      [],
    ],
  ] as const)('%s', async (_, key, extensions, digest, verdict, reasons) => {
    const { signatures } = await signedBelow(key, extensions, digest);
    expect(signatures).toMatchObject([{ verdict, problems: reasons.map((code) => ({ code })) }]);
  });

  test('a root of version 1 is trusted as it is', async () => {
    run('openssl', [
      'req',
      ...curve('P-256'),
      '-nodes',
      '-keyout',
      'old.key',
      '-out',
      'old.csr',
      '-subj',
      '/CN=Old',
    ]);
    run('openssl', [
      'x509',
      '-req',
      '-in',
      'old.csr',
      '-signkey',
      'old.key',
      '-days',
      '3000',
      '-out',
      'old.pem',
    ]);
    expect(new X509Certificate(read('old.pem')).ca).toBe(false);
    write('young.cnf', Buffer.from('keyUsage=critical,digitalSignature\n'));
    issue('young', curve('P-256'), { issuer: 'old', extensions: 'young.cnf' });
    const file = await signedByOpenssl(['-md', 'sha256'], 'young');
    expect(verified(file, 'old')).toMatchObject({ verdict: 'valid' });
  });

  test('a trusted signer’s certificate cannot issue others', async () => {
    issue('made', curve('P-256'), { issuer: 'rsa' });
    const file = await signedByOpenssl(['-md', 'sha256', '-certfile', 'rsa.pem'], 'made');
    expect(verified(file, 'rsa').signatures).toMatchObject([
      { verdict: 'indeterminate', problems: [{ code: 'CHAIN_CONSTRAINT' }] },
    ]);
  });
});

test('an encrypted file whose structure does not lead to its signature is undecided', () => {
  const file = newFile(
    {
      1: '<</Type /Catalog /Pages 2 0 R>>',
      2: '<</Type /Pages /Kids [] /Count 0>>',
      3: signatureBody('ETSI.CAdES.detached'),
      4: '<</Filter /Standard /V 5 /R 6>>',
    },
    '/Root 1 0 R /Encrypt 4 0 R',
  );
  expect(verified(file)).toMatchObject({
    verdict: 'indeterminate',
    problems: [{ code: 'SIGNATURE_OUT_OF_REACH' }, { code: 'ENCRYPTED' }],
  });
});

describe('poppler with NSS', { tags: ['nss', 'poppler'] }, () => {
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

  test('a form directly in the catalog: poppler does not list the field that it signs, but finds it on the page', () => {
    const form = newFile(
      {
        1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R] /DR <<>>>>>>',
        2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <<>> /Annots [5 0 R]>>',
        4: stream('0 0 10 10 re f'),
        5: '<</Type /Annot /Subtype /Widget /FT /Tx /T (text) /Rect [10 10 20 20] /F 4>>',
      },
      '/Root 1 0 R',
    );
    const once = addSignature(form, 'first');
    expect(pdfsig(once).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
    expect(verified(once)).toMatchObject({
      verdict: 'valid_with_remarks',
      signatures: [{ fieldName: 'first', problems: [{ code: 'SIGNATURE_NOT_IN_FORM' }] }],
    });
  });

  test('an encrypted file: the content covered by the last signature is valid, later content is undecided', () => {
    write('plain.pdf', plain());
    run('qpdf', ['--encrypt', '', 'owner', '256', '--', 'plain.pdf', 'encrypted.pdf']);
    const once = addSignature(read('encrypted.pdf'), 'first');
    expect(verified(once)).toMatchObject({
      verdict: 'valid_with_remarks',
      signatures: [
        {
          verdict: 'valid_with_remarks',
          problems: [{ code: 'TEXTS_ENCRYPTED' }],
          coversWholeDocument: true,
          fieldName: '',
          claimedTime: null,
        },
      ],
    });
    const twice = addSignature(once, 'second');
    expect(verified(twice)).toMatchObject({ valid: false });
  });

  test('one signature, then a second: both valid, although poppler leaves empty appearances behind', () => {
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

  test('and content changed afterwards: not valid, although poppler accepts it', () => {
    const forged = updated(addSignature(plain(), 'first'), {
      objects: { 4: stream('0 0 99 99 re f') },
      trailer: '/Root 1 0 R',
    });
    expect(verified(forged).verdict).toBe('invalid');
    expect(pdfsig(forged).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
  });

  test('LibreOffice signs during export', { tags: ['libreoffice'], timeout: 120_000 }, () => {
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
  });
});
