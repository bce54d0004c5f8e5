import { DerError, TAG } from '../../trust/der.js';
import { children, type DerElement, readElement, readObjectIdentifier } from '../../trust/der-reader.js';

const SHORT: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.97': 'organizationIdentifier',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/** A Name as people read it, the most particular part first: `CN=..., O=..., C=CN`. */
export function nameText(name: Uint8Array): string {
  return attributesOf(name)
    .map(({ type, value }) => `${SHORT[type] ?? type}=${value}`)
    .reverse()
    .join(', ');
}

/** Whom a certificate is for: its common name, else its organisation, else the whole name. */
export function commonName(name: Uint8Array): string {
  const attributes = attributesOf(name);
  const found = (type: string): string | undefined =>
    attributes.findLast((attribute) => attribute.type === type)?.value;
  return found('2.5.4.3') ?? found('2.5.4.10') ?? nameText(name);
}

function attributesOf(name: Uint8Array): readonly { readonly type: string; readonly value: string }[] {
  try {
    return children(readElement(name)).flatMap((set) =>
      children(set).map((attribute) => {
        const [type, value] = children(attribute);
        return { type: readObjectIdentifier(type), value: textOf(value) };
      }),
    );
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}

const BMP_STRING = 0x1e;

function textOf(value: DerElement | undefined): string {
  if (value === undefined) return '';
  const bytes = Buffer.from(value.content);
  if (value.tag === BMP_STRING)
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  return bytes.toString(value.tag === TAG.utf8String ? 'utf8' : 'latin1');
}
