import type { Config } from '../../settings/config.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import { probeBucket } from '../../storage/s3/s3-backend.js';
import { S3Client } from '../../storage/s3/s3-client.js';
import { readS3Target, S3_SETTINGS, type S3Target } from '../../storage/s3/s3-target.js';
import { StoreFailure } from '../../storage/store-failure.js';
import { requireSettings } from '../chosen-adapter.js';
import { error, type Finding, messageOf, ok, warn } from './finding.js';

/** Remedies by the codes of S3. */
const REMEDIES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'create the bucket, or correct S3_BUCKET',
  InvalidAccessKeyId: 'correct S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'correct S3_SECRET_ACCESS_KEY, and S3_REGION if the store has several',
  AuthorizationHeaderMalformed: 'correct S3_REGION',
  PermanentRedirect: 'name the endpoint of the region of the bucket in S3_ENDPOINT',
  RequestTimeTooSkewed: 'run a time service such as chrony on this machine',
  AccessDenied: 'let the key list the bucket, and read, write and delete its objects and uploads in parts',
};

/** Checks where files are stored, by writing, reading, listing and deleting an object. The data folder has a check of its own. */
export async function checkStorage(config: Config): Promise<readonly Finding[]> {
  const used = [config.storage, config.storageFallback];
  return [
    ...(used.includes('s3') ? [await checkBucket(config)] : [ok('storage', 'files are stored in DATA_DIR')]),
    ...checkFallback(config),
  ];
}

async function checkBucket({ adapterSettings }: Config): Promise<Finding> {
  let target: S3Target;
  try {
    requireSettings({ name: 'storage s3', settings: S3_SETTINGS }, adapterSettings);
    target = readS3Target(adapterSettings);
  } catch (thrown) {
    if (!(thrown instanceof InvalidSetting)) throw thrown;
    return error('storage', thrown.message, 'see the settings in docs/operations.md');
  }
  try {
    await probeBucket(new S3Client(target));
    return ok(
      'storage',
      `bucket ${target.bucket} at ${target.endpoint} can be written, read, listed and emptied`,
    );
  } catch (thrown) {
    const code = thrown instanceof StoreFailure ? thrown.code : null;
    const remedy = REMEDIES[code ?? ''] ?? 'correct S3_ENDPOINT, and let this machine reach it';
    return error('storage', `bucket ${target.bucket} at ${target.endpoint}: ${messageOf(thrown)}`, remedy);
  }
}

function checkFallback({ storage, storageFallback }: Config): readonly Finding[] {
  if (storageFallback === null) return [];
  return [
    warn(
      'storage-fallback',
      `files are written to ${storage}, and also looked for in ${storageFallback}`,
      'run "cinnabar storage move" until nothing is left there, and remove STORAGE_FALLBACK',
    ),
  ];
}
