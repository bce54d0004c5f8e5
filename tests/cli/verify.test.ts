import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestSigner } from '../support/test-certificates.js';
import { newFile, stream, updated } from '../verify/support/raw-pdf.js';
import { CONTRACT, signedContract } from '../verify/support/signed-contract.js';
import { cinnabar } from './cinnabar.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-verify-'));
  const [signer, stranger] = [await makeTestSigner('ecdsa-p256-sha256'), await makeTestSigner('rsa-sha256')];
  const contract = await signedContract(signer);
  await writeFile(join(folder, 'root.pem'), signer.rootPem);
  await writeFile(join(folder, 'valid.pdf'), contract);
  await writeFile(join(folder, 'forged.pdf'), updated(contract, { objects: { 4: stream('BT ET') } }));
  const dated = `${CONTRACT[14]}`.replace(/>>$/, ' /ModDate (D:20261122080000Z)>>');
  await writeFile(join(folder, 'dated.pdf'), updated(contract, { objects: { 14: dated } }));
  await writeFile(join(folder, 'untrusted.pdf'), await signedContract(stranger));
  await writeFile(join(folder, 'unsigned.pdf'), newFile(CONTRACT));
  await writeFile(join(folder, 'text.pdf'), 'no PDF');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const verify = (...args: readonly string[]) =>
  cinnabar(folder, {}, 'verify', ...args, '--trust', join(folder, 'root.pem'));

describe('cinnabar verify', () => {
  it.each([
    ['valid.pdf', 0, 'VALID'],
    ['forged.pdf', 3, 'INVALID'],
    ['untrusted.pdf', 4, 'INDETERMINATE'],
    ['unsigned.pdf', 5, 'UNSIGNED'],
  ])('%s: ends with %i', async (name, code, word) => {
    const done = await verify(join(folder, name));
    expect([done.code, done.errors]).toEqual([code, '']);
    expect(done.out.startsWith(`${word}  `)).toBe(true);
  });

  it('says what was changed, and what that means', async () => {
    const { out } = await verify(join(folder, 'forged.pdf'));
    expect(out).toContain('FORBIDDEN PAGE_CONTENT_CHANGED');
    expect(out).toContain('the document was changed in a way that is not allowed');
  });

  it('strict: what programs change without being asked leaves it undecided', async () => {
    const usual = await verify(join(folder, 'dated.pdf'));
    expect([usual.code, usual.out]).toEqual([0, expect.stringContaining('policy  default')]);
    const strict = await verify(join(folder, 'dated.pdf'), '--policy', 'strict');
    expect([strict.code, strict.out]).toEqual([4, expect.stringContaining('unclear   METADATA_CHANGED')]);
    const none = await verify(join(folder, 'dated.pdf'), '--policy', 'lenient');
    expect([none.code, none.errors]).toEqual([1, expect.stringContaining('no policy is called lenient')]);
  });

  it('prints everything as JSON', async () => {
    const { out } = await verify(join(folder, 'valid.pdf'), '--json');
    expect(JSON.parse(out)).toMatchObject({
      verdict: 'valid',
      signatures: [{ fieldName: 'Sig1', level: 'B-B' }],
    });
  });

  it.each([
    ['text.pdf', 'no readable PDF'],
    ['missing.pdf', 'cannot be read'],
  ])('%s: ends with 1', async (name, words) => {
    const done = await verify(join(folder, name));
    expect(done.code).toBe(1);
    expect(done.errors).toContain(words);
  });

  it('trusts only what a PEM file names', async () => {
    const done = await cinnabar(
      folder,
      {},
      'verify',
      join(folder, 'valid.pdf'),
      '--trust',
      join(folder, 'text.pdf'),
    );
    expect([done.code, done.errors]).toEqual([1, expect.stringContaining('no certificate in PEM')]);
  });
});
