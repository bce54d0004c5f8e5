/** URIs that the norms define for the content of a report. */
import { type DigestAlgorithm, digestNamed } from '@cinnabar/pki/certificates/digest-algorithm.js';
import type { Namespaces } from './xml-tree.js';

/** ETSI TS 119 102-2, version 1.2.1, annex C. */
export const NAMESPACES: Namespaces = Object.freeze({
  '': 'http://uri.etsi.org/19102/v1.2.1#',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  xs: 'http://www.w3.org/2001/XMLSchema',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
});

export const PROVEN_BY_VALIDATION = 'urn:etsi:019102:poetype:validation';
export const APPLIED = 'urn:etsi:019102:constraintStatus:applied';

export function mainIndication(name: string): string {
  return `urn:etsi:019102:mainindication:${name}`;
}

export function subIndication(name: string): string {
  return `urn:etsi:019102:subindication:${name}`;
}

export function validationObject(kind: string): string {
  return `urn:etsi:019102:validationObject:${kind}`;
}

/** URI of a constraint or reason that only this verifier defines. */
export function own(kind: 'constraint' | 'reason', name: string): string {
  return `urn:cinnabar:verification:${kind}:${name}`;
}

/** RFC 3061. */
export function objectIdentifierUri(dotted: string): string {
  return `urn:oid:${dotted}`;
}

/** RFC 9231. */
const DIGESTS: Readonly<Partial<Record<DigestAlgorithm, string>>> = Object.freeze({
  md5: 'http://www.w3.org/2001/04/xmldsig-more#md5',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha224: 'http://www.w3.org/2001/04/xmldsig-more#sha224',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
  'sha3-256': 'http://www.w3.org/2007/05/xmldsig-more#sha3-256',
  'sha3-384': 'http://www.w3.org/2007/05/xmldsig-more#sha3-384',
  'sha3-512': 'http://www.w3.org/2007/05/xmldsig-more#sha3-512',
});

/** URI of a digest algorithm given by its object identifier. */
export function digestUri(dotted: string): string {
  const name = digestNamed(dotted);
  return (name === null ? undefined : DIGESTS[name]) ?? objectIdentifierUri(dotted);
}
