/** Keys as their owners give them: PEM, or the bare base64 that Alipay's key tool shows. */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** @returns null if it is no RSA key */
export function privateKeyOf(given: string): KeyObject | null {
  for (const pem of asPem(given, ['PRIVATE KEY', 'RSA PRIVATE KEY'])) {
    try {
      const key = createPrivateKey(pem);
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // The next label may fit.
    }
  }
  return null;
}

/** @returns null if it is no RSA key */
export function publicKeyOf(given: string): KeyObject | null {
  for (const pem of asPem(given, ['PUBLIC KEY'])) {
    try {
      const key = createPublicKey(pem);
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // Reported as null.
    }
  }
  return null;
}

export function certificateOf(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function asPem(given: string, labels: readonly string[]): readonly string[] {
  const text = given.trim();
  if (text.startsWith('-----BEGIN')) return [text];
  const body = text.replace(/\s+/g, '');
  if (body === '' || !/^[A-Za-z0-9+/]+=*$/.test(body)) return [];
  return labels.map((label) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`);
}
