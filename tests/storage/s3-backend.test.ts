// @module-tag swift
import { randomBytes } from 'node:crypto';
import { checkStorage } from '@cinnabar/server/composition/checks/storage.js';
import { tellFinding } from '@cinnabar/server/operation/self-check.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import type { BlobName } from '@cinnabar/server/storage/blob-backend.js';
import { listObjects, unfinishedUploads } from '@cinnabar/server/storage/s3/list-objects.js';
import { blobKey, nameOf } from '@cinnabar/server/storage/s3/object-keys.js';
import { S3Backend } from '@cinnabar/server/storage/s3/s3-backend.js';
import { S3Client } from '@cinnabar/server/storage/s3/s3-client.js';
import type { S3Target } from '@cinnabar/server/storage/s3/s3-target.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.js';
import { type SwiftServer, settingsOf, startSwift } from '../support/swift/swift-server.js';
import { blobBackendContract } from './blob-backend.contract.js';

const HOUR_MS = 3_600_000;
const name: BlobName = { corpId: 1, hash: 'c0'.repeat(32) };
const LARGE = 17 << 20;

let swift: SwiftServer;
let proxy: FaultProxy;
let target: S3Target;
let retries: string[];

beforeAll(async () => {
  swift = await startSwift();
  proxy = await startFaultProxy(swift.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await swift.stop();
});
beforeEach(async () => {
  target = await swift.newBucket(proxy.address);
  retries = [];
});
afterEach(() => {
  proxy.heal();
  proxy.seen.splice(0);
});

const clientOf = (at: S3Target) => new S3Client(at, (cause) => retries.push(cause));
const backendOf = (at: S3Target) => new S3Backend(clientOf(at));
const put = (backend: S3Backend, bytes: Uint8Array) => backend.put(name, async () => bytes);
const old = async (age: number) => age >= HOUR_MS;

async function keysIn(at: S3Target): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of listObjects(new S3Client(at), '')) keys.push(key);
  return keys;
}

describe('blobs in a bucket', () => {
  blobBackendContract(
    async () => {
      const at = await swift.newBucket();
      return {
        backend: backendOf(at),
        elsewhere: backendOf(at),
        age: (_, hours) => swift.advance(hours),
        count: async () => new Set((await keysIn(at)).map((key) => nameOf(key)?.hash ?? key)).size,
        close: async () => undefined,
      };
    },
    { rounds: 6, bytes: LARGE },
  );
});

describe('a blob that is removed', () => {
  test('stays if it is put between the decision and the deletion', async () => {
    const backend = backendOf(target);
    await put(backend, Buffer.from('first'));
    await swift.advance(2);
    proxy.fail(
      /^DELETE /,
      () => put(backendOf({ ...target, endpoint: swift.endpoint }), Buffer.from('again')),
      1,
    );
    expect(await backend.delete(name, old)).toBe(true);
    // What was put is deleted; the same content is aside.
    expect(Buffer.from((await backend.get(name)) ?? '').toString()).toBe('first');
    await put(backend, Buffer.from('third'));
    expect(await backend.delete(name, old)).toBe(false);
    expect(await keysIn(target)).toHaveLength(2);
    await swift.advance(0.2);
    expect(await backend.delete(name, old)).toBe(false);
    expect(await keysIn(target)).toEqual([blobKey(name)]);
  });

  test('stays if it is put and another removal looks at it meanwhile', async () => {
    const backend = backendOf(target);
    const elsewhere = backendOf({ ...target, endpoint: swift.endpoint });
    await put(backend, Buffer.from('first'));
    await swift.advance(2);
    proxy.fail(
      /^DELETE /,
      async () => {
        expect(await elsewhere.delete(name, async () => false)).toBe(false);
        await put(elsewhere, Buffer.from('again'));
      },
      1,
    );
    expect(await backend.delete(name, old)).toBe(true);
    expect(Buffer.from((await backend.get(name)) ?? '').toString()).toBe('first');
  });

  test('is listed and readable until it is removed again, and is then gone', async () => {
    const backend = backendOf(target);
    await put(backend, Buffer.from('x'));
    await swift.advance(2);
    expect(await backend.delete(name, old)).toBe(true);
    expect(await backend.delete(name, old)).toBe(false);
    expect(Buffer.from((await backend.get(name)) ?? '').toString()).toBe('x');
    // The put that it may have met counts from the deletion, not from the copy.
    await swift.advance(1.1);
    expect(await backend.delete(name, old)).toBe(false);
    await swift.advance(0.2);
    const listed = [];
    for await (const each of backend.list('c0')) listed.push(each.name);
    expect(listed).toEqual([name]);
    expect(await backend.delete(name, old)).toBe(true);
    expect(await keysIn(target)).toEqual([]);
    expect(await backend.get(name)).toBeNull();
  });
});

