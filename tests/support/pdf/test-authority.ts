import 'reflect-metadata';
import { createHash, createPrivateKey, type KeyObject, sign, webcrypto } from 'node:crypto';
import { children, type DerElement, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';
import { ocspRequest } from '@cinnabar/pki/revocation/ocsp-request.js';
import {
  assembleOcspResponse,
  type CertificateStatus,
  toBeSignedOcspResponse,
} from '@cinnabar/pki/revocation/ocsp-response.js';
import { timestampInfo } from '@cinnabar/pki/timestamps/timestamp-info.js';
import { messageImprint } from '@cinnabar/pki/timestamps/timestamp-request.js';
import { timestampToken, tokenAttributes, tokenSigner } from '@cinnabar/pki/timestamps/timestamp-token.js';
import * as x509 from '@peculiar/x509';

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const NO_CHECK = '1.3.6.1.5.5.7.48.1.5';

export interface Issued {
  readonly certificate: SignerCertificate;
  readonly privateKey: KeyObject;
  readonly x509: x509.X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
  sign(toBeSigned: Uint8Array): Promise<Uint8Array>;
}

export interface CertificateOptions {
  readonly subject?: string;
  readonly from?: string;
  readonly until?: string;
  readonly usage?: x509.KeyUsageFlags;
  readonly purposes?: readonly string[];
  readonly criticalPurposes?: boolean;
  readonly authority?: boolean;
  readonly pathLength?: number;
  /** An unknown critical extension. */
  readonly unknown?: boolean;
  /** id-pkix-ocsp-nocheck */
  readonly noCheck?: boolean;
  readonly issuer?: Issued;
  /** The algorithm with which the issuer signs. */
  readonly hash?: 'SHA-1';
  /** Another certificate with the same key. */
  readonly keysOf?: Issued;
}

let serial = 0x1000;

/** Certificates of every kind, valid and invalid, below one root. */
export class TestAuthority {
  readonly root: Issued;

  private constructor(root: Issued) {
    this.root = root;
  }

  static async make(): Promise<TestAuthority> {
    x509.cryptoProvider.set(webcrypto);
    const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
    const certificate = await create({ subject: 'CN=Corpus Root', authority: true }, keys, null);
    return new TestAuthority(await issuedOf(certificate, keys, []));
  }

  async issue(options: CertificateOptions = {}): Promise<Issued> {
    const issuer = options.issuer ?? this.root;
    const keys = options.keysOf?.keys ?? (await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']));
    const certificate = await create(options, keys, issuer);
    return issuedOf(certificate, keys, [issuer.certificate.certificate, ...issuer.certificate.chain]);
  }

  /** Issued by `issuer`, by default the root. */
  async revocationList(
    revoked: readonly { readonly of: Issued; readonly at: string }[],
    issuer: Issued = this.root,
    times: { readonly thisUpdate?: string; readonly nextUpdate?: string } = {},
  ): Promise<Buffer> {
    const list = await x509.X509CrlGenerator.create({
      issuer: issuer.x509.subject,
      thisUpdate: new Date(times.thisUpdate ?? '2026-11-21T00:00:00Z'),
      nextUpdate: new Date(times.nextUpdate ?? '2027-11-21T00:00:00Z'),
      entries: revoked.map(({ of, at }) => ({
        serialNumber: of.x509.serialNumber,
        revocationDate: new Date(at),
      })),
      signingAlgorithm: EC,
      signingKey: issuer.keys.privateKey,
    });
    return Buffer.from(list.rawData);
  }

  /** A responder authorised by `issuer`, by default the root, whose own revocation need not be checked. */
  responder(options: CertificateOptions = {}): Promise<Issued> {
    return this.issue({
      subject: 'CN=Corpus Responder',
      purposes: [OCSP_SIGNING],
      noCheck: true,
      ...options,
    });
  }

  timestamper(options: CertificateOptions = {}): Promise<Issued> {
    return this.issue({
      subject: 'CN=Corpus Timestamps',
      purposes: [TIME_STAMPING],
      criticalPurposes: true,
      ...options,
    });
  }
}

/** A token over `data` with this time. */
export async function tokenOf(
  data: Uint8Array,
  authority: Issued,
  time: string,
  digest: 'sha1' | 'sha256' = 'sha256',
): Promise<Buffer> {
  return tokenOver(createHash(digest).update(data).digest(), authority, time, digest);
}

/** The same over a digest. */
export async function tokenOver(
  hashed: Uint8Array,
  authority: Issued,
  time: string,
  digest: 'sha1' | 'sha256' = 'sha256',
): Promise<Buffer> {
  const signer = tokenSigner(authority.certificate);
  const info = timestampInfo({
    policy: '1.2.3.4',
    imprint: messageImprint(digest, hashed),
    serialNumber: Uint8Array.of(1),
    time: new Date(time),
    nonce: null,
    authority: parseCertificate(authority.certificate.certificate).subject,
  });
  const attributes = tokenAttributes(signer, info);
  return Buffer.from(timestampToken(signer, info, attributes, await authority.sign(attributes), true));
}

export interface Answer {
  readonly about: Issued;
  readonly by: Issued;
  readonly status?: CertificateStatus;
  readonly thisUpdate?: string;
  readonly nextUpdate?: string;
  /** The issuer of the certificate in question: by default the root. */
  readonly issuer: Issued;
}

/** An OCSPResponse, valid for a week from the day after the contract was signed. */
export async function ocspAnswer({ about, by, issuer, ...said }: Answer): Promise<Buffer> {
  const [subject, authority] = [about, issuer].map(({ certificate }) =>
    parseCertificate(certificate.certificate),
  );
  if (subject === undefined || authority === undefined) throw new Error('no certificate');
  // OCSPRequest, tbsRequest, requestList, Request: each has a single relevant member, the first.
  let id: DerElement | undefined = readElement(ocspRequest(subject, authority));
  for (let depth = 0; depth < 4 && id !== undefined; depth += 1) [id] = children(id);
  if (id === undefined) throw new Error('no CertID');
  const thisUpdate = new Date(said.thisUpdate ?? '2026-11-21T00:00:00Z');
  const toBeSigned = toBeSignedOcspResponse({
    responder: parseCertificate(by.certificate.certificate).subject,
    producedAt: thisUpdate,
    responses: [
      {
        id: id.bytes,
        status: said.status ?? { status: 'good' },
        thisUpdate,
        nextUpdate: new Date(said.nextUpdate ?? '2026-11-28T00:00:00Z'),
        archiveCutoff: new Date('2020-01-01T00:00:00Z'),
      },
    ],
    nonce: null,
  });
  const signature = await by.sign(toBeSigned);
  const { algorithm, certificate } = by.certificate;
  return Buffer.from(assembleOcspResponse(toBeSigned, algorithm, signature, certificate));
}

async function create(
  options: CertificateOptions,
  keys: webcrypto.CryptoKeyPair,
  issuer: Issued | null,
): Promise<x509.X509Certificate> {
  const usage =
    options.usage ??
    (options.authority === true
      ? x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign
      : x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation);
  serial += 1;
  const subject = options.subject ?? 'CN=王五';
  return x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer?.x509.subject ?? subject,
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    serialNumber: serial.toString(16),
    notBefore: new Date(options.from ?? '2020-01-01T00:00:00Z'),
    notAfter: new Date(options.until ?? '2039-12-31T00:00:00Z'),
    signingAlgorithm: { ...EC, hash: options.hash ?? EC.hash },
    extensions: [
      new x509.BasicConstraintsExtension(options.authority === true, options.pathLength, true),
      new x509.KeyUsagesExtension(usage, true),
      ...(options.purposes === undefined
        ? []
        : [new x509.ExtendedKeyUsageExtension([...options.purposes], options.criticalPurposes)]),
      ...(options.noCheck === true ? [new x509.Extension(NO_CHECK, false, Uint8Array.of(5, 0))] : []),
      ...(options.unknown === true ? [new x509.Extension('1.2.3.4.5', true, Uint8Array.of(5, 0))] : []),
    ],
  });
}

async function issuedOf(
  certificate: x509.X509Certificate,
  keys: webcrypto.CryptoKeyPair,
  chain: readonly Uint8Array[],
): Promise<Issued> {
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return {
    certificate: { certificate: new Uint8Array(certificate.rawData), chain, algorithm: 'ecdsa-p256-sha256' },
    privateKey,
    x509: certificate,
    keys,
    sign: async (toBeSigned) => sign('sha256', toBeSigned, privateKey),
  };
}
