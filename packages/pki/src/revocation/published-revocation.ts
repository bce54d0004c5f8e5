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

/** Port: what is at an address of somebody else, or is answered there to a request; rejects for anything else. */
export type FetchPublished = (address: string, request?: PublishedRequest) => Promise<Uint8Array>;

interface Options {
  readonly fetch: FetchPublished;
  /** Told why a list or an answer could not be had. */
  readonly onFailure: (detail: string) => void;
}

/** Addresses of each kind that are tried of one certificate. */
const MAX_ADDRESSES = 3;

/**
 * What other authorities publish where their certificates say: an answer of their OCSP responder (RFC 5280, 4.2.2.1),
 * which is small and of this moment, or else their list (4.2.1.13). Only certificates that lead to what the operator
 * trusts are asked about, and what is published counts when its issuer has signed it and it holds now.
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

  /** What is at the address where `check` finds nothing against it; null otherwise, which is told. */
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
  if (statement === null) throw new Error('nothing of that issuer about that certificate');
  if (!isCurrent(statement, now)) throw new Error('what it says does not hold now');
  return statement;
}

/** Where the responder may itself have been revoked, the list is needed anyway, and says all (RFC 6960, 4.2.2.2.1). */
function requireAnswer(found: RevocationStatement | null, now: Date): void {
  const { responder, revocation } = requireCurrent(found, now);
  if (responder !== null && revocation === null) throw new Error('its responder may itself be revoked');
}

/** The HTTP addresses of cRLDistributionPoints. @throws DerError */
function listAddresses(certificate: ParsedCertificate): readonly string[] {
  const extension = certificate.extensions.get(OID.crlDistributionPoints);
  if (extension === undefined) return [];
  return children(expectTag(readElement(extension.value), TAG.sequence)).flatMap((point) => {
    const name = children(point).find(({ tag }) => tag === 0xa0);
    const full = name === undefined ? undefined : children(name).find(({ tag }) => tag === 0xa0);
    return full === undefined ? [] : httpAddresses(children(full));
  });
}

/** The HTTP addresses of OCSP responders in authorityInfoAccess. @throws DerError */
function responderAddresses(certificate: ParsedCertificate): readonly string[] {
  const extension = certificate.extensions.get(OID.authorityInformationAccess);
  if (extension === undefined) return [];
  return children(expectTag(readElement(extension.value), TAG.sequence)).flatMap((access) => {
    const [method, location] = children(expectTag(access, TAG.sequence));
    if (readObjectIdentifier(method) !== OID.accessOcsp || location === undefined) return [];
    return httpAddresses([location]);
  });
}

/** The uniformResourceIdentifiers of GeneralNames that can be fetched by HTTP. */
function httpAddresses(names: readonly DerElement[]): readonly string[] {
  return names
    .filter(({ tag }) => tag === 0x86)
    .map(({ content }) => Buffer.from(content).toString('latin1'))
    .filter((address) => /^https?:\/\//i.test(address) && URL.canParse(address));
}