describe('a large blob', () => {
  test('is sent in parts; a lost part is sent again, and a lost answer to the completion does no harm', async () => {
    const backend = backendOf(target);
    const bytes = randomBytes(LARGE);
    proxy.fail(/partNumber=2/, 'half-request', 1);
    proxy.fail(/^POST .*uploadId=/, 'lose-answer', 1);
    await put(backend, bytes);
    expect(retries).toEqual(['connection', 'connection']);
    expect(Buffer.compare((await backend.get(name)) ?? Buffer.alloc(0), bytes)).toBe(0);
  });

  test('leaves nothing behind if a part cannot be sent', async () => {
    proxy.fail(/partNumber=2/, 'busy');
    await expect(put(backendOf(target), Buffer.alloc(LARGE))).rejects.toThrow('SlowDown');
    expect(await unfinishedUploads(clientOf(target), '')).toEqual([]);
    expect(await keysIn(target)).toEqual([]);
  });

  const completion = /^POST .*uploadId=/;
  const uploadIdOf = (lines: readonly string[]) =>
    /uploadId=([^&]+)/.exec(lines.find((line) => completion.test(line)) ?? '')?.[1] ?? '';
  /** The store completes the upload, all answers are lost, and the upload looks as if it had not ended. */
  const loseCompletion = () => {
    proxy.fail(completion, 'lose-answer', 1);
    proxy.fail(completion, async () => {
      await swift.reopenUpload(target, blobKey(name), uploadIdOf(proxy.seen));
      throw new Error('the connection is reset');
    });
  };

  test('is stored if every answer to its completion is lost while the store goes on with it', async () => {
    const backend = backendOf(target);
    await put(backend, randomBytes(LARGE));
    const bytes = randomBytes(LARGE);
    proxy.seen.splice(0);
    loseCompletion();
    await put(backend, bytes);
    expect(Buffer.compare((await backend.get(name)) ?? Buffer.alloc(0), bytes)).toBe(0);
    expect(proxy.seen.filter((line) => /^DELETE /.test(line))).toEqual([]);
  });

  test('keeps its parts when uploads are cleaned up that the store has completed and not ended', async () => {
    const backend = backendOf(target);
    const bytes = randomBytes(LARGE);
    await put(backend, bytes);
    await swift.reopenUpload(target, blobKey(name), uploadIdOf(proxy.seen));
    await swift.advance(2);
    await backend.tidy();
    expect(Buffer.compare((await backend.get(name)) ?? Buffer.alloc(0), bytes)).toBe(0);
    // Another object is there now, which those parts do not belong to.
    await put(backend, Buffer.from('small'));
    await swift.advance(2);
    await backend.tidy();
    expect(await unfinishedUploads(clientOf(target), '')).toEqual([]);
    expect(Buffer.from((await backend.get(name)) ?? '').toString()).toBe('small');
  });

  test('is whole if its completion arrives after the put was given up', async () => {
    const backend = backendOf(target);
    let arrives = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    proxy.fail(
      completion,
      (closeConnection) => {
        closeConnection();
        return late;
      },
      1,
    );
    proxy.fail(completion, 'refuse');
    const bytes = randomBytes(LARGE);
    await expect(put(backend, bytes)).rejects.toMatchObject({ reason: 'unavailable' });
    expect(await backend.get(name)).toBeNull();
    arrives();
    await expect
      .poll(async () => Buffer.compare((await backend.get(name)) ?? Buffer.alloc(0), bytes))
      .toBe(0);
  });

  test('of a killed process is cleaned up after an hour, and nothing newer', async () => {
    const client = clientOf(target);
    const begin = (key: string) =>
      client.send({ method: 'POST', key, query: { uploads: '' }, root: 'InitiateMultipartUploadResult' });
    await begin(blobKey(name));
    await swift.advance(2);
    const younger = blobKey({ corpId: 2, hash: name.hash });
    await begin(younger);
    await new S3Backend(client).tidy();
    expect((await unfinishedUploads(client, '')).map(({ key }) => key)).toEqual([younger]);
  });
});

