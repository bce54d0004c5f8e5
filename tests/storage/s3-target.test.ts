import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '@cinnabar/server/composition/open-storage.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { takeEnvironment } from '@cinnabar/server/settings/take-environment.js';
import { addressOf, readS3Target } from '@cinnabar/server/storage/s3/s3-target.js';
import { elementsOf, hasRoot, textIn } from '@cinnabar/server/storage/s3/xml.js';
import { describe, expect, test } from 'vitest';

const given = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'contracts',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const opened = (settings: Record<string, string>) => openStorage(readConfig({ STORAGE: 's3', ...settings }));

describe('the settings of an S3 store', () => {
  test('have defaults', () => {
    expect(readS3Target(given)).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'contracts',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      addressing: 'path',
      deadlineMs: 30_000,
    });
  });

  test.each([
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_ENDPOINT', 'ftp://s3.example.com'],
    ['S3_ENDPOINT', 'https://s3.example.com/path'],
    ['S3_ENDPOINT', 'https://user@s3.example.com'],
    ['S3_BUCKET', 'Contracts'],
    ['S3_BUCKET', 'a/b'],
    ['S3_ADDRESSING', 'host'],
    ['S3_DEADLINE_MS', '10'],
    ['S3_DEADLINE_MS', 'soon'],
  ])('refuse %s=%s', (setting, value) => {
    expect(() => opened({ ...given, [setting]: value })).toThrow(setting);
  });

  test.each(Object.keys(given))('require %s', (setting) => {
    expect(() => opened({ ...given, [setting]: '' })).toThrow(`${setting}: is required`);
  });

  test('take the secret from a file, and from one place only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cinnabar-secret-'));
    const file = join(folder, 'secret');
    await writeFile(file, 'from the file\n');
    const { S3_SECRET_ACCESS_KEY: _, ...others } = given;
    const { adapterSettings } = readConfig({ ...others, S3_SECRET_ACCESS_KEY_FILE: file });
    expect(readS3Target(adapterSettings).secretAccessKey).toBe('from the file');
    expect(() => readConfig({ ...given, S3_SECRET_ACCESS_KEY_FILE: file })).toThrow('only one of them');
    await rm(folder, { recursive: true });
  });

  test('are not inherited by programs that the service starts', () => {
    const environment = { ...given, PATH: '/bin' };
    expect(takeEnvironment(environment)).toEqual({ ...given, PATH: '/bin' });
    expect(environment).toEqual({ PATH: '/bin' });
  });

  test('name another fallback than the store itself', () => {
    expect(() => readConfig({ STORAGE_FALLBACK: 'disk' })).toThrow('STORAGE_FALLBACK');
    expect(() => opened({ ...given, STORAGE_FALLBACK: 's3' })).toThrow('STORAGE_FALLBACK');
    expect(() => openStorage(readConfig({ STORAGE_FALLBACK: 's3' }))).toThrow('S3_ENDPOINT: is required');
    expect(readConfig({ ...given, STORAGE: 's3', STORAGE_FALLBACK: 'disk' }).storageFallback).toBe('disk');
  });
});

test('an object is addressed by the path or by the host', () => {
  const target = readS3Target(given);
  expect(addressOf(target, 'blobs/ab').href).toBe('https://s3.example.com/contracts/blobs/ab');
  expect(addressOf(target, '', { uploads: '' }).href).toBe('https://s3.example.com/contracts?uploads=');
  const virtual = readS3Target({
    ...given,
    S3_ENDPOINT: 'http://s3.example.com:8080',
    S3_ADDRESSING: 'virtual',
  });
  expect(addressOf(virtual, 'blobs/ab').href).toBe('http://contracts.s3.example.com:8080/blobs/ab');
  expect(addressOf(virtual, '', { prefix: 'blobs/' }).href).toBe(
    'http://contracts.s3.example.com:8080/?prefix=blobs%2F',
  );
});

describe('the XML of a store', () => {
  const xml =
    '<?xml version="1.0"?>\n<List xmlns="http://s3"><Key>a</Key><Contents><Key>b &amp;amp; c</Key></Contents></List>';

  test('is read by names of elements', () => {
    expect(elementsOf(xml, 'Contents')).toEqual(['<Key>b &amp;amp; c</Key>']);
    expect(textIn('<Contents><Key>b &amp;amp; c</Key></Contents>', 'Key')).toBe('b &amp; c');
    expect(textIn(xml, 'Code')).toBeNull();
  });

  test.each([
    [xml, true],
    [`\n ${xml}\n`, true],
    [xml.slice(0, -1), false],
    [xml.slice(0, 60), false],
    ['<Error><Code>InternalError</Code></Error>', false],
    ['<Listing></Listing>', false],
    ['', false],
  ])('is believed only whole: %j', (text, whole) => {
    expect(hasRoot(text, 'List')).toBe(whole);
  });
});
