import { createHash } from 'node:crypto';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { RevocationSource } from '@cinnabar/pki/revocation/revocation-source.js';
import type { RevocationData } from '@cinnabar/pki/revocation/revocation-statement.js';
import type { ValidationTrust } from '@cinnabar/pki/revocation/validation-data.js';

/**
 * Trust anchors and revocation data that are read once for flows that are archived together: most of their certificates
 * have the same issuers. What a source does not have, it is asked for again by the next flow.
 */
export function sharedValidation({ anchors, sources }: ValidationTrust): ValidationTrust {
  let known: readonly ParsedCertificate[] | undefined;
  return {
    async anchors() {
      known ??= await anchors();
      return known;
    },
    sources: sources.map(sharing),
  };
}

function sharing(source: RevocationSource): RevocationSource {
  const known = new Map<string, RevocationData>();
  return {
    async of(certificate, issuer, now) {
      const key = [certificate, issuer].map(({ bytes }) => digestOf(bytes)).join(' ');
      const before = known.get(key);
      if (before !== undefined) return before;
      const found = await source.of(certificate, issuer, now);
      if (found !== null) known.set(key, found);
      return found;
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
