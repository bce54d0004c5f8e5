/** TimeStampReq (RFC 3161, 2.4.1). */
import { boolean, DerError, integer, objectIdentifier, octetString, sequence, TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readInteger,
  readObjectIdentifier,
} from '../asn1/der-reader.js';
import {
  type DigestAlgorithm,
  digestAlgorithmWithNull,
  digestLength,
  readDigestAlgorithm,
} from '../certificates/digest-algorithm.js';

export interface MessageImprint {
  /** null: unknown algorithm. */
  readonly algorithm: DigestAlgorithm | null;
  readonly digest: Uint8Array;
  /** Unmodified DER, because the token repeats it byte for byte. */
  readonly bytes: Uint8Array;
}

export interface TimestampRequest {
  readonly imprint: MessageImprint;
  /** Requested policy, dotted; null: any. */
  readonly policy: string | null;
  readonly nonce: bigint | null;
  /** Whether the token must include the authority's certificate (certReq, RFC 3161, 2.4.1). */
  readonly certificateWanted: boolean;
  readonly hasExtensions: boolean;
}

export function messageImprint(algorithm: DigestAlgorithm, digest: Uint8Array): MessageImprint {
  const bytes = sequence(digestAlgorithmWithNull(algorithm), octetString(digest));
  return { algorithm, digest, bytes };
}

/** Creates a request for a token that includes the authority's certificate. */
export function timestampRequest(imprint: MessageImprint, nonce: bigint, policy: string | null): Uint8Array {
  return sequence(
    integer(1),
    imprint.bytes,
    ...(policy === null ? [] : [objectIdentifier(policy)]),
    integer(nonce),
    boolean(true),
  );
}

/** @throws DerError if it is not a request of version 1 */
export function readTimestampRequest(bytes: Uint8Array): TimestampRequest {
  const [version, imprint, ...rest] = children(expectTag(readElement(bytes), TAG.sequence));
  if (readInteger(version) !== 1n) throw new DerError('OUT_OF_RANGE', 'a request of another version');
  const take = (tag: number): DerElement | undefined => (rest[0]?.tag === tag ? rest.shift() : undefined);
  const policy = take(TAG.objectIdentifier);
  const nonce = take(TAG.integer);
  const certificateWanted = take(TAG.boolean);
  const extensions = take(0xa0);
  if (rest.length > 0) throw new DerError('UNEXPECTED_TAG', 'unexpected elements in the request');
  return {
    imprint: readMessageImprint(imprint),
    policy: policy === undefined ? null : readObjectIdentifier(policy),
    nonce: nonce === undefined ? null : readInteger(nonce),
    certificateWanted: certificateWanted !== undefined && certificateWanted.content[0] !== 0,
    hasExtensions: extensions !== undefined,
  };
}

/** @throws DerError, also if the length of the digest does not match its algorithm */
export function readMessageImprint(element: DerElement | undefined): MessageImprint {
  const whole = expectTag(element, TAG.sequence);
  const [identifier, hashed] = children(whole);
  const algorithm = readDigestAlgorithm(identifier);
  const digest = expectTag(hashed, TAG.octetString).content;
  if (algorithm !== null && digest.length !== digestLength(algorithm))
    throw new DerError('OUT_OF_RANGE', `a digest of ${digest.length} bytes`);
  return { algorithm, digest, bytes: whole.bytes };
}
