import { DerError, TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readObjectIdentifier,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import type { ParsedCertificate } from '../certificates/parsed-certificate.js';
import { ocspRequest } from './ocsp-request.js';
import { statementOfAnswer } from './ocsp-response-reader.js';
import { statementOfList } from './revocation-list-reader.js';
import type { RevocationSource } from './revocation-source.js';
import { isCurrent, type RevocationData, type RevocationStatement } from './revocation-statement.js';

export interface PublishedRequest {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Port: fetches a published object, or the response to a request, from an external URL; rejects in any other case. */
export type FetchPublished = (address: string, request?: PublishedRequest) => Promise<Uint8Array>;

interface Options {
  readonly fetch: FetchPublished;
  /** Called with the reason why a CRL or OCSP response could not be obtained. */
  readonly onFailure: (detail: string) => void;
}

/** Maximum number of URLs of each kind that are tried per certificate. */
const MAX_ADDRESSES = 3;

/**
 * Revocation data published by other authorities at the URLs in their certificates: an OCSP response (RFC 5280,
 * 4.2.2.1), which is small and current, otherwise a CRL (4.2.1.13). Only certificates that chain to one of the
 * operator's trust anchors are queried, and data is used only if it is signed by the issuer and currently valid.
 */
export class PublishedRevocation implements RevocationSource {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async of(
    certificate: ParsedCertificate,
    issuer: ParsedCertificate,
    now: Date,
  ): Promise<RevocationData | null> {
    const request = { contentType: 'application/ocsp-request', body: ocspRequest(certificate, issuer) };
    for (const address of this.#addresses(responderAddresses, certificate)) {
      const answer = await this.#take(address, request, (bytes) => {
        requireAnswer(statementOfAnswer(bytes, certificate, issuer), now);
      });
      if (answer !== null) return { revocationLists: [], ocspResponses: [answer] };
    }
    for (const address of this.#addresses(listAddresses, certificate)) {
      const list = await this.#take(address, undefined, (bytes) => {
        requireCurrent(statementOfList(bytes, certificate, issuer), now);
      });
      if (list !== null) return { revocationLists: [list], ocspResponses: [] };
    }
    return null;
  }

  #addresses(
    read: (certificate: ParsedCertificate) => readonly string[],
    certificate: ParsedCertificate,
  ): readonly string[] {
    try {
      return read(certificate).slice(0, MAX_ADDRESSES);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      this.#options.onFailure(`a certificate whose addresses cannot be read: ${error.message}`);
      return [];
    }
  }

  /** The object at the URL if `check` accepts it; otherwise null, and the reason is reported. */
  async #take(
    address: string,
    request: PublishedRequest | undefined,
    check: (bytes: Uint8Array) => void,
  ): Promise<Uint8Array | null> {
    try {
      const bytes = await (request === undefined
        ? this.#options.fetch(address)
        : this.#options.fetch(address, request));
      check(bytes);
      return bytes;
    } catch (error) {
      this.#options.onFailure(`${address}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}

function requireCurrent(statement: RevocationStatement | null, now: Date): RevocationStatement {
  if (statement === null) throw new Error('no statement of that issuer about that certificate');
  if (!isCurrent(statement, now)) throw new Error('it is not in force now');
  return statement;
}

/**
 * If the responder's own certificate may be revoked, the CRL is needed anyway and is sufficient (RFC 6960, 4.2.2.2.1).
 */
function requireAnswer(found: RevocationStatement | null, now: Date): void {
  const { responder, revocation } = requireCurrent(found, now);
  if (responder !== null && revocation === null) throw new Error('its responder may itself be revoked');
}

/** HTTP URLs of cRLDistributionPoints. @throws DerError */
function listAddresses(certificate: ParsedCertificate): readonly string[] {
  const extension = certificate.extensions.get(OID.crlDistributionPoints);
  if (extension === undefined) return [];
  return children(expectTag(readElement(extension.value), TAG.sequence)).flatMap((point) => {
    const name = children(point).find(({ tag }) => tag === 0xa0);
    const full = name === undefined ? undefined : children(name).find(({ tag }) => tag === 0xa0);
    return full === undefined ? [] : httpAddresses(children(full));
  });
}

/** HTTP URLs of OCSP responders in authorityInfoAccess. @throws DerError */
function responderAddresses(certificate: ParsedCertificate): readonly string[] {
  const extension = certificate.extensions.get(OID.authorityInformationAccess);
  if (extension === undefined) return [];
  return children(expectTag(readElement(extension.value), TAG.sequence)).flatMap((access) => {
    const [method, location] = children(expectTag(access, TAG.sequence));
    if (readObjectIdentifier(method) !== OID.accessOcsp || location === undefined) return [];
    return httpAddresses([location]);
  });
}

/** HTTP URLs among GeneralNames. */
function httpAddresses(names: readonly DerElement[]): readonly string[] {
  return names
    .filter(({ tag }) => tag === 0x86)
    .map(({ content }) => Buffer.from(content).toString('latin1'))
    .filter((address) => /^https?:\/\//i.test(address) && URL.canParse(address));
}
