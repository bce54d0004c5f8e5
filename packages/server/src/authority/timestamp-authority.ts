import { randomBytes } from 'node:crypto';
import { DerError } from '@cinnabar/pki/asn1/der.js';
import { isWeakDigest } from '@cinnabar/pki/certificates/digest-algorithm.js';
import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { timestampInfo } from '@cinnabar/pki/timestamps/timestamp-info.js';
import {
  type MessageImprint,
  messageImprint,
  readTimestampRequest,
  type TimestampRequest,
} from '@cinnabar/pki/timestamps/timestamp-request.js';
import {
  type Failure,
  grantedResponse,
  rejectedResponse,
} from '@cinnabar/pki/timestamps/timestamp-response.js';
import type { Timestamp, TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import {
  type TokenSigner,
  timestampToken,
  tokenAttributes,
  tokenSigner,
} from '@cinnabar/pki/timestamps/timestamp-token.js';
import { CustodyError } from '../custody/custody-error.js';
import type { ServiceSigners } from './service-signers.js';
import type { Signer } from './signer.js';

/**
 * The policy of the built-in authority: time of the service's clock, accurate to a second, over any digest. The OID is
 * derived from a UUID (ITU-T X.667), which requires no registration; policies such as ETSI's would claim audits that
 * have not taken place.
 */
export const TIMESTAMP_POLICY = '2.25.246053151694008859707635368009291683082';

/**
 * A token with two certificates on P-256 takes about 1.6 kB, with RSA-3072 3.3 kB, depending on the length of names and
 * addresses.
 */
const FIRST_GUESS = Object.freeze({ 'ecdsa-p256-sha256': 1900, 'rsa-sha256': 3600, 'sm2-sm3': 1900 });
/**
 * Variation in size between tokens of one certificate: the two integers of an ECDSA signature and their lengths, in
 * DER.
 */
const VARIATION = 8;
const MAX_NONCE_BITS = 256;

/** The service's own timestamp authority (RFC 3161), for its own signatures and for clients of `/tsa`. */
export class TimestampAuthority implements TimestampSource {
  readonly #signers: Pick<ServiceSigners, 'timestamp'>;
  #latest: { readonly serialNumber: string; readonly token: TokenSigner; readonly name: string } | null =
    null;
  #algorithm: keyof typeof FIRST_GUESS = 'ecdsa-p256-sha256';
  #longest = 0;

  constructor(signers: Pick<ServiceSigners, 'timestamp'>) {
    this.#signers = signers;
  }

  get expectedLength(): number {
    return this.#longest === 0 ? FIRST_GUESS[this.#algorithm] : this.#longest + VARIATION;
  }

  async stamp(digest: Uint8Array, now: Date): Promise<Timestamp> {
    try {
      const stamped = await this.#stamp(messageImprint('sha256', digest), null, true, now);
      this.#longest = Math.max(this.#longest, stamped.token.length);
      return stamped;
    } catch (error) {
      // Covers a key that was just destroyed and a certificate that processes still contend for; neither should prevent
      // signing.
      if (!(error instanceof CustodyError)) throw error;
      throw new TimestampError('UNREACHABLE', error.message, { cause: error });
    }
  }

  /**
   * Answers a TimeStampReq.
   * @returns a TimeStampResp, DER, for any input: a token, or a rejection with its reason
   */
  async answer(bytes: Uint8Array, now: Date): Promise<Uint8Array> {
    let request: TimestampRequest;
    try {
      request = readTimestampRequest(bytes);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      return rejectedResponse('badDataFormat', 'not a time-stamp request of version 1');
    }
    const objection = objectionTo(request);
    if (objection !== null) return rejectedResponse(objection.failure, objection.words);
    const { imprint, nonce, certificateWanted } = request;
    const { token } = await this.#stamp(imprint, nonce, certificateWanted, now);
    return grantedResponse(token);
  }

  async #stamp(
    imprint: MessageImprint,
    nonce: bigint | null,
    withCertificates: boolean,
    now: Date,
  ): Promise<Timestamp> {
    const signer = await this.#signers.timestamp(now);
    const { token: prepared, name } = this.#prepare(signer);
    const serialNumber = newSerialNumber();
    const time = new Date(Math.floor(now.getTime() / 1000) * 1000);
    const info = timestampInfo({
      policy: TIMESTAMP_POLICY,
      imprint,
      serialNumber,
      time,
      nonce,
      authority: prepared.name,
    });
    const attributes = tokenAttributes(prepared, info);
    const signature = await signer.sign(attributes);
    return {
      token: timestampToken(prepared, info, attributes, signature, withCertificates),
      time,
      serialNumber: serialNumber.toString('hex'),
      authority: name,
    };
  }

  #prepare(signer: Signer) {
    if (this.#latest?.serialNumber !== signer.serialNumber) {
      const token = tokenSigner(signer.certificate);
      this.#latest = { serialNumber: signer.serialNumber, token, name: readCommonName(token.name) };
      this.#algorithm = signer.certificate.algorithm;
    }
    return this.#latest;
  }
}

function objectionTo(
  request: TimestampRequest,
): { readonly failure: Failure; readonly words: string } | null {
  const { algorithm } = request.imprint;
  if (algorithm === null) return { failure: 'badAlg', words: 'the digest algorithm is not known here' };
  if (isWeakDigest(algorithm)) return { failure: 'badAlg', words: 'MD5 and SHA-1 are not accepted' };
  if (request.policy !== null && request.policy !== TIMESTAMP_POLICY)
    return { failure: 'unacceptedPolicy', words: `the policy of this authority is ${TIMESTAMP_POLICY}` };
  // RFC 3161, 2.4.1: unrecognised extensions are rejected.
  if (request.hasExtensions) return { failure: 'unacceptedExtension', words: 'extensions are not supported' };
  const { nonce } = request;
  if (nonce !== null && BigInt.asIntN(MAX_NONCE_BITS, nonce) !== nonce)
    return { failure: 'badRequest', words: `the nonce is longer than ${MAX_NONCE_BITS} bits` };
  return null;
}

/**
 * 126 random bits: processes need no shared counter, and a database restored from a backup never repeats a number (RFC
 * 3161, 2.4.2: unique even after a crash).
 */
function newSerialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}
