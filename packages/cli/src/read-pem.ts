/** All certificates of a PEM file (RFC 7468) in DER; other blocks and text between them are skipped. */
export function certificatesOfPem(text: string): readonly Uint8Array[] {
  const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  return [...blocks].map(([, body = '']) => new Uint8Array(Buffer.from(body, 'base64')));
}
