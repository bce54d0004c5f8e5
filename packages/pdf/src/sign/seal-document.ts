import { ClassicFile } from '../syntax/classic-file.js';
import { addInvisibleSignature } from './invisible-signature.js';
import { printSealDictionary, type StatedInSignature } from './signature-dictionary.js';
import { checkFieldName, FieldIndex } from './signature-field.js';

/** What a signature with an electronic seal states in the file. */
export interface SealingAct extends StatedInSignature {
  /** Name of the new field. */
  readonly fieldName: string;
  /** Authorities of signer and maker, DER, by which readers find the paths; they are not trusted for it. */
  readonly authorities: readonly Uint8Array[];
  /** Bytes reserved for the signature: sealSignatureLength of `@cinnabar/pki`. */
  readonly reserve: number;
}

/** More than a seal without its picture. */
const ROOM = 64 * 1024;

/**
 * Adds an invisible signature field whose value is a signature with an electronic seal (SES_Signature of GB/T 38540), as
 * an incremental update: the given bytes are a strict prefix of the result, so that earlier signatures stay valid. No
 * PDF reader shows such a signature as more than a field of an unknown kind; verifyDocument judges it.
 *
 * @param bytes a document of prepareDocument or signDocument
 * @param seal returns the signature over the SM3 digest of all bytes but its own
 * @example
 * ```ts
 * import { sealDocument } from '@cinnabar/pdf';
 * import { makeSealSignature, type SealSigner, sealSignatureLength } from '@cinnabar/pki';
 *
 * function sealed(signed: Uint8Array, seal: Uint8Array, signer: SealSigner, time: Date): Promise<Uint8Array> {
 *   const content = { seal, time, property: 'contract', extensions: [], dataHash: new Uint8Array(32) };
 *   const reserve = sealSignatureLength(content, signer.certificate);
 *   const stated = { name: 'Example Ltd.', reason: 'seal', location: null, time };
 *   return sealDocument(signed, { ...stated, fieldName: 'seal-1', authorities: [], reserve }, (dataHash) =>
 *     makeSealSignature({ ...content, dataHash }, signer),
 *   );
 * }
 * ```
 */
export async function sealDocument(
  bytes: Uint8Array,
  act: SealingAct,
  seal: (dataHash: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { fieldName, authorities, reserve } = act;
  const file = new ClassicFile(bytes, ROOM + 2 * reserve);
  checkFieldName(fieldName);
  if (new FieldIndex(file).find(fieldName) !== null) throw new Error(`the field ${fieldName} exists already`);
  const print = (room: number) => printSealDictionary(act, authorities, room);
  await addInvisibleSignature(file, { fieldName, print, digest: 'sm3', reserve }, seal);
  return new Uint8Array(file.sink.bytes());
}
