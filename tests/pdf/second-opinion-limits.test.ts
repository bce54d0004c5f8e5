/** Rendering comparisons in separate processes: their limits, and who waits for them. */

import { X509Certificate } from 'node:crypto';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine, type EngineOptions } from '@cinnabar/pdf/engine/engine.js';
import type { VerificationPolicy } from '@cinnabar/pdf/verify/verify-document.js';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signedContract } from '../support/pdf/signed-contract.js';
import { makeTestSigner } from '../support/test-certificates.js';

const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');
const HOUR = 3_600_000;

let policy: VerificationPolicy;
/** Signed, then saved once more. */
let saved: Buffer;
let forged: Buffer;
let untouched: Buffer;
/** PDFium reads a field once for every path that leads to it: 2^24 times. */
let endless: Buffer;

beforeAll(async () => {
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const trusted = [new Uint8Array(new X509Certificate(signer.rootPem).raw)];
  policy = { trusted, now: new Date('2026-11-21T08:00:00Z') };
  untouched = await signedContract(signer);
  saved = updated(untouched, { objects: { 13: `${CONTRACT[13]}` } });
  forged = updated(untouched, { objects: { 4: FORGED } });
  const chain = Array.from({ length: 24 }, (_, index) => {
    const next = 101 + index;
    return [100 + index, `<</T (a) /Kids [${next} 0 R ${next} 0 R]>>`];
  });
  const form = `${CONTRACT[5]}`.replace('17 0 R]', '17 0 R 100 0 R]');
  const fields = { 5: form, ...Object.fromEntries(chain), 124: '<</FT /Tx /T (z)>>' };
  endless = updated(await signedContract(signer, { objects: fields }), { objects: {} });
});

const engines: DocumentEngine[] = [];
function engine(options: Partial<EngineOptions> = {}): DocumentEngine {
  const made = new DocumentEngine({ fonts: findFonts(), workers: 1, ...options });
  engines.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(engines.splice(0).map((made) => made.close()));
});

const given = (bytes: Buffer) => async () => ({ bytes, policy });

describe('the engine', () => {
  test('waits for the rendering comparison before it responds', async () => {
    const documents = engine();
    const [sound, changed] = [
      await documents.verifyDocument(saved, policy),
      await documents.verifyDocument(forged, policy),
    ];
    expect([sound.verdict, sound.secondOpinion]).toEqual(['valid', { status: 'agrees', pages: 1 }]);
    expect(changed.secondOpinion).toMatchObject({ status: 'differs', pictures: [] });
    expect(changed.signatures[0]?.problems.map(({ code }) => code)).toContain('RENDERING_DIFFERS');
  });

  test('has pictures made for the public page', async () => {
    const { secondOpinion } = await engine().verifyForStranger(given(forged));
    expect(secondOpinion).toMatchObject({
      status: 'differs',
      pictures: [
        { page: 1, before: expect.stringMatching(/^data:/), after: expect.stringMatching(/^data:/) },
      ],
    });
  });

  test('aborts one that takes too long, and the verdict says so', async () => {
    const documents = engine({ opinion: { budget: 500, processorTime: 1_000, deadline: HOUR } });
    for (const verified of [
      documents.verifyDocument(endless, policy),
      documents.verifyForStranger(given(endless)),
    ]) {
      const { verdict, secondOpinion } = await verified;
      expect([verdict, secondOpinion]).toEqual(['indeterminate', { status: 'unfinished', reason: 'BUDGET' }]);
    }
    expect((await documents.verifyDocument(saved, policy)).secondOpinion.status).toBe('agrees');
  });

  test('verifies files that need none while a comparison is running', async () => {
    const documents = engine({ opinion: { budget: HOUR, processorTime: HOUR, deadline: HOUR } });
    const stuck = [documents.verifyDocument(endless, policy), documents.verifyForStranger(given(endless))];
    const ended = Promise.allSettled(stuck);
    await expect
      .poll(() => documents.pools.filter(({ running }) => running > 0).map(({ name }) => name), {
        timeout: 30_000,
      })
      .toEqual(['opinions', 'strangersOpinions']);
    expect((await documents.verifyDocument(untouched, policy)).verdict).toBe('valid');
    expect((await documents.verifyForStranger(given(untouched))).verdict).toBe('valid');
    await documents.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
