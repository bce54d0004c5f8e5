/** Name constraints (RFC 5280, 4.2.1.10), which limit the names that an authority may certify. */
import { TAG } from '../asn1/der.js';
import { children, type DerElement, expectTag, readElement } from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { type NameAttribute, nameAttributes } from './distinguished-name.js';
import type { ParsedCertificate } from './parsed-certificate.js';

/** Tags of GeneralName. */
const EMAIL = 0x81;
const HOST = 0x82;
const DIRECTORY = 0xa4;
const ADDRESS_IN_NAME = '1.2.840.113549.1.9.1';

interface GeneralName {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Whether an authority's name constraints permit all names of a certificate. @throws DerError */
export function mayName(authority: ParsedCertificate, certificate: ParsedCertificate): boolean {
  const extension = authority.extensions.get(OID.nameConstraints);
  if (extension === undefined) return true;
  const parts = children(expectTag(readElement(extension.value), TAG.sequence));
  const subtrees = (tag: number): readonly GeneralName[] =>
    parts.filter((part) => part.tag === tag).flatMap(basesOf);
  const [permitted, excluded] = [subtrees(0xa0), subtrees(0xa1)];
  return namesOf(certificate).every((name) => {
    const may = permitted.filter(({ tag }) => tag === name.tag);
    const mayNot = excluded.filter(({ tag }) => tag === name.tag);
    if (may.length === 0 && mayNot.length === 0) return true;
    // For other kinds of names, containment cannot be decided.
    if (name.tag !== EMAIL && name.tag !== HOST && name.tag !== DIRECTORY) return false;
    return (
      (may.length === 0 || may.some((base) => isIn(name, base))) && !mayNot.some((base) => isIn(name, base))
    );
  });
}

function basesOf(subtrees: DerElement): readonly GeneralName[] {
  return children(subtrees).flatMap((subtree) => children(expectTag(subtree, TAG.sequence)).slice(0, 1));
}

function namesOf({ subject, extensions }: ParsedCertificate): readonly GeneralName[] {
  const alternatives = extensions.get(OID.subjectAltName);
  const other =
    alternatives === undefined ? [] : children(expectTag(readElement(alternatives.value), TAG.sequence));
  const attributes = nameAttributes(subject);
  const addresses = attributes
    .filter(({ type }) => type === ADDRESS_IN_NAME)
    .map(({ value }) => ({ tag: EMAIL, content: Buffer.from(value, 'latin1') }));
  const own = attributes.length === 0 ? [] : [{ tag: DIRECTORY, content: subject }];
  return [...own, ...other, ...addresses];
}

function isIn(name: GeneralName, base: GeneralName): boolean {
  if (name.tag === DIRECTORY) return isBelow(nameAttributes(name.content), nameAttributes(base.content));
  const text = textOf(name);
  const wanted = textOf(base);
  if (name.tag === HOST) return wanted === '' || text === wanted || text.endsWith(`.${wanted}`);
  if (wanted.includes('@')) return text === wanted;
  const host = text.slice(text.lastIndexOf('@') + 1);
  return wanted.startsWith('.') ? host.endsWith(wanted) : host === wanted;
}

/**
 * Whether a name begins with the attributes of the base, compared without regard to case and spacing (RFC 5280, 7.1).
 */
function isBelow(name: readonly NameAttribute[], base: readonly NameAttribute[]): boolean {
  return base.every(({ type, value }, index) => {
    const found = name[index];
    return found?.type === type && folded(found.value) === folded(value);
  });
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

function textOf({ content }: GeneralName): string {
  return Buffer.from(content).toString('latin1').toLowerCase();
}
