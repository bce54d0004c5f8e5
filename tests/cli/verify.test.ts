import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../support/cinnabar.js';
import { newFile, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signedContract } from '../support/pdf/signed-contract.js';
import { makeTestSigner } from '../support/test-certificates.js';

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
  commandLine({}, 'verify', ...args, '--trust', join(folder, 'root.pem'));

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

  it('reports what was changed, and the consequence', async () => {
    const { out } = await verify(join(folder, 'forged.pdf'));
    expect(out).toContain('FORBIDDEN PAGE_CONTENT_CHANGED');
    expect(out).toContain('The document was changed after signing in a way that is not permitted');
  });

  it('reports whether the file is displayed as it was when signed', async () => {
    const shown = async (name: string) => /^pages .*$/m.exec((await verify(join(folder, name))).out)?.[0];
    expect(await shown('valid.pdf')).toContain('no comparison with a signed version is needed');
    expect(await shown('dated.pdf')).toContain('identical to the signed version: 1 page compared');
    expect(await shown('forged.pdf')).toContain('DIFFERENT from the signed version: page 1');
  });

  it('strict: changes that programs make unasked leave it undecided', async () => {
    const usual = await verify(join(folder, 'dated.pdf'));
    expect([usual.code, usual.out]).toEqual([0, expect.stringContaining('policy  default')]);
    const strict = await verify(join(folder, 'dated.pdf'), '--policy', 'strict');
    expect([strict.code, strict.out]).toEqual([4, expect.stringContaining('unclear   METADATA_CHANGED')]);
    const none = await verify(join(folder, 'dated.pdf'), '--policy', 'lenient');
    expect([none.code, none.errors]).toEqual([1, expect.stringContaining('unknown policy lenient')]);
  });

  it('prints everything as JSON', async () => {
    const { out } = await verify(join(folder, 'valid.pdf'), '--json');
    expect(JSON.parse(out)).toMatchObject({
      verdict: 'valid',
      signatures: [{ fieldName: 'Sig1', level: 'B-B' }],
    });
  });

  it.each([
    ['text.pdf', 'not a readable PDF'],
    ['missing.pdf', 'cannot be read'],
  ])('%s: ends with 1', async (name, words) => {
    const done = await verify(join(folder, name));
    expect(done.code).toBe(1);
    expect(done.errors).toContain(words);
  });

  it('prints one line per file for several files, and exits with the worst status', async () => {
    const names = ['valid.pdf', 'forged.pdf', 'untrusted.pdf', 'unsigned.pdf'];
    const done = await verify(...names.map((name) => join(folder, name)));
    expect([done.code, done.errors]).toEqual([3, '']);
    expect(done.out.trimEnd().split('\n')).toEqual([
      `VALID               ${join(folder, 'valid.pdf')}: 1 signature`,
      `INVALID             ${join(folder, 'forged.pdf')}: 1 signature`,
      `INDETERMINATE       ${join(folder, 'untrusted.pdf')}: 1 signature`,
      `UNSIGNED            ${join(folder, 'unsigned.pdf')}: 0 signatures`,
    ]);
    const sound = await verify(join(folder, 'valid.pdf'), join(folder, 'valid.pdf'));
    expect(sound.code).toBe(0);
  });

  it('continues if one of several files cannot be read', async () => {
    const files = ['text.pdf', 'missing.pdf', 'valid.pdf'].map((name) => join(folder, name));
    const done = await verify(...files, '--json');
    expect(done.code).toBe(1);
    expect(JSON.parse(done.out)).toMatchObject([
      { file: files[0], problem: expect.stringContaining('not a readable PDF') },
      { file: files[1], problem: expect.stringContaining('cannot be read') },
      { file: files[2], verdict: 'valid' },
    ]);
  });

  it('writes the ETSI validation report of one signed file', async () => {
    const report = await verify(join(folder, 'untrusted.pdf'), '--report', 'etsi');
    expect([report.code, report.errors]).toEqual([4, '']);
    expect(report.out).toContain('urn:etsi:019102:subindication:NO_CERTIFICATE_CHAIN_FOUND');
    const unsigned = await verify(join(folder, 'unsigned.pdf'), '--report', 'etsi');
    expect([unsigned.code, unsigned.out]).toEqual([5, '']);
    expect(unsigned.errors).toContain('nothing to report');
  });

  it.each([
    [['valid.pdf'], ['--report', 'pades'], 'unknown report pades'],
    [['valid.pdf'], ['--report', 'etsi', '--json'], '--json and --report exclude each other'],
    [['valid.pdf', 'valid.pdf'], ['--report', 'etsi'], 'takes one file'],
    [[], [], 'FILE is required'],
  ])('of %j with %j: ends with 2', async (names, options, words) => {
    const done = await verify(...names.map((name) => join(folder, name)), ...options);
    expect([done.code, done.errors]).toEqual([2, expect.stringContaining(words)]);
  });

  it('trusts only what a given PEM file contains', async () => {
    const done = await commandLine(
      {},
      'verify',
      join(folder, 'valid.pdf'),
      '--trust',
      join(folder, 'text.pdf'),
    );
    expect([done.code, done.errors]).toEqual([1, expect.stringContaining('no PEM certificate')]);
  });
});