describe('a store that fails', () => {
  test.each([
    ['refuses connections', 'refuse', 'connection'],
    ['is overloaded', 'busy', 'answer'],
    ['gets half of the bytes', 'half-request', 'connection'],
    ['gets damaged bytes', 'damage', 'answer'],
    ['answers half', 'half-answer', 'connection'],
    ['loses its answer', 'lose-answer', 'connection'],
  ] as const)('and %s for a moment is asked again', async (_, fault, cause) => {
    const backend = backendOf(target);
    const bytes = randomBytes(1000);
    // A put has no answer that could be cut.
    if (fault !== 'half-answer') proxy.fail(/^PUT /, fault, 2);
    await put(backend, bytes);
    if (fault !== 'half-request' && fault !== 'damage') proxy.fail(/^GET /, fault, 2);
    expect(Buffer.compare((await backend.get(name)) ?? Buffer.alloc(0), bytes)).toBe(0);
    expect(new Set(retries)).toEqual(new Set([cause]));
    expect(retries.length).toBeGreaterThanOrEqual(2);
  });

  test.each(['refuse', 'half-request', 'damage'] as const)(
    'and goes on doing so (%s): the put fails, and nothing is stored',
    async (fault) => {
      proxy.fail(/^PUT /, fault);
      await expect(put(backendOf(target), randomBytes(1000))).rejects.toMatchObject({
        reason: 'unavailable',
      });
      proxy.heal();
      expect(await keysIn(target)).toEqual([]);
    },
  );

  test.each(['another-200', 'another-404'] as const)(
    'and lets another server answer (%s) is not believed',
    async (fault) => {
      const backend = backendOf(target);
      await put(backend, Buffer.from('x'));
      proxy.fail(/./, fault);
      await expect(put(backend, Buffer.from('x'))).rejects.toThrow('object store');
      await expect(backend.get(name)).rejects.toThrow('object store');
      await expect(backend.delete(name, async () => true)).rejects.toThrow('object store');
    },
  );

  test('and never answers is given up at the deadline', async () => {
    proxy.fail(/./, 'hang');
    const hurried = backendOf({ ...target, deadlineMs: 400 });
    const failure = { reason: 'unavailable', message: expect.stringContaining('no answer in time') };
    await expect(put(hurried, Buffer.from('x'))).rejects.toMatchObject(failure);
    await expect(hurried.get(name)).rejects.toMatchObject(failure);
    await expect(hurried.delete(name, async () => true)).rejects.toMatchObject(failure);
  });

  test('and lists half is not believed', async () => {
    const backend = backendOf(target);
    await put(backend, Buffer.from('x'));
    proxy.fail(/list-type=2/, 'half-answer');
    const hurried = backendOf({ ...target, deadlineMs: 1000 });
    await expect(hurried.list('c0').next()).rejects.toMatchObject({ reason: 'unavailable' });
  });
});

describe('settings', () => {
  test('are checked by doctor, which names the remedy and leaves nothing behind', async () => {
    const check = async (changed: Record<string, string>) => {
      const found = await checkStorage(readConfig({ STORAGE: 's3', ...settingsOf(target), ...changed }));
      return found.map((each) => tellFinding(each, 'en'));
    };
    expect(await check({})).toMatchObject([{ status: 'ok', check: 'storage' }]);
    expect(await keysIn(target)).toEqual([]);
    expect(await unfinishedUploads(clientOf(target), '')).toEqual([]);
    expect(await check({ S3_BUCKET: 'no-such-bucket' })).toMatchObject([
      { status: 'error', remedy: expect.stringContaining('create the bucket') },
    ]);
    expect(await check({ S3_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject([
      { status: 'error', remedy: expect.stringContaining('S3_SECRET_ACCESS_KEY') },
    ]);
    expect(await check({ S3_ACCESS_KEY_ID: '', STORAGE_FALLBACK: 'disk' })).toMatchObject([
      { status: 'error', message: expect.stringContaining('S3_ACCESS_KEY_ID: is required') },
      { status: 'warn', check: 'storage-fallback' },
    ]);
  });

  test.each([
    ['another secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['another bucket', { bucket: 'no-such-bucket' }, 'NoSuchBucket'],
  ])('with %s are refused at once', async (_, wrong, code) => {
    const backend = backendOf({ ...target, ...wrong });
    const failure = { reason: 'refused', code };
    await expect(put(backend, Buffer.from('x'))).rejects.toMatchObject(failure);
    await expect(backend.get(name)).rejects.toMatchObject(failure);
    expect(retries).toEqual([]);
    expect(proxy.seen).toHaveLength(2);
  });
});
