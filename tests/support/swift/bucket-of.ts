import { createHash } from 'node:crypto';
import { S3Client } from '@cinnabar/server/storage/s3/s3-client.js';
import { readS3Target } from '@cinnabar/server/storage/s3/s3-target.js';
import { StoreFailure } from '@cinnabar/server/storage/store-failure.js';

/**
 * Settings that store the files of a service in a bucket of its own, if TEST_S3_ENDPOINT names an object store;
 * otherwise none. Every test of a service can so be run on an object store.
 */
export async function bucketOf(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const endpoint = process.env['TEST_S3_ENDPOINT'];
  if (endpoint === undefined) return {};
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: createHash('sha256').update(dataDir).digest('hex').slice(0, 32),
    S3_ACCESS_KEY_ID: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    S3_SECRET_ACCESS_KEY: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  };
  try {
    await new S3Client(readS3Target(settings)).send({ method: 'PUT', key: '' });
  } catch (error) {
    // Made by an earlier process on the same data folder.
    const exists = error instanceof StoreFailure && /^BucketAlready/.test(error.code ?? '');
    if (!exists) throw error;
  }
  return { STORAGE: 's3', ...settings };
}
