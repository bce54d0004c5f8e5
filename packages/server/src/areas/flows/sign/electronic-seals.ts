/** Electronic seals of an act whose signer has an SM2 certificate: one signature for each seal and file. */
import type { SignatureAct } from '@cinnabar/pdf/model.js';
import { makeSealSignature, sealSignatureLength } from '@cinnabar/pki/electronic-seals/seal-signature.js';
import type { Signer } from '../../../authority/signer.js';
import {
  type ElectronicSealOfAct,
  enterpriseElectronicSeal,
  personElectronicSeal,
} from '../../seals/index.js';
import { sealFieldName } from '../flow/drawing.js';
import type { FlowFile, Participant } from '../flow/flow.js';
import type { LoadedMark } from './rules/placed-marks.js';
import type { SigningContext } from './signing-context.js';

/** An electronic seal as the act uses it. */
export interface SealOfAct extends ElectronicSealOfAct {
  /** Of the seal among those of the act, by which marks find it. */
  readonly face: string;
}

export interface SealsOfAct {
  readonly signer: Signer;
  readonly seals: readonly SealOfAct[];
}

/** The electronic seals of everything that an act stamps; null if none of its signers has an SM2 certificate. */
export async function electronicSealsOf(
  ctx: SigningContext,
  participant: Participant,
  signers: readonly (Signer | null)[],
  marks: readonly LoadedMark[],
): Promise<SealsOfAct | null> {
  const signer = signers.find((each) => each?.certificate.algorithm === 'sm2-sm3') ?? null;
  if (signer === null) return null;
  const seals: SealOfAct[] = [];
  for (const mark of marks) {
    const face = faceOf(mark);
    if (face === null || seals.some((each) => each.face === face)) continue;
    seals.push({ face, ...(await sealOf(ctx, participant, mark, signer)) });
  }
  return { signer, seals };
}

function sealOf(
  ctx: SigningContext,
  { type, corpId, psnName }: Participant,
  { mark, sealId, pictureHash }: LoadedMark,
  signer: Signer,
): Promise<ElectronicSealOfAct> {
  if (mark.kind !== 'seal' && mark.kind !== 'seam') throw new Error('not a seal');
  const face = mark.seal;
  if (type === 'person' || corpId === null || sealId === null || pictureHash === null)
    return personElectronicSeal(ctx, { name: psnName, face }, signer);
  return enterpriseElectronicSeal(ctx, { corpId, sealId, face, faceHash: pictureHash }, signer);
}

/** What distinguishes the seals of an act; null for marks that are none, such as handwriting of the moment. */
function faceOf({ mark, pictureHash }: LoadedMark): string | null {
  return mark.kind === 'seal' || mark.kind === 'seam' ? pictureHash : null;
}

export interface SignatureOfSeal {
  readonly fieldName: string;
  /** Serial number of the certificate. */
  readonly certificate: string;
}

/** A file of the act. */
export interface FileToSeal {
  readonly file: FlowFile;
  readonly participant: Participant;
  readonly marks: readonly LoadedMark[];
  readonly act: SignatureAct;
  readonly seals: SealsOfAct;
}

/**
 * The file with a signature for each seal that the act places in it, before all others of the act, so that they and the
 * timestamp of the last one cover it.
 */
export async function sealFile(
  { services, now }: SigningContext,
  before: Uint8Array,
  { file, participant, marks, act, seals: { signer, seals } }: FileToSeal,
): Promise<{ readonly sealed: Uint8Array; readonly added: readonly SignatureOfSeal[] }> {
  const here = seals.filter(({ face }) => marks.some((mark) => faceOf(mark) === face));
  const own = { certificate: signer.certificate.certificate, sign: signer.sign };
  let sealed = before;
  const added: SignatureOfSeal[] = [];
  for (const { seal, maker } of here) {
    const fieldName = sealFieldName(participant.participantId, file.fileId, added.length + 1);
    const content = {
      seal,
      time: now,
      property: `file ${file.fileId}`,
      extensions: [],
      dataHash: new Uint8Array(32),
    };
    const { name, reason, location, time, eventHead } = act;
    const stated = { name, reason, location, time, ...(eventHead === undefined ? {} : { eventHead }) };
    const reserve = sealSignatureLength(content, own.certificate);
    const authorities = distinct([...signer.certificate.chain, ...maker.certificate.chain]);
    sealed = await services.documents.seal(
      sealed,
      { ...stated, fieldName, authorities, reserve },
      (dataHash) => makeSealSignature({ ...content, dataHash }, own),
    );
    added.push({ fieldName, certificate: signer.serialNumber });
  }
  return { sealed, added };
}

function distinct(certificates: readonly Uint8Array[]): readonly Uint8Array[] {
  const known = new Map(certificates.map((each) => [Buffer.from(each).toString('base64'), each]));
  return [...known.values()];
}
