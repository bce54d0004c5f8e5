import { createHash, type Hash } from 'node:crypto';
import {
  type CmsSigner,
  cmsSigner,
  MAX_SIGNATURE_LENGTH,
  signatureTimestamp,
  signedAttributes,
  signedData,
  signedDataLength,
} from '@cinnabar/pki/cms/cms.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { Appearances } from '../layout/appearance.js';
import type { SignatureAct } from '../model.js';
import { ClassicFile } from '../syntax/classic-file.js';
import { IncrementalUpdate } from '../syntax/incremental-update.js';
import { type PlannedSignature, planSignatures } from './plan-signatures.js';
import { printSignatureDictionary } from './signature-dictionary.js';
import { fillField, listField, signatureField } from './signature-field.js';

/** Signer and timestamp source. */
export interface SigningCallbacks {
  /**
   * Returns the signature value over `toBeSigned` (the signed attributes, DER): DER for ECDSA; PKCS #1 v1.5 with
   * SHA-256 for RSA; DER over SM3, with the identity of GM/T 0009, for SM2.
   */
  readonly sign: (toBeSigned: Uint8Array) => Promise<Uint8Array>;
  /** Returns a timestamp token over the SHA-256 digest of a signature value, or null if none is available. */
  readonly timestamp: (digest: Uint8Array) => Promise<Uint8Array | null>;
}

/** Estimated size of a signature without its CMS and seal. An underestimate costs only one copy of the buffer. */
const ROOM_PER_SIGNATURE = 64 * 1024;

/**
 * Adds the signatures of one act, each in an incremental update of its own with a CAdES signature (ETSI EN 319 142-1,
 * /ETSI.CAdES.detached) over all preceding bytes. The given bytes are a strict prefix of the result.
 *
 * A placement with an existing field sets only that field's /V and appearance; otherwise the field is added. A seam
 * also sets the appearances of its strips. Without placements one invisible signature is added.
 *
 * With `timestampLength` the last signature of the act gets a timestamp (B-T; EN 319 142-1, clause 6.3), which also
 * covers the signatures before it. If no timestamp is available the signature stays at B-B; the caller knows this from
 * its own `timestamp` callback.
 *
 * @param bytes a document of prepareDocument, or of this function
 * @param callbacks signer and timestamp source; a function signs without timestamps
 * @throws DrawingRefused MISSING_GLYPH, OVERFLOW or OFF_PAGE, labelled with the name of the field, before anything is
 * signed
 * @example
 * ```ts
 * import { type KeyObject, sign } from 'node:crypto';
 * import { type FontLibrary, type SignatureAct, signDocument } from '@cinnabar/pdf';
 *
 * const signed = (prepared: Uint8Array, act: SignatureAct, key: KeyObject, fonts: FontLibrary) =>
 *   signDocument(prepared, act, async (toBeSigned) => sign('sha256', toBeSigned, key), fonts);
 * ```
 */
export async function signDocument(
  bytes: Uint8Array,
  act: SignatureAct,
  callbacks: SigningCallbacks | SigningCallbacks['sign'],
  fonts: FontLibrary,
): Promise<Uint8Array> {
  const file = new ClassicFile(bytes, ROOM_PER_SIGNATURE * Math.max(1, act.placements.length));
  const appearances = new Appearances(fonts, file);
  await appearances.decodePictures(act.placements.map(({ mark }) => mark));
  const planned = planSignatures(file, act, appearances);

  const signer = cmsSigner(act.signer);
  const covered = createHash(signer.digest).update(bytes);
  const { sign, timestamp } =
    typeof callbacks === 'function' ? { sign: callbacks, timestamp: noTimestamp } : callbacks;
  const run: SigningRun = { file, covered, act, signer, appearances, sign, timestamp };
  for (const [index, signature] of planned.entries()) {
    const last = index === planned.length - 1;
    await addSignature(run, signature, last ? act.timestampLength : undefined);
  }
  return new Uint8Array(file.sink.bytes());
}

const noTimestamp = async (): Promise<null> => null;

/** Common input of all signatures of an act. */
interface SigningRun extends SigningCallbacks {
  readonly file: ClassicFile;
  /** Running hash of the file, so that ten signatures do not hash the document ten times. */
  readonly covered: Hash;
  readonly act: SignatureAct;
  readonly signer: CmsSigner;
  readonly appearances: Appearances;
}

/**
 * If a CMS exceeds the reserved space (a longer key or token than expected), the revision is written again with enough
 * space.
 */
async function addSignature(
  run: SigningRun,
  planned: PlannedSignature,
  timestampLength: number | undefined,
): Promise<void> {
  const { file, covered, signer, appearances } = run;
  const restoreFile = file.checkpoint();
  const restoreAppearances = appearances.written();
  const start = file.sink.length;
  let reserve = signedDataLength(signer, MAX_SIGNATURE_LENGTH[signer.algorithm], timestampLength);
  for (;;) {
    const { contents, end } = writeRevision(run, planned, reserve);
    const before = covered.copy().update(file.sink.bytes(start, contents));
    const digest = before.update(file.sink.bytes(end)).digest();
    const attributes = signedAttributes(signer, digest);
    const value = await run.sign(attributes);
    const token = timestampLength === undefined ? null : await run.timestamp(sha256(value));
    const cms = signedData(signer, attributes, value, token === null ? [] : [signatureTimestamp(token)]);
    if (cms.length <= reserve) {
      file.sink.overwrite(contents + 1, Buffer.from(cms.buffer, cms.byteOffset, cms.length).toString('hex'));
      covered.update(file.sink.bytes(start));
      return;
    }
    reserve = cms.length;
    restoreFile();
    restoreAppearances();
  }
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** Writes the whole revision with /Contents filled with zeros; returns where its hexadecimal string begins and ends. */
function writeRevision(
  { file, act, appearances }: SigningRun,
  planned: PlannedSignature,
  reserve: number,
): { readonly contents: number; readonly end: number } {
  const update = new IncrementalUpdate(file);
  const printed = printSignatureDictionary(act, reserve);
  const { reference: value, offset } = update.addPrinted(printed.text);
  const { painted, field, page, strips } = planned;
  const appearance = painted === null ? null : appearances.write(update, painted);
  if (field !== null && appearance !== null) {
    fillField(update, field, value, appearance);
  } else {
    const visible =
      painted === null || appearance === null ? null : { frame: page.frame, area: painted.area, appearance };
    const added = update.add(signatureField(planned.fieldName, page.reference, visible, value));
    listField(file, update, added, page.number);
  }
  for (const strip of strips) fillField(update, strip.field, null, appearances.write(update, strip.painted));
  update.finish();

  const contents = offset + printed.contentsStart;
  const end = offset + printed.contentsEnd;
  const byteRange = `0 ${contents} ${end} ${file.sink.length - end}`;
  if (byteRange.length > printed.byteRangeLength) throw new RangeError('a file too long for its /ByteRange');
  file.sink.overwrite(offset + printed.byteRangeStart, byteRange);
  return { contents, end };
}
