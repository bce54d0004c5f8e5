import { DerError, TAG } from '@cinnabar/pki/asn1/der.js';
import { children, expectTag } from '@cinnabar/pki/asn1/der-reader.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { certificateOrNull, type ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { SignerInfo } from '@cinnabar/pki/cms/signed-data.js';
import type { RevocationData } from '@cinnabar/pki/revocation/revocation-statement.js';
import type { RevisionView } from './revision-view.js';

export interface ValidationData extends RevocationData {
  readonly certificates: readonly ParsedCertificate[];
}

export const NO_DATA: ValidationData = Object.freeze({
  certificates: [],
  revocationLists: [],
  ocspResponses: [],
});

const MAX_ITEMS = 500;

/**
 * The document security store of a revision (ISO 32000-2, 12.8.4.3). /VRI is not read, because its content is also in
 * the arrays of the store.
 */
export function validationDataOf(view: RevisionView): ValidationData {
  const store = view.dictionary(view.catalog.get('DSS'));
  if (store === null) return NO_DATA;
  const streams = (key: string): readonly Uint8Array[] => {
    const items = view.array(store.get(key)) ?? [];
    // A CRL beyond the limit may be the one that contains a revoked certificate.
    if (items.length > MAX_ITEMS) view.budget.reached('VALIDATION_DATA');
    return items
      .slice(0, MAX_ITEMS)
      .map((item) => view.decoded(item))
      .filter((data) => data !== null);
  };
  return {
    certificates: streams('Certs')
      .map(certificateOrNull)
      .filter((certificate) => certificate !== null),
    revocationLists: streams('CRLs'),
    ocspResponses: streams('OCSPs'),
  };
}

/** RevocationInfoArchival (ISO 32000-2, 12.8.3.3.2), a signed attribute that predates document security stores. */
export function archivedRevocation(signer: SignerInfo): RevocationData {
  const revocationLists: Uint8Array[] = [];
  const ocspResponses: Uint8Array[] = [];
  try {
    for (const value of signer.attributes.get(OID.adobeRevocation) ?? []) {
      for (const part of children(expectTag(value, TAG.sequence))) {
        const items = children(expectTag(children(part)[0], TAG.sequence)).map(({ bytes }) => bytes);
        if (part.tag === 0xa0) revocationLists.push(...items);
        if (part.tag === 0xa1) ocspResponses.push(...items);
      }
    }
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
  }
  return { revocationLists, ocspResponses };
}
