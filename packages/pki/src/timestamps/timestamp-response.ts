/** TimeStampResp (RFC 3161, 2.4.2). */
import { integer, namedBits, sequence, TAG, utf8String } from '../asn1/der.js';
import { children, expectTag, readElement, readInteger } from '../asn1/der-reader.js';
import { namedBitsOf } from '../certificates/parsed-certificate.js';

/** PKIFailureInfo: bit by name. */
export const FAILURE = Object.freeze({
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  systemFailure: 25,
});

export type Failure = keyof typeof FAILURE;

const GRANTED = 0n;
const GRANTED_WITH_MODS = 1n;
const REJECTION = 2;

export type TimestampResponse =
  | { readonly token: Uint8Array }
  /** Status text of the authority, and the names of its failure bits. */
  | {
      readonly token: null;
      readonly status: number;
      readonly words: string;
      readonly failures: readonly string[];
    };

export function grantedResponse(token: Uint8Array): Uint8Array {
  return sequence(sequence(integer(Number(GRANTED))), token);
}

export function rejectedResponse(failure: Failure, words: string): Uint8Array {
  return sequence(sequence(integer(REJECTION), sequence(utf8String(words)), namedBits(FAILURE[failure])));
}

/** @throws DerError */
export function readTimestampResponse(bytes: Uint8Array): TimestampResponse {
  const [info, token] = children(expectTag(readElement(bytes), TAG.sequence));
  const [status, ...rest] = children(expectTag(info, TAG.sequence));
  const code = readInteger(status);
  if (code === GRANTED || code === GRANTED_WITH_MODS) {
    return { token: expectTag(token, TAG.sequence).bytes };
  }
  const texts = rest.find(({ tag }) => tag === TAG.sequence);
  const bits = rest.find(({ tag }) => tag === TAG.bitString);
  const words = (texts === undefined ? [] : children(texts)).map(({ content }) =>
    Buffer.from(content).toString('utf8'),
  );
  return {
    token: null,
    status: Number(code),
    words: words.join(' ').slice(0, 500),
    failures: bits === undefined ? [] : failuresIn(namedBitsOf(bits)),
  };
}

function failuresIn(bits: Uint8Array): readonly string[] {
  return Object.entries(FAILURE)
    .filter(([, bit]) => ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0)
    .map(([name]) => name);
}
