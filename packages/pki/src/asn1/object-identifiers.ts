/** Object identifiers of certificates, signed data, timestamps and revocation, named as in their standards. */
export const OID = Object.freeze({
  // Attribute types (ITU-T X.520).
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',

  // Keys and signature algorithms (RFC 5480, RFC 5758, RFC 4055, RFC 8410).
  ecPublicKey: '1.2.840.10045.2.1',
  ecdsaWithSha1: '1.2.840.10045.4.1',
  ecdsaWithSha224: '1.2.840.10045.4.3.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  rsaEncryption: '1.2.840.113549.1.1.1',
  md5WithRsaEncryption: '1.2.840.113549.1.1.4',
  sha1WithRsaEncryption: '1.2.840.113549.1.1.5',
  mgf1: '1.2.840.113549.1.1.8',
  rsassaPss: '1.2.840.113549.1.1.10',
  sha256WithRsaEncryption: '1.2.840.113549.1.1.11',
  sha384WithRsaEncryption: '1.2.840.113549.1.1.12',
  sha512WithRsaEncryption: '1.2.840.113549.1.1.13',
  sha224WithRsaEncryption: '1.2.840.113549.1.1.14',
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',

  // SM2 (GM/T 0006): the curve, signing with it where the digest is named beside, and signing over SM3.
  sm2: '1.2.156.10197.1.301',
  sm2Signing: '1.2.156.10197.1.301.1',
  sm2WithSm3: '1.2.156.10197.1.501',

  // Digest algorithms (RFC 5754; FIPS 202 for SHA-3; GM/T 0006 for SM3).
  md5: '1.2.840.113549.2.5',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha3With256: '2.16.840.1.101.3.4.2.8',
  sha3With384: '2.16.840.1.101.3.4.2.9',
  sha3With512: '2.16.840.1.101.3.4.2.10',
  sm3: '1.2.156.10197.1.401',

  // Certificate extensions (RFC 5280, 4.2.1).
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  subjectAltName: '2.5.29.17',
  issuerAltName: '2.5.29.18',
  crlNumber: '2.5.29.20',
  crlReason: '2.5.29.21',
  issuingDistributionPoint: '2.5.29.28',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  anyPolicy: '2.5.29.32.0',
  policyMappings: '2.5.29.33',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
  expiredCertsOnCrl: '2.5.29.60',
  authorityInformationAccess: '1.3.6.1.5.5.7.1.1',
  qualifiedStatements: '1.3.6.1.5.5.7.1.3',
  accessOcsp: '1.3.6.1.5.5.7.48.1',
  accessCaIssuers: '1.3.6.1.5.5.7.48.2',

  // Attributes of certification requests (RFC 2985).
  extensionRequest: '1.2.840.113549.1.9.14',

  // Extended key purposes (RFC 5280, RFC 9336).
  emailProtection: '1.3.6.1.5.5.7.3.4',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  anyExtendedKeyUsage: '2.5.29.37.0',

  // Signed data (RFC 5652, RFC 5035) and timestamps (RFC 3161).
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  /** Content types of signed data with SM2 (GM/T 0010, GB/T 35275). */
  gmData: '1.2.156.10197.6.1.4.2.1',
  gmSignedData: '1.2.156.10197.6.1.4.2.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** RevocationInfoArchival (ISO 32000-2, 12.8.3.3.2). */
  adobeRevocation: '1.2.840.113583.1.1.8',

  // OCSP (RFC 6960).
  ocspBasic: '1.3.6.1.5.5.7.48.1.1',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
  ocspArchiveCutoff: '1.3.6.1.5.5.7.48.1.6',
});
