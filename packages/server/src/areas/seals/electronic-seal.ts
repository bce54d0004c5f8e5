/**
 * Electronic seals (SESeal, GB/T 38540-2020): what a signature with SM2 encloses to say with which seal it was made.
 * An enterprise's is made when its seal is first used this way, and stored; a person's certificate exists for one act,
 * and so does the seal that lists it.
 */
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Seal } from '@cinnabar/pdf/model.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { makeElectronicSeal } from '@cinnabar/pki/electronic-seals/electronic-seal.js';
import type { Signer } from '../../authority/signer.js';
import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import {
  type ElectronicSealRow,
  insertElectronicSeal,
  newestElectronicSeal,
} from './electronic-seal-store.js';
import { findSeal } from './store.js';

/** px on the longer side, so that the picture is within the limit of a seal whatever it shows. */
const PICTURE_SIZE = 300;
/** SES_ESPropertyInfo.type. */
const SEAL_TYPES = Object.freeze({ enterprise: 1, person: 2 });
const BACKDATING_MS = 5 * 60_000;

interface Making {
  readonly services: Pick<Services, 'authority' | 'documents'>;
  readonly db: Db;
  readonly now: Date;
}

export interface ElectronicSealOfAct {
  /** SESeal, DER. */
  readonly seal: Uint8Array;
  readonly maker: Signer;
}

/** An enterprise's seal with its face and the SHA-256 of that. */
export interface EnterpriseSealToUse {
  readonly corpId: CorpId;
  readonly sealId: SealId;
  readonly face: Seal;
  readonly faceHash: string;
}

/**
 * The electronic seal of an enterprise's seal, for its signer of SM2: the newest version, or the next one if its picture,
 * name, certificate or maker is another now, or it has ended. Processes that make the same version at once take no
 * lock: the first row wins.
 * @throws Refusal SEAL_NOT_FOUND
 */
export async function enterpriseElectronicSeal(
  { services, db, now }: Making,
  { corpId, sealId, face, faceHash }: EnterpriseSealToUse,
  signer: Signer,
): Promise<ElectronicSealOfAct> {
  const maker = await services.authority.sealMakers.sealMaker(now);
  const row = await findSeal(db, corpId, sealId);
  if (row === null) throw refuse('SEAL_NOT_FOUND');
  const wanted = {
    seal_name: row.seal_name,
    face_hash: faceHash,
    certificate: signer.serialNumber,
    maker: maker.serialNumber,
  };
  const newest = await newestElectronicSeal(db, corpId, sealId);
  if (newest !== null && fits(newest, wanted, now)) return { seal: newest.seal, maker };
  const named = { sealId: row.seal_code, type: SEAL_TYPES.enterprise, name: row.seal_name };
  const made = await makeSeal({ services, now }, named, face, signer, maker);
  const next = { corp_id: corpId, seal_id: sealId, version: (newest?.version ?? 0) + 1, ...wanted };
  await insertElectronicSeal(db, { ...next, valid_until: made.validUntil, seal: made.seal, created_at: now });
  // One that another process has stored instead is as good: this one names its maker and is valid as well.
  return { seal: made.seal, maker };
}

/** The electronic seal of one act of a person. Its number is that of the act's certificate. */
export async function personElectronicSeal(
  { services, now }: Omit<Making, 'db'>,
  { name, face }: { readonly name: string; readonly face: Seal },
  signer: Signer,
): Promise<ElectronicSealOfAct> {
  const maker = await services.authority.sealMakers.sealMaker(now);
  const named = { sealId: signer.serialNumber, type: SEAL_TYPES.person, name };
  const { seal } = await makeSeal({ services, now }, named, face, signer, maker);
  return { seal, maker };
}

type Wanted = Pick<ElectronicSealRow, 'seal_name' | 'face_hash' | 'certificate' | 'maker'>;

function fits(stored: ElectronicSealRow, wanted: Wanted, now: Date): boolean {
  return (
    stored.seal_name === wanted.seal_name &&
    stored.face_hash === wanted.face_hash &&
    stored.certificate === wanted.certificate &&
    stored.maker === wanted.maker &&
    stored.valid_until >= now
  );
}

interface NamedSeal {
  readonly sealId: string;
  readonly type: number;
  readonly name: string;
}

/** A seal for the certificate of that signer, for as long as the certificate is valid. */
async function makeSeal(
  { services, now }: Omit<Making, 'db'>,
  named: NamedSeal,
  face: Seal,
  signer: Signer,
  maker: Signer,
): Promise<{ readonly seal: Uint8Array; readonly validUntil: Date }> {
  const own = signer.certificate.certificate;
  const { notAfter: validUntil } = parseCertificate(own);
  const created = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const seal = await makeElectronicSeal(
    {
      ...named,
      vendor: 'Cinnabar',
      users: { listedBy: 'CERTIFICATE', certificates: [own] },
      created,
      // A process with a slower clock may use it at once.
      validFrom: new Date(created.getTime() - BACKDATING_MS),
      validUntil,
      picture: {
        type: 'png',
        data: await services.documents.sealPng(face, PICTURE_SIZE),
        width: millimetres(face.width),
        height: millimetres(face.height),
      },
      extensions: [],
    },
    { certificate: maker.certificate.certificate, sign: (data) => maker.sign(data) },
  );
  return { seal, validUntil };
}

function millimetres(length: number): number {
  return Math.max(1, Math.round(length));
}
