/** Strict readers for the fields of seals, beyond what any DER structure needs. */
import { DerError, generalizedTime, integer, objectIdentifier, TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readInteger,
  readObjectIdentifier,
  readTime,
} from '../asn1/der-reader.js';
import { sameBytes } from '../asn1/same-bytes.js';
import { bitsOf } from '../certificates/parsed-certificate.js';
import { SEAL_LIMITS, SEAL_VERSION, type SealExtension } from './electronic-seal.js';

/** Thrown for a seal or a signature with one of another version than 4. */
export class SealVersionError extends DerError {
  constructor(readonly version: bigint) {
    super('OUT_OF_RANGE', `electronic seals of version ${version} are not supported`);
    this.name = 'SealVersionError';
  }
}

/** A SEQUENCE with as many fields. @throws DerError */
export function fieldsOf(
  found: DerElement | undefined,
  atLeast: number,
  atMost = atLeast,
): readonly DerElement[] {
  const fields = children(expectTag(found, TAG.sequence));
  if (fields.length < atLeast) throw new DerError('TRUNCATED', `${fields.length} fields of ${atLeast}`);
  if (fields.length > atMost)
    throw new DerError('TRAILING_BYTES', `${fields.length} fields instead of ${atMost}`);
  return fields;
}

/** @throws SealVersionError if it is not 4 */
export function requireVersion(found: DerElement | undefined): void {
  const version = minimalInteger(found);
  if (version !== BigInt(SEAL_VERSION)) throw new SealVersionError(version);
}

/** An INTEGER from 0 to `most`. @throws DerError */
export function smallInteger(found: DerElement | undefined, most: number): number {
  const value = minimalInteger(found);
  if (value < 0n || value > BigInt(most)) throw new DerError('OUT_OF_RANGE', `${value} of at most ${most}`);
  return Number(value);
}

function minimalInteger(found: DerElement | undefined): bigint {
  const element = expectTag(found, TAG.integer);
  if (element.content.length > 8) throw new DerError('OUT_OF_RANGE', 'a number of more than eight octets');
  const value = readInteger(element);
  if (!sameBytes(integer(value), element.bytes)) throw new DerError('NOT_DER', 'padded integer');
  return value;
}

/** Printable ASCII of an IA5String or PrintableString. @throws DerError */
export function asciiText(found: DerElement | undefined, tag: number): string {
  const text = Buffer.from(expectTag(found, tag).content).toString('latin1');
  const letters = tag === TAG.printableString ? /^[A-Za-z0-9 '()+,\-./:=?]*$/ : /^[\x20-\x7e]*$/;
  if (text.length > SEAL_LIMITS.text) throw new DerError('OUT_OF_RANGE', 'text too long');
  if (!letters.test(text)) throw new DerError('NOT_DER', 'characters that the type does not have');
  return text;
}

/** A UTF8String of at least one character. @throws DerError */
export function utf8Text(found: DerElement | undefined): string {
  const { content } = expectTag(found, TAG.utf8String);
  const text = Buffer.from(content).toString('utf8');
  if (text === '' || text.length > SEAL_LIMITS.text)
    throw new DerError('OUT_OF_RANGE', 'no text, or too long');
  if (!sameBytes(Buffer.from(text, 'utf8'), content)) throw new DerError('NOT_DER', 'not UTF-8');
  return text;
}

/** A GeneralizedTime in UTC with whole seconds, of a day that exists. @throws DerError */
export function timeOf(found: DerElement | undefined): Date {
  const element = expectTag(found, TAG.generalizedTime);
  const time = readTime(element);
  if (!sameBytes(generalizedTime(time), element.bytes)) throw new DerError('OUT_OF_RANGE', 'no such day');
  return time;
}

/** An OBJECT IDENTIFIER in its one encoding. @throws DerError */
export function identifierOf(found: DerElement | undefined): string {
  const id = readObjectIdentifier(found);
  if (!sameBytes(objectIdentifier(id), found?.bytes ?? Buffer.of()))
    throw new DerError('NOT_DER', 'unusual object identifier');
  return id;
}

/** An OCTET STRING that is not empty. @throws DerError */
export function octetsOf(found: DerElement | undefined, most: number = SEAL_LIMITS.bytes): Uint8Array {
  const { content } = expectTag(found, TAG.octetString);
  if (content.length === 0 || content.length > most)
    throw new DerError('OUT_OF_RANGE', `${content.length} octets of at most ${most}`);
  return content;
}

/** A BIT STRING of whole octets that is not empty. @throws DerError */
export function bitsWithin(found: DerElement | undefined, most: number): Uint8Array {
  const bits = bitsOf(found);
  if (bits.length === 0 || bits.length > most)
    throw new DerError('OUT_OF_RANGE', `${bits.length} octets of at most ${most}`);
  return bits;
}

/** ExtensionDatas; empty without the field. Each may occur once. @throws DerError */
export function extensionsOf(found: DerElement | undefined): readonly SealExtension[] {
  if (found === undefined) return [];
  const extensions = fieldsOf(found, 1, SEAL_LIMITS.extensions).map((each): SealExtension => {
    const fields = fieldsOf(each, 2, 3);
    const [id, second, third] = fields;
    if (fields.length === 3 && !sameBytes(expectTag(second, TAG.boolean).content, Buffer.of(0xff)))
      throw new DerError('NOT_DER', 'a default that is encoded');
    const value = expectTag(fields.length === 3 ? third : second, TAG.octetString).content;
    return { id: identifierOf(id), critical: fields.length === 3, value };
  });
  if (new Set(extensions.map(({ id }) => id)).size < extensions.length)
    throw new DerError('OUT_OF_RANGE', 'an extension twice');
  return extensions;
}
