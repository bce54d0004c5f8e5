import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidSetting } from '@cinnabar/server/settings/config.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { readSignatureTrust } from '@cinnabar/server/settings/signature-trust.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestSigner } from '../support/test-certificates.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-trust-'));
  const [one, other] = [await makeTestSigner('ecdsa-p256-sha256'), await makeTestSigner('ecdsa-p256-sha256')];
  await writeFile(join(folder, 'both.pem'), `One\n${one.rootPem}\nOther\n${other.rootPem}`);
  await mkdir(join(folder, 'many'));
  await writeFile(join(folder, 'many', 'one.pem'), one.rootPem);
  await writeFile(join(folder, 'many', 'OTHER.CRT'), other.rootPem);
  await writeFile(join(folder, 'many', 'README'), 'contains no PEM certificate');
  await mkdir(join(folder, 'none'));
  await mkdir(join(folder, 'wrong'));
  await writeFile(join(folder, 'wrong', 'one.pem'), one.rootPem);
  await writeFile(join(folder, 'wrong', 'two.pem'), 'contains no PEM certificate');
  await writeFile(
    join(folder, 'broken.pem'),
    '-----BEGIN CERTIFICATE-----\nMAAA\n-----END CERTIFICATE-----\n',
  );
});
afterAll(() => rm(folder, { recursive: true }));

const trustOf = (name: string) => readSignatureTrust(readConfig({ SIGNATURE_TRUST: join(folder, name) }));

describe('SIGNATURE_TRUST', () => {
  it('omitted: no other authority is trusted', async () => {
    expect(await readSignatureTrust(readConfig({}))).toEqual([]);
  });

  it('is a file with all certificates, or a folder of such files', async () => {
    expect(await trustOf('both.pem')).toHaveLength(2);
    expect(new Set(await trustOf('many'))).toHaveLength(2);
  });

  it.each([
    ['nowhere.pem', 'ENOENT'],
    ['none', 'no .pem or .crt file'],
    ['wrong', 'two.pem contains no PEM certificate'],
    ['broken.pem', 'SIGNATURE_TRUST'],
  ])('%s stops the start: %s', async (name, words) => {
    await expect(trustOf(name)).rejects.toThrow(InvalidSetting);
    await expect(trustOf(name)).rejects.toThrow(words);
  });
});
