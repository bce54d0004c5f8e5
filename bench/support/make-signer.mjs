// Signers for benchmarks of the document engine.
import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A key with a certificate chain of two authorities, created with OpenSSL's command line, and the same as an NSS
 * database for pdfsig.
 * @param algorithm `ecdsa-p256-sha256` or `rsa-sha256`
 * @param folder for the files
 */
export function makeSigner(algorithm, folder) {
  const files = (name) => join(folder, `${algorithm}-${name}`);
  const key = (name, type) => {
    const options = type === 'ec' ? { namedCurve: 'P-256' } : { modulusLength: 2048 };
    const { privateKey } = generateKeyPairSync(type, options);
    writeFileSync(files(`${name}.key`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  };
  const openssl = (...options) => execFileSync('openssl', options, { stdio: ['ignore', 'ignore', 'ignore'] });
  key('root', 'ec');
  key('issuer', 'ec');
  key('leaf', algorithm === 'rsa-sha256' ? 'rsa' : 'ec');
  openssl(
    'req',
    '-x509',
    '-key',
    files('root.key'),
    '-subj',
    '/CN=Bench Root',
    '-days',
    '30',
    '-out',
    files('root.pem'),
  );
  const issue = (name, subject, authority, extensions) => {
    writeFileSync(files(`${name}.ext`), extensions);
    openssl(
      'req',
      '-new',
      '-key',
      files(`${name}.key`),
      '-subj',
      subject,
      '-utf8',
      '-out',
      files(`${name}.csr`),
    );
    openssl(
      'x509',
      '-req',
      '-in',
      files(`${name}.csr`),
      '-CA',
      files(`${authority}.pem`),
      '-CAkey',
      files(`${authority}.key`),
      '-CAcreateserial',
      '-days',
      '30',
      '-extfile',
      files(`${name}.ext`),
      '-out',
      files(`${name}.pem`),
    );
  };
  issue(
    'issuer',
    '/CN=Bench Issuer',
    'root',
    'basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign\n',
  );
  issue('leaf', '/CN=Bench Signer', 'issuer', 'keyUsage=critical,digitalSignature,nonRepudiation\n');
  const privateKey = createPrivateKey(readFileSync(files('leaf.key')));
  const certificate = (name) => new Uint8Array(new X509Certificate(readFileSync(files(`${name}.pem`))).raw);
  const elliptic = algorithm === 'ecdsa-p256-sha256';
  return {
    privateKey,
    certificate: {
      certificate: certificate('leaf'),
      chain: [certificate('issuer'), certificate('root')],
      algorithm,
    },
    libpdf: {
      certificate: certificate('leaf'),
      certificateChain: [certificate('issuer'), certificate('root')],
      keyType: elliptic ? 'EC' : 'RSA',
      signatureAlgorithm: elliptic ? 'ECDSA' : 'RSASSA-PKCS1-v1_5',
      sign: async (data) => sign('sha256', data, privateKey),
    },
    nss: nssDatabase(join(folder, `nss-${algorithm}`), files),
  };
}

function nssDatabase(database, files) {
  try {
    const run = (tool, ...options) => execFileSync(tool, options, { stdio: 'ignore' });
    run('mkdir', database);
    run('certutil', '-N', '-d', database, '--empty-password');
    run(
      'openssl',
      'pkcs12',
      '-export',
      '-inkey',
      files('leaf.key'),
      '-in',
      files('leaf.pem'),
      '-certfile',
      files('issuer.pem'),
      '-name',
      'bench',
      '-passout',
      'pass:',
      '-out',
      files('leaf.p12'),
    );
    run('pk12util', '-i', files('leaf.p12'), '-d', database, '-W', '', '-K', '');
    return database;
  } catch {
    return null;
  }
}
