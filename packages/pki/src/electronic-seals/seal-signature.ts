/**
 * Signatures with an electronic seal, SES_Signature of version 4 (GB/T 38540-2020, 7): the digest of what is sealed, the
 * whole seal, and the signature of one who may use it.
 */
import {
  bitString,
  DerError,
  explicit,
  generalizedTime,
  ia5String,
  integer,
  objectIdentifier,
  octetString,
  sequence,
} from '../asn1/der.js';
import { readElement } from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { extensionDatas, SEAL_VERSION, type SealExtension, type SealSigner } from './electronic-seal.js';

/** TBS_Sign without its constant. */
export interface SealingContent {
  /** SESeal, DER. */
  readonly seal: Uint8Array;
  /** The time of sealing as the signer states it. */
  readonly time: Date;
  /** SM3 of what is sealed. */
  readonly dataHash: Uint8Array;
  /** What is sealed, in words of the one who seals; ASCII. */
  readonly property: string;
  readonly extensions: readonly SealExtension[];
}

/** Length of an SM3 digest. */
export const DATA_HASH_LENGTH = 32;
/** The longest SM2 value: two numbers of 33 octets with their headers. */
const LONGEST_SM2_VALUE = 72;

/**
 * TBS_Sign, DER: what is signed when sealing.
 * @throws DerError
 */
function toBeSignedSealing(content: SealingContent): Uint8Array {
  const { seal, dataHash } = content;
  if (dataHash.length !== DATA_HASH_LENGTH) throw new DerError('OUT_OF_RANGE', 'no SM3 digest');
  return sequence(
    integer(SEAL_VERSION),
    readElement(seal).bytes,
    generalizedTime(content.time),
    bitString(dataHash),
    ia5String(content.property),
    // Implementations differ in whether the optional fields have a tag. The one of the standard's later readers is
    // written, both are read.
    ...extensionDatas(content.extensions).map((each) => explicit(0, each)),
  );
}

/**
 * Seals: SES_Signature, DER.
 * @param timestamp returns a timestamp token over the signature value, or null if none is available
 * @throws DerError
 * @example
 * ```ts
 * import { makeSealSignature, type SealSigner } from '@cinnabar/pki';
 *
 * const sealed = (seal: Uint8Array, dataHash: Uint8Array, signer: SealSigner, time: Date): Promise<Uint8Array> =>
 *   makeSealSignature({ seal, dataHash, time, property: 'a contract', extensions: [] }, signer);
 * ```
 */
export async function makeSealSignature(
  content: SealingContent,
  signer: SealSigner,
  timestamp: (value: Uint8Array) => Promise<Uint8Array | null> = async () => null,
): Promise<Uint8Array> {
  const toBeSigned = toBeSignedSealing(content);
  const value = await signer.sign(toBeSigned);
  const token = await timestamp(value);
  return sequence(
    toBeSigned,
    octetString(signer.certificate),
    objectIdentifier(OID.sm2WithSm3),
    bitString(value),
    ...(token === null ? [] : [explicit(0, bitString(token))]),
  );
}

/** An upper limit of the length of a signature with that content and certificate, for what is reserved before it. */
export function sealSignatureLength(
  content: SealingContent,
  certificate: Uint8Array,
  timestampLength = 0,
): number {
  const parts = [
    toBeSignedSealing(content),
    octetString(certificate),
    objectIdentifier(OID.sm2WithSm3),
    bitString(new Uint8Array(LONGEST_SM2_VALUE)),
  ];
  if (timestampLength > 0) parts.push(explicit(0, bitString(new Uint8Array(timestampLength))));
  return sequence(...parts).length;
}
