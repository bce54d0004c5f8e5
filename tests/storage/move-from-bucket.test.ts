// @module-tag swift
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobBackend, BlobName } from '@cinnabar/server/storage/blob-backend.js';
import { DiskBackend } from '@cinnabar/server/storage/disk-backend.js';
import { moveBlobs } from '@cinnabar/server/storage/move-blobs.js';
import { S3Backend } from '@cinnabar/server/storage/s3/s3-backend.js';
import { S3Client } from '@cinnabar/server/storage/s3/s3-client.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.js';
import { type SwiftServer, startSwift } from '../support/swift/swift-server.js';

const HOUR_MS = 3_600_000;
const name: BlobName = { corpId: 1, hash: 'c0'.repeat(32) };

let swift: SwiftServer;
let proxy: FaultProxy;
let bucket: S3Backend;
let sameBucket: S3Backend;
let folder: string;
let disk: DiskBackend;

beforeAll(async () => {
  swift = await startSwift();
  proxy = await startFaultProxy(swift.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await swift.stop();
});
beforeEach(async () => {
  const target = await swift.newBucket(proxy.address);
  bucket = new S3Backend(new S3Client(target));
  sameBucket = new S3Backend(new S3Client({ ...target, endpoint: swift.endpoint }));
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-blobs-'));
  disk = new DiskBackend({ folder });
});
afterEach(async () => {
  proxy.heal();
  await rm(folder, { recursive: true });
});

const move = () => moveBlobs({ from: bucket, to: disk });
const put = (backend: BlobBackend, text: string) => backend.put(name, async () => Buffer.from(text));
const textIn = async (backend: BlobBackend) => Buffer.from((await backend.get(name)) ?? '').toString();

async function countIn(backend: BlobBackend): Promise<number> {
  let count = 0;
  for await (const _ of backend.list('')) count += 1;
  return count;
}

test('files of a bucket are on the disk after one move, and no longer in the bucket after another', async () => {
  await put(bucket, 'x');
  await swift.advance(2);
  // Moved aside in the bucket, where it stays until the next move.
  expect(await move()).toMatchObject({ found: 1, copied: 1, removed: 1, young: 1 });
  expect(await textIn(disk)).toBe('x');
  expect(await move()).toMatchObject({ found: 0, copied: 0, removed: 0, young: 1 });
  await swift.advance(1.2);
  expect(await move()).toMatchObject({ found: 1, copied: 0, removed: 1, young: 0 });
  expect(await countIn(bucket)).toBe(0);
  expect(await move()).toMatchObject({ found: 0, removed: 0, young: 0 });
  expect(await textIn(disk)).toBe('x');
});

test('a file that was deleted before the move does not return to the bucket', async () => {
  await put(bucket, 'erased');
  await swift.advance(2);
  await bucket.delete(name, async () => true);
  await swift.advance(2);
  expect(await move()).toMatchObject({ found: 1, removed: 1, young: 0 });
  expect(await countIn(bucket)).toBe(0);
});

test('a file that was put while it was deleted is on the disk, although the bucket has it only aside', async () => {
  await put(bucket, 'first');
  await swift.advance(2);
  proxy.fail(/^DELETE /, () => put(sameBucket, 'again'), 1);
  expect(await bucket.delete(name, async (age) => age > HOUR_MS)).toBe(true);
  expect(await move()).toMatchObject({ copied: 1, young: 1 });
  expect(await textIn(disk)).toBe('first');
});
