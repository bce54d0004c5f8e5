/** The object identifiers that certificates need, by the names their norms use. */
export const OID = Object.freeze({
  // Attribute types (ITU-T X.520).
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',

  // Signature algorithms (RFC 5758, RFC 4055).
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha256WithRsaEncryption: '1.2.840.113549.1.1.11',

  // Certificate extensions (RFC 5280, 4.2.1).
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',

  // Extended key purposes (RFC 5280, RFC 9336).
  emailProtection: '1.3.6.1.5.5.7.3.4',
  documentSigning: '1.3.6.1.5.5.7.3.36',
});
