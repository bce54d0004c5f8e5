import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { takeEnvironment } from '@cinnabar/server/settings/take-environment.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'cinnabar-settings-'));
const keyFile = join(folder, 'master-key');
const key = newMasterKey();

beforeAll(() => writeFileSync(keyFile, `${key}\n`));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the sandbox', () => {
  test.each(['127.0.0.1', '127.8.9.10', 'localhost', '::1'])('listens on %s', (HOST) => {
    expect(readConfig({ HOST }).mode).toBe('sandbox');
  });

  test.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '::' }],
    [{ HOST: '192.168.1.5' }],
    [{ HOST: '128.0.0.1' }],
    [{ HOST: '127.0.0.1.example.com' }],
    [{ HOST: 'sign.example.com' }],
    [{ NODE_ENV: 'production' }],
    // As set by the image.
    [{ NODE_ENV: 'production', HOST: '0.0.0.0' }],
  ])('is not opened by %j unless that is meant', (environment) => {
    expect(() => readConfig(environment)).toThrow(/MODE=production, or ALLOW_PUBLIC_SANDBOX=true/);
    expect(() => readConfig({ ...environment, ALLOW_PUBLIC_SANDBOX: 'false' })).toThrow(
      'ALLOW_PUBLIC_SANDBOX=true',
    );
    expect(readConfig({ ...environment, ALLOW_PUBLIC_SANDBOX: 'true' }).allowPublicSandbox).toBe(true);
  });
});

const production = {
  MODE: 'production',
  MASTER_KEY: key,
  DATABASE_URL: 'postgresql://cinnabar@db.internal/cinnabar',
  BASE_URL: 'https://sign.example.com',
};
const base64 = (bytes: Iterable<number>): string => Buffer.from([...bytes]).toString('base64');

describe('production', () => {
  test('starts with a random key, a server, and an encrypted address', () => {
    expect(readConfig(production)).toMatchObject({ mode: 'production', masterKey: key });
    for (let count = 0; count < 1000; count += 1) readConfig({ ...production, MASTER_KEY: newMasterKey() });
  });

  test.each([
    ['is missing', ''],
    ['is all zero', base64(new Uint8Array(32))],
    ['is one byte again and again', base64(new Uint8Array(32).fill(7))],
    ['counts', base64(new Uint8Array(32).keys())],
    ['counts in steps', base64(Array.from({ length: 32 }, (_, at) => (at * 37) % 256))],
    [
      'is half a key twice',
      base64([...Buffer.from(key, 'base64').subarray(0, 16), ...Buffer.from(key, 'base64').subarray(0, 16)]),
    ],
    ['is a sentence', base64(Buffer.from('correct horse battery staple 42!'))],
  ])('refuses a master key that %s', (_, MASTER_KEY) => {
    expect(() => readConfig({ ...production, MASTER_KEY })).toThrow(/^MASTER_KEY: /);
  });

  test.each(['cinnabar', 'postgres', 'Password', 'changeme', 'secret', 'short', 'contracts'])(
    'refuses the database password %s, and does not repeat the address',
    (password) => {
      const DATABASE_URL = `postgresql://cinnabar:${password}@db.internal/contracts`;
      expect(() => readConfig({ ...production, DATABASE_URL })).toThrow(
        /^DATABASE_URL: the password (?!.*internal)/,
      );
      const asParameter = `postgresql://cinnabar@db.internal/contracts?password=${password}`;
      expect(() => readConfig({ ...production, DATABASE_URL: asParameter })).toThrow(
        'DATABASE_URL: the password',
      );
    },
  );

  test.each([
    'postgresql://cinnabar:b7Kq2mZ9xw@db.internal/contracts',
    'postgresql://cinnabar@%2Frun%2Fpostgresql/contracts',
    'postgresql://cinnabar:p%40ss%2Fphrase@db.internal/contracts',
  ])('takes %s', (DATABASE_URL) => {
    expect(readConfig({ ...production, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  test.each([
    { BASE_URL: 'http://sign.example.com' },
    { BASE_URL: '' },
    { BASE_URL: 'HTTP://sign.example.com' },
  ])('refuses links that are not encrypted: %j', (settings) => {
    expect(() => readConfig({ ...production, ...settings })).toThrow(/^BASE_URL: /);
  });

  test('refuses a master key file that would be copied along with the files', () => {
    const { MASTER_KEY: _, ...rest } = production;
    const settings = { ...rest, MASTER_KEY_FILE: keyFile };
    expect(readConfig(settings).masterKey).toBe(key);
    expect(() => readConfig({ ...settings, DATA_DIR: folder })).toThrow(/^MASTER_KEY_FILE: is in DATA_DIR/);
  });
});

describe('secrets in files', () => {
  test('count as if given directly', () => {
    const address = 'postgresql://cinnabar:b7Kq2mZ9xw@db.internal/contracts';
    const addressFile = join(folder, 'database-url');
    writeFileSync(addressFile, `${address}\n`);
    const config = readConfig({ MASTER_KEY_FILE: keyFile, DATABASE_URL_FILE: addressFile });
    expect([config.masterKey, config.databaseUrl]).toEqual([key, address]);
  });

  test.each([
    [{ MASTER_KEY_FILE: '/nowhere/key' }, 'MASTER_KEY_FILE: ENOENT'],
    [{ MASTER_KEY_FILE: keyFile, MASTER_KEY: key }, 'MASTER_KEY_FILE: MASTER_KEY is given too'],
    [{ MASTER_KEY_FILE: '/dev/null' }, 'MASTER_KEY_FILE: /dev/null is empty'],
    [{ DATABASE_URL_FILE: '/nowhere/url' }, 'DATABASE_URL_FILE: ENOENT'],
  ])('%j is refused: %s', (environment, words) => {
    expect(() => readConfig(environment)).toThrow(words);
  });
});

test('are not inherited by child processes', () => {
  const environment: Record<string, string | undefined> = {
    ...production,
    TSA_URLS: 'https://me:secret@tsa.example.com',
  };
  expect(takeEnvironment(environment)).toMatchObject(production);
  expect(environment).toEqual({ MODE: 'production', BASE_URL: production.BASE_URL });
});
