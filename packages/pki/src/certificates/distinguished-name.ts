import { DerError, objectIdentifier, printableString, sequence, set, TAG, utf8String } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readObjectIdentifier,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';

export interface DistinguishedName {
  /** ISO 3166-1, two letters. */
  readonly country?: string;
  readonly organization?: string;
  /** With the prefix of its register, as ETSI EN 319 412-1 clause 5.1.4 writes it: `NTRCN-91310000...`. */
  readonly organizationIdentifier?: string;
  /** Tells holders of the same name apart; printable ASCII. */
  readonly serialNumber?: string;
  readonly commonName: string;
}

/**
 * The DER of a Name (RFC 5280, 4.1.2.4), one attribute in each RelativeDistinguishedName, country first. Text is
 * UTF8String, so that Chinese names arrive as they are written. RFC 5280 bounds names at 64 characters; longer ones are
 * kept whole, because a truncated name would certify another person, and no verifier enforces the bound.
 * @throws UnusableName for an empty name, control characters or unpaired surrogates
 */
export function distinguishedName(name: DistinguishedName): Uint8Array {
  return sequence(
    ...attribute(OID.countryName, name.country, printableString),
    ...attribute(OID.organizationName, name.organization, utf8String),
    ...attribute(OID.organizationIdentifier, name.organizationIdentifier, utf8String),
    ...attribute(OID.serialNumber, name.serialNumber, printableString),
    ...attribute(OID.commonName, name.commonName, utf8String),
  );
}

/** One attribute of a Name. */
export interface NameAttribute {
  /** The object identifier. */
  readonly type: string;
  readonly value: string;
}

/** The attributes of a Name in their order; none where it cannot be read. */
export function nameAttributes(name: Uint8Array): readonly NameAttribute[] {
  try {
    return children(expectTag(readElement(name), TAG.sequence)).flatMap((relative) =>
      children(expectTag(relative, TAG.set)).map((each) => {
        const [type, value] = children(expectTag(each, TAG.sequence));
        return { type: readObjectIdentifier(type), value: value === undefined ? '' : textOf(value) };
      }),
    );
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}

/** The last common name in a Name, for people; '' where there is none. */
export function readCommonName(name: Uint8Array): string {
  return nameAttributes(name).findLast(({ type }) => type === OID.commonName)?.value ?? '';
}

/** A name that a certificate cannot carry. */
export class UnusableName extends Error {
  override readonly name = 'UnusableName';
  readonly reason = 'NAME_UNUSABLE';

  constructor(detail: string) {
    super(`NAME_UNUSABLE: ${detail}`);
  }
}

/**
 * Reads a DirectoryString. Text that is neither UTF-8 nor UTF-16 is read as Latin-1, which authorities use in
 * TeletexString.
 */
function textOf({ tag, content }: DerElement): string {
  const bytes = Buffer.from(content);
  if (tag === TAG.bmpString) {
    const whole = bytes.subarray(0, bytes.length & ~1);
    return whole.swap16().toString('utf16le');
  }
  return bytes.toString(tag === TAG.utf8String ? 'utf8' : 'latin1');
}

function attribute(
  type: string,
  value: string | undefined,
  encode: (text: string) => Uint8Array,
): readonly Uint8Array[] {
  if (value === undefined) return [];
  const text = value.normalize('NFC').trim();
  if (text === '' || /[\p{Cc}\p{Cs}]/u.test(text)) {
    throw new UnusableName('a name is empty or holds characters that cannot be printed');
  }
  return [set(sequence(objectIdentifier(type), encode(text)))];
}
