import { DerError, TAG } from '../../trust/der.js';
import { children, expectTag } from '../../trust/der-reader.js';
import { type Certificate, certificateOrNull } from './certificate-reader.js';
import type { RevisionView } from './revision-view.js';
import type { RevocationData } from './revocation.js';
import { ATTRIBUTE, type SignerInfo } from './signed-data.js';

export interface ValidationData extends RevocationData {
  readonly certificates: readonly Certificate[];
}

export const NO_DATA: ValidationData = Object.freeze({ certificates: [], lists: [], answers: [] });

const MOST_ITEMS = 500;

/** The document security store of a revision (ISO 32000-2 12.8.4.3); /VRI only repeats what its arrays hold. */
export function validationDataOf(view: RevisionView): ValidationData {
  const store = view.dictionary(view.catalog.get('DSS'));
  if (store === null) return NO_DATA;
  const streams = (key: string): readonly Uint8Array[] =>
    (view.array(store.get(key)) ?? [])
      .slice(0, MOST_ITEMS)
      .map((item) => view.decoded(item))
      .filter((data) => data !== null);
  return {
    certificates: streams('Certs')
      .map(certificateOrNull)
      .filter((certificate) => certificate !== null),
    lists: streams('CRLs'),
    answers: streams('OCSPs'),
  };
}

/** RevocationInfoArchival (ISO 32000-2 12.8.3.3.2), a signed attribute from before there were security stores. */
export function archivedRevocation(signer: SignerInfo): RevocationData {
  const lists: Uint8Array[] = [];
  const answers: Uint8Array[] = [];
  try {
    for (const value of signer.attributes.get(ATTRIBUTE.adobeRevocation) ?? []) {
      for (const part of children(expectTag(value, TAG.sequence))) {
        const items = children(expectTag(children(part)[0], TAG.sequence)).map(({ bytes }) => bytes);
        if (part.tag === 0xa0) lists.push(...items);
        if (part.tag === 0xa1) answers.push(...items);
      }
    }
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
  }
  return { lists, answers };
}
