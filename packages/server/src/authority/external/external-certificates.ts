/** Certificates of enterprises from other authorities: requested, imported, used, withdrawn. */
import { randomBytes } from 'node:crypto';
import { readFirstElement } from '@cinnabar/pki/asn1/der-reader.js';
import { certificationRequest } from '@cinnabar/pki/certificates/certification-request.js';
import { type ParsedCertificate, serialNumberText } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { KeyAlgorithm, KeyStore } from '../../custody/key-store.js';
import type { Db } from '../../database/schema.js';
import { signatureAlgorithmOf } from '../authority-certificates.js';
import {
  allCertificates,
  type CertificateRecord,
  insertCertificate,
  newestCertificate,
} from '../certificate-store.js';
import { enterpriseName } from '../enterprise-name.js';
import type { EnterpriseSubject } from '../signer.js';
import { type CheckedChain, checkChain, otherName } from './check-chain.js';
import { ExternalCertificateError } from './external-problem.js';
import {
  addExternalRoot,
  type CertificateRequestRecord,
  endRequest,
  insertRequest,
  type NewRequestRecord,
  pendingRequest,
} from './store.js';

export interface NewRequest {
  readonly corp: EnterpriseSubject;
  readonly algorithm: KeyAlgorithm;
  /** How it reaches the authority. */
  readonly source: string;
  /** The certificate that it replaces, under the same subject. */
  readonly renews?: CertificateRecord;
  /** Gives up the pending request instead of returning it. */
  readonly replaces?: boolean;
  readonly now: Date;
}

/** The pending request, and whether it was made by this call. */
export interface KeptRequest {
  readonly request: CertificateRequestRecord;
  readonly isNew: boolean;
}

/** Runs what it is given in one transaction, with what else the caller writes. */
export type InTransaction<Kept, Answer> = (work: (tx: Db) => Promise<Kept>) => Promise<Answer>;

/**
 * Makes a key and a request for its certificate, unless one is pending: that one is returned. The key is generated
 * outside any transaction. If the transaction fails, the new key stays behind: whether it was committed may be unknown,
 * and a request without its key would be worse.
 */
export async function requestCertificate<Answer>(
  { db, keyStore }: { readonly db: Db; readonly keyStore: KeyStore },
  given: NewRequest,
  inTransaction: InTransaction<KeptRequest, Answer>,
): Promise<Answer> {
  const { corpId } = given.corp;
  const pending = await pendingRequest(db, corpId);
  if (pending !== null && given.replaces !== true)
    return inTransaction(async () => ({ request: pending, isNew: false }));
  const record = await newRequest(keyStore, given);
  const unused = new Set<string>();
  const answer = await inTransaction(async (tx) => {
    unused.clear();
    const { spareKey, ...kept } = await keepRequest(tx, record, given.replaces === true);
    if (spareKey !== null) unused.add(spareKey);
    return kept;
  });
  for (const keyId of unused) await keyStore.destroy(corpId, keyId);
  return answer;
}

async function newRequest(
  keyStore: KeyStore,
  { corp, algorithm, source, renews, now }: NewRequest,
): Promise<NewRequestRecord> {
  const subject = renews?.subject ?? enterpriseName(corp);
  const key = await keyStore.generate(corp.corpId, algorithm, 'enterprise');
  const request = await certificationRequest({
    subject,
    publicKey: key.publicKey,
    algorithm: signatureAlgorithmOf(algorithm),
    sign: (data) => keyStore.sign(corp.corpId, key.keyId, data),
  });
  return {
    request_id: randomBytes(16).toString('hex'),
    corp_id: corp.corpId,
    source,
    key_id: key.keyId,
    algorithm,
    public_key: key.publicKey,
    subject,
    request,
    created_at: now,
    is_renewal: renews !== undefined,
    next_attempt_at: source === 'file' ? null : now,
  };
}

/** @returns beside the request, the key that nobody needs afterwards */
async function keepRequest(
  tx: Db,
  record: NewRequestRecord,
  replaces: boolean,
): Promise<KeptRequest & { readonly spareKey: string | null }> {
  const { corp_id: corpId, key_id: ownKey } = record;
  const earlier = await pendingRequest(tx, corpId, true);
  if (earlier !== null && !replaces) return { request: earlier, isNew: false, spareKey: ownKey };
  if (earlier !== null) await endRequest(tx, earlier.request_id, 'replaced', record.created_at);
  const inserted = await insertRequest(tx, record);
  if (inserted !== null) return { request: inserted, isNew: true, spareKey: earlier?.key_id ?? null };
  // Somebody else was faster.
  const first = await pendingRequest(tx, corpId);
  if (first === null) throw new Error(`requests of enterprise ${corpId} end as fast as they are made`);
  return { request: first, isNew: false, spareKey: ownKey };
}

/** Gives up a pending request: its key is destroyed, and what is issued for it is useless. */
export async function giveUpRequest(
  { db, keyStore }: { readonly db: Db; readonly keyStore: KeyStore },
  corpId: number,
  now: Date,
): Promise<boolean> {
  const pending = await pendingRequest(db, corpId);
  if (pending === null) return false;
  await endRequest(db, pending.request_id, 'withdrawn', now);
  await keyStore.destroy(corpId, pending.key_id);
  return true;
}

