import { rootCertificates } from 'node:tls';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { RevocationSource } from '@cinnabar/pki/revocation/revocation-source.js';
import { sharedValidation } from '@cinnabar/server/areas/flows/archive/shared-validation.js';
import { expect, test } from 'vitest';

const NOW = new Date('2026-11-29T00:00:00Z');
const [first, second] = rootCertificates.slice(0, 2).map((pem) => {
  const base64 = pem.replace(/-----[A-Z ]+-----|\s/g, '');
  return parseCertificate(Buffer.from(base64, 'base64'));
});
if (first === undefined || second === undefined) throw new Error('Node.js has no certificates');

test('flows that are archived together read anchors once, and what a source has of a certificate', async () => {
  const asked: (typeof first)[] = [];
  let anchorsRead = 0;
  const found = { revocationLists: [new Uint8Array(1)], ocspResponses: [] };
  const source: RevocationSource = {
    async of(certificate) {
      asked.push(certificate);
      return certificate === first ? found : null;
    },
  };
  const trust = sharedValidation({
    sources: [source],
    async anchors() {
      anchorsRead += 1;
      return [second];
    },
  });
  for (let flow = 0; flow < 3; flow += 1) {
    expect(await trust.anchors()).toEqual([second]);
    expect(await trust.sources[0]?.of(first, second, NOW)).toBe(found);
    expect(await trust.sources[0]?.of(second, second, NOW), 'not there yet').toBeNull();
  }
  expect(anchorsRead).toBe(1);
  expect(asked).toEqual([first, second, second, second]);
});
