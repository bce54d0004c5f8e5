import { children, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { ocspRequest } from '@cinnabar/pki/revocation/ocsp-request.js';
import type { RevocationSource } from '@cinnabar/pki/revocation/revocation-source.js';
import type { RevocationData } from '@cinnabar/pki/revocation/revocation-statement.js';
import type { AuthorityCertificates } from './authority-certificates.js';
import type { OcspResponder } from './ocsp-responder.js';
import type { RevocationLists } from './revocation.js';

interface Options {
  readonly authority: AuthorityCertificates;
  readonly lists: RevocationLists;
  readonly responder: OcspResponder;
}

/** Revocation data of the built-in authority for its own certificates, without network access. */
export class OwnRevocation implements RevocationSource {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async of(
    certificate: ParsedCertificate,
    issuer: ParsedCertificate,
    now: Date,
  ): Promise<RevocationData | null> {
    const { authority, lists, responder } = this.#options;
    for (const purpose of ['issuing', 'root'] as const) {
      const own = (await authority.all(purpose)).find(
        (each) => Buffer.compare(each.certificate, issuer.bytes) === 0,
      );
      if (own === undefined) continue;
      const list = await lists.current(purpose, own.generation, now);
      const answer =
        purpose === 'issuing' ? await responder.answer(ocspRequest(certificate, issuer), now) : null;
      const ocspResponses = answer !== null && isSuccessful(answer) ? [answer] : [];
      if (list === null && ocspResponses.length === 0) return null;
      return { revocationLists: list === null ? [] : [list.crl], ocspResponses };
    }
    return null;
  }
}

/** responseStatus 0 (RFC 6960, 4.2.1). */
function isSuccessful(response: Uint8Array): boolean {
  const [status] = children(readElement(response));
  return status?.content.length === 1 && status.content[0] === 0;
}
