/**
 * A signer with an SM2 key and a root of its own. OpenSSL makes the certificates and sm-crypto-v2 the values, so that
 * neither is checked by the program that made it.
 */
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  element,
  explicit,
  implicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
} from '@cinnabar/pki/asn1/der.js';
import { children, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { sm2 } from 'sm-crypto-v2';
import { OpensslFolder } from '../openssl.js';

/** The identity of GM/T 0009. */
const IDENTITY = '1234567812345678';

export interface Sm2Signer {
  readonly root: Uint8Array;
  readonly certificate: Uint8Array;
  /** Signature value over SM3, DER. */
  sign(data: Uint8Array, identity?: string): Uint8Array;
}

/** @param issuerIdentity identity value with which the root signs the certificate */
export function makeSm2Signer(issuerIdentity = IDENTITY): Sm2Signer {
  const folder = new OpensslFolder();
  const run = (...args: readonly string[]) => {
    const { ok, text } = folder.run(...args);
    if (!ok) throw new Error(text);
  };
  const signing = (identity: string) => ['-sm3', '-sigopt', `distid:${identity}`];
  try {
    for (const name of ['root', 'own'])
      run('ecparam', '-name', 'SM2', '-genkey', '-noout', '-out', `${name}.key`);
    folder.put(
      'own.ext',
      'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\n',
    );
    const authority = [
      '-addext',
      'basicConstraints=critical,CA:TRUE',
      '-addext',
      'keyUsage=critical,keyCertSign',
    ];
    const root = ['req', '-x509', '-new', '-key', 'root.key', '-subj', '/CN=SM2 Root', '-days', '3650'];
    run(...root, ...authority, ...signing(IDENTITY), '-out', 'root.pem');
    run('req', '-new', '-key', 'own.key', '-subj', '/CN=SM2 Signer', ...signing(IDENTITY), '-out', 'own.csr');
    const issue = ['x509', '-req', '-in', 'own.csr', '-vfyopt', `distid:${IDENTITY}`, '-extfile', 'own.ext'];
    const issuer = ['-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', '0x4d01', '-days', '365'];
    run(...issue, ...issuer, ...signing(issuerIdentity), '-out', 'own.pem');
    const certificate = (name: string) =>
      new Uint8Array(new X509Certificate(readFileSync(join(folder.path, name))).raw);
    const key = privateNumber(readFileSync(join(folder.path, 'own.key')));
    return {
      root: certificate('root.pem'),
      certificate: certificate('own.pem'),
      sign: (data, userId = IDENTITY) =>
        Buffer.from(sm2.doSignature(data, key, { der: true, hash: true, userId }), 'hex'),
    };
  } finally {
    folder.remove();
  }
}

/** The private number of a key, 64 hexadecimal digits. Asked for the older form of such a key, Node.js aborts. */
function privateNumber(pem: Buffer): string {
  const info = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
  const [, , wrapped] = children(readElement(info));
  const [, number] = children(readElement(wrapped?.content ?? info));
  return Buffer.from(number?.content ?? []).toString('hex');
}

export interface Sm2CmsOptions {
  /** Content types of GB/T 35275 instead of those of RFC 5652. */
  readonly gm?: boolean;
  /** Object identifier of the algorithm of the value. */
  readonly algorithm?: string;
  readonly digest?: { readonly name: string; readonly oid: string };
  readonly identity?: string;
}

/** A detached CMS with signed attributes. */
export function sm2Cms(
  covered: Uint8Array,
  signer: Sm2Signer,
  {
    gm = false,
    algorithm = OID.sm2WithSm3,
    digest = { name: 'sm3', oid: OID.sm3 },
    identity = IDENTITY,
  }: Sm2CmsOptions = {},
): Buffer {
  const data = objectIdentifier(gm ? OID.gmData : OID.data);
  const digestAlgorithm = sequence(objectIdentifier(digest.oid));
  const attributes = set(
    sequence(objectIdentifier(OID.contentType), set(data)),
    sequence(
      objectIdentifier(OID.messageDigest),
      set(octetString(createHash(digest.name).update(covered).digest())),
    ),
  );
  const { serial, issuer } = namesOf(signer.certificate);
  const info = sequence(
    integer(1),
    sequence(issuer, serial),
    digestAlgorithm,
    implicit(0, attributes),
    sequence(objectIdentifier(algorithm)),
    octetString(signer.sign(attributes, identity)),
  );
  const certificates = element(0xa0, signer.certificate);
  const content = sequence(integer(1), set(digestAlgorithm), sequence(data), certificates, set(info));
  return Buffer.from(
    sequence(objectIdentifier(gm ? OID.gmSignedData : OID.signedData), explicit(0, content)),
  );
}

function namesOf(certificate: Uint8Array) {
  const [body] = children(readElement(certificate));
  const [, serial, , issuer] = body === undefined ? [] : children(body);
  if (serial === undefined || issuer === undefined) throw new Error('no certificate');
  return { serial: serial.bytes, issuer: issuer.bytes };
}
