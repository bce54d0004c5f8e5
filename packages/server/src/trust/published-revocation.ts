import { DerError, TAG } from './der.js';
import { children, expectTag, readElement } from './der-reader.js';
import { OID } from './object-identifiers.js';
import type { ParsedCertificate } from './parsed-certificate.js';
import { statementOfList } from './revocation-list-reader.js';
import type { RevocationSource } from './revocation-source.js';
import { isCurrent, type RevocationData } from './revocation-statement.js';

interface Options {
  /** ms for one list. */
  readonly deadlineMs: number;
  /** Told why a list could not be had. */
  readonly onFailure: (detail: string) => void;
}

/** Lists of large authorities have some megabytes. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Addresses that are tried of one certificate. */
const MOST_ADDRESSES = 3;

/**
 * The lists that other authorities publish where their certificates say (RFC 5280, 4.2.1.13). Only certificates that
 * lead to what the operator trusts are asked about, and a list counts when its issuer has signed it.
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
    for (const address of listAddresses(certificate).slice(0, MOST_ADDRESSES)) {
      const list = await this.#fetch(address);
      if (list !== null && this.#isGood(list, address, certificate, issuer, now))
        return { revocationLists: [list], ocspResponses: [] };
    }
    return null;
  }

  #isGood(
    list: Uint8Array,
    address: string,
    certificate: ParsedCertificate,
    issuer: ParsedCertificate,
    now: Date,
  ): boolean {
    try {
      const statement = statementOfList(list, certificate, issuer);
      if (statement !== null && isCurrent(statement, now)) return true;
      this.#options.onFailure(`${address} has no list of that issuer that holds now`);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      this.#options.onFailure(`${address} has no revocation list: ${error.message}`);
    }
    return false;
  }

  async #fetch(address: string): Promise<Uint8Array | null> {
    try {
      const signal = AbortSignal.timeout(this.#options.deadlineMs);
      const response = await fetch(address, { redirect: 'error', signal });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new Error(`status ${response.status}`);
      }
      const parts: Uint8Array[] = [];
      let length = 0;
      for await (const part of response.body ?? []) {
        length += part.length;
        if (length > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`);
        parts.push(part);
      }
      return Buffer.concat(parts);
    } catch (error) {
      this.#options.onFailure(`${address}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}

/** The HTTP addresses of cRLDistributionPoints. @throws DerError */
export function listAddresses(certificate: ParsedCertificate): readonly string[] {
  const extension = certificate.extensions.get(OID.crlDistributionPoints);
  if (extension === undefined) return [];
  return children(expectTag(readElement(extension.value), TAG.sequence)).flatMap((point) => {
    const name = children(point).find(({ tag }) => tag === 0xa0);
    const full = name === undefined ? undefined : children(name).find(({ tag }) => tag === 0xa0);
    return (full === undefined ? [] : children(full))
      .filter(({ tag }) => tag === 0x86)
      .map(({ content }) => Buffer.from(content).toString('latin1'))
      .filter((address) => /^https?:\/\//i.test(address));
  });
}