export interface Import {
  readonly corp: EnterpriseSubject;
  readonly certificates: readonly ParsedCertificate[];
  /** Roots that the operator trusts. */
  readonly anchors: readonly ParsedCertificate[];
  /** Accept a certificate that names somebody else. */
  readonly acceptName: boolean;
  readonly now: Date;
}

/** An imported certificate, and whom it names if not the enterprise. */
export interface Imported {
  readonly certificate: ParsedCertificate;
  readonly root: ParsedCertificate;
  readonly otherName: string | null;
}

/**
 * Takes the certificate that was issued for the pending request into use, in a transaction of the caller.
 * @throws ExternalCertificateError; nothing was changed
 */
export async function importCertificate(tx: Db, given: Import): Promise<Imported> {
  const { corp, anchors, now } = given;
  const request = await pendingRequest(tx, corp.corpId, true);
  if (request === null) throw await withoutRequest(tx, given);
  const checked = checkChain(given.certificates, { publicKey: request.public_key, anchors, now });
  const other = otherName(checked.certificate, corp);
  if (other !== null && !given.acceptName) {
    throw new ExternalCertificateError('OTHER_NAME', {
      zh: `证书的主体为“${other}”，而企业为“${corp.corpName}”${corp.corpCode === null ? '' : `（${corp.corpCode}）`}`,
      en: `the certificate names “${other}”, the enterprise is “${corp.corpName}”${corp.corpCode === null ? '' : ` (${corp.corpCode})`}`,
    });
  }
  const root = checked.chain.at(-1) ?? checked.certificate;
  await putGeneration(tx, request, checked);
  await addExternalRoot(tx, root.bytes, now);
  await endRequest(tx, request.request_id, 'imported', now);
  return { certificate: checked.certificate, root, otherName: other };
}

async function withoutRequest(db: Db, { corp, certificates }: Import): Promise<ExternalCertificateError> {
  const known = await allCertificates(db, corp.corpId, 'enterprise');
  const again = known.find((record) =>
    certificates.some(({ bytes }) => Buffer.compare(bytes, record.certificate) === 0),
  );
  if (again !== undefined) {
    return new ExternalCertificateError('KNOWN', {
      zh: `证书 ${again.serial_number} 已经导入；要更换证书，须先申请新证书`,
      en: `${again.serial_number} was imported before: to replace it, request another one first`,
    });
  }
  return new ExternalCertificateError('NO_REQUEST', {
    zh: '该企业没有待处理的证书申请；须先申请',
    en: 'the enterprise has no pending request: make one first',
  });
}

/** A renewal by the built-in authority at the same moment may take a generation. */
async function putGeneration(
  tx: Db,
  request: CertificateRequestRecord,
  { certificate, chain }: CheckedChain,
): Promise<void> {
  for (;;) {
    const newest = await newestCertificate(tx, request.corp_id, 'enterprise');
    const isFirst = await insertCertificate(tx, {
      corp_id: request.corp_id,
      purpose: 'enterprise',
      generation: (newest?.generation ?? 0) + 1,
      key_id: request.key_id,
      algorithm: request.algorithm,
      subject: certificate.subject,
      serial_number: serialNumberText(certificate.serialNumber),
      certificate: certificate.bytes,
      issuer_generation: null,
      not_before: certificate.notBefore,
      not_after: certificate.notAfter,
      source: request.source,
      chain: Buffer.concat(chain.map(({ bytes }) => bytes)),
    });
    if (isFirst) return;
  }
}

/** Whether an enterprise signs with this certificate of another authority, whatever its state. */
export function isExternal({ source, withdrawn_at }: CertificateRecord): boolean {
  return source !== 'built-in' && withdrawn_at === null;
}

/**
 * The chain of a certificate of another authority, DER, if it can sign now. The service never signs with another
 * certificate instead.
 * @throws ExternalCertificateError ENDED, REVOKED
 */
export function usableChain(record: CertificateRecord, now: Date): readonly Uint8Array[] {
  if (record.revoked_at !== null) {
    throw new ExternalCertificateError('REVOKED', {
      zh: `企业证书 ${record.serial_number} 已停用，请管理员导入新证书`,
      en: `the enterprise’s certificate ${record.serial_number} was revoked; its operator has to import another`,
    });
  }
  if (record.not_after <= now) {
    throw new ExternalCertificateError('ENDED', {
      zh: `企业证书已于 ${record.not_after.toISOString().slice(0, 10)} 到期，请管理员导入新证书`,
      en: `the enterprise’s certificate ended ${record.not_after.toISOString().slice(0, 10)}; its operator has to import another`,
    });
  }
  return chainOf(record);
}

/** Above the certificate, the root last, DER. */
function chainOf({ chain }: Pick<CertificateRecord, 'chain'>): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let rest = chain ?? new Uint8Array(); rest.length > 0; ) {
    const { bytes } = readFirstElement(rest);
    found.push(bytes);
    rest = rest.subarray(bytes.length);
  }
  return found;
}
