import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { nameAttributes, readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';

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

/** A Name in readable form, most specific attribute first: `CN=..., O=..., C=CN`. */
export function nameText(name: Uint8Array): string {
  return nameAttributes(name)
    .map(({ type, value }) => `${SHORT[type] ?? type}=${value}`)
    .reverse()
    .join(', ');
}

/** The holder of a certificate: its common name, otherwise its organisation, otherwise the whole name. */
export function commonName(name: Uint8Array): string {
  const organization = nameAttributes(name).findLast(({ type }) => type === OID.organizationName)?.value;
  return readCommonName(name) || (organization ?? nameText(name));
}
