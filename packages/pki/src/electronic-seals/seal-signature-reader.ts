import { DerError, TAG } from '../asn1/der.js';
import { children, type DerElement, expectTag, readElement, readFirstElement } from '../asn1/der-reader.js';
import { orNull } from '../certificates/parsed-certificate.js';
import { SEAL_LIMITS } from './electronic-seal.js';
import { type ElectronicSeal, LONGEST_VALUE, sealIn } from './electronic-seal-reader.js';
import {
  asciiText,
  bitsWithin,
  extensionsOf,
  fieldsOf,
  identifierOf,
  octetsOf,
  requireVersion,
  timeOf,
} from './seal-fields.js';
import { DATA_HASH_LENGTH, type SealingContent } from './seal-signature.js';

export interface SealSignature extends Omit<SealingContent, 'seal'> {
  /** The whole signature, DER. */
  readonly bytes: Uint8Array;
  /** TBS_Sign, DER: what is signed. */
  readonly toBeSigned: Uint8Array;
  readonly seal: ElectronicSeal;
  /** Certificate of the signer, DER. */
  readonly certificate: Uint8Array;
  /** Object identifier. */
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
  /** Timestamp token over `signature`. */
  readonly timestamp: Uint8Array | null;
}

const EXPLICIT_0 = 0xa0;
const LONGEST_TOKEN = 256 * 1024;

/**
 * Reads exactly one signature of version 4, SES_Signature, and judges nothing. The optional fields are accepted with the
 * tag [0] and without, because implementations differ.
 * @throws DerError; of it SealVersionError for a signature or a seal of another version
 */
export function readSealSignature(bytes: Uint8Array): SealSignature {
  if (bytes.length > SEAL_LIMITS.bytes) throw new DerError('OUT_OF_RANGE', 'a signature too large');
  const whole = readElement(bytes);
  // The version decides how everything else is read; it comes first in all versions.
  const [body] = children(expectTag(whole, TAG.sequence));
  requireVersion(children(expectTag(body, TAG.sequence))[0]);
  const [toBeSigned, certificate, algorithm, value, timestamp] = fieldsOf(whole, 4, 5);
  const [, seal, time, dataHash, property, extensions] = fieldsOf(toBeSigned, 5, 6);
  const digest = bitsWithin(dataHash, DATA_HASH_LENGTH);
  if (digest.length !== DATA_HASH_LENGTH) throw new DerError('OUT_OF_RANGE', 'no SM3 digest');
  return {
    bytes,
    toBeSigned: expectTag(toBeSigned, TAG.sequence).bytes,
    seal: sealIn(seal),
    time: timeOf(time),
    dataHash: digest,
    property: asciiText(property, TAG.ia5String),
    extensions: extensionsOf(untagged(extensions)),
    certificate: octetsOf(certificate),
    signatureAlgorithm: identifierOf(algorithm),
    signature: bitsWithin(value, LONGEST_VALUE),
    timestamp: timestamp === undefined ? null : bitsWithin(untagged(timestamp), LONGEST_TOKEN),
  };
}

/**
 * The first element of these bytes if it has the shape of a signature with an electronic seal, of any version: a
 * structure that begins with a number, where signed data begin with an object identifier. Null otherwise.
 */
export function sealSignatureIn(bytes: Uint8Array): Uint8Array | null {
  return orNull(() => {
    const whole = readFirstElement(bytes);
    const [body] = children(expectTag(whole, TAG.sequence));
    const [version, seal] = children(expectTag(body, TAG.sequence));
    return version?.tag === TAG.integer && seal?.tag === TAG.sequence ? whole.bytes : null;
  });
}

function untagged(found: DerElement | undefined): DerElement | undefined {
  if (found?.tag !== EXPLICIT_0) return found;
  const inner = children(found);
  if (inner.length !== 1) throw new DerError('UNEXPECTED_TAG', 'not one element in a tag');
  return inner[0];
}
