import type { Config } from '../../settings/config.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import { probeBucket } from '../../storage/s3/s3-backend.js';
import { S3Client } from '../../storage/s3/s3-client.js';
import { readS3Target, S3_SETTINGS, type S3Target } from '../../storage/s3/s3-target.js';
import { StoreFailure } from '../../storage/store-failure.js';
import { requireSettings } from '../chosen-adapter.js';
import { error, type Finding, messageOf, ok, SEE_SETTINGS, type Words, warn } from './finding.js';

/** Remedies by the codes of S3. */
const REMEDIES: Readonly<Record<string, Words>> = {
  NoSuchBucket: { zh: '创建该存储桶，或更正 S3_BUCKET', en: 'create the bucket, or correct S3_BUCKET' },
  InvalidAccessKeyId: { zh: '更正 S3_ACCESS_KEY_ID', en: 'correct S3_ACCESS_KEY_ID' },
  SignatureDoesNotMatch: {
    zh: '更正 S3_SECRET_ACCESS_KEY；对象存储有多个地域时，一并核对 S3_REGION',
    en: 'correct S3_SECRET_ACCESS_KEY, and S3_REGION if the store has several',
  },
  AuthorizationHeaderMalformed: { zh: '更正 S3_REGION', en: 'correct S3_REGION' },
  PermanentRedirect: {
    zh: '将 S3_ENDPOINT 设为存储桶所在地域的访问地址',
    en: 'name the endpoint of the region of the bucket in S3_ENDPOINT',
  },
  RequestTimeTooSkewed: {
    zh: '在本机运行 chrony 等时间同步服务',
    en: 'run a time service such as chrony on this machine',
  },
  AccessDenied: {
    zh: '授予该密钥列举存储桶，以及读取、写入、删除对象和分片上传的权限',
    en: 'let the key list the bucket, and read, write and delete its objects and uploads in parts',
  },
};
const UNREACHED: Words = {
  zh: '更正 S3_ENDPOINT，或让本机能够访问该地址',
  en: 'correct S3_ENDPOINT, and let this machine reach it',
};

const IN_FOLDER = ok('storage', { zh: '文件存储在 DATA_DIR 中', en: 'files are stored in DATA_DIR' });

/** Checks where files are stored, by writing, reading, listing and deleting an object. The data folder has a check of its own. */
export async function checkStorage(config: Config): Promise<readonly Finding[]> {
  const used = [config.storage, config.storageFallback];
  return [...(used.includes('s3') ? [await checkBucket(config)] : [IN_FOLDER]), ...checkFallback(config)];
}

async function checkBucket({ adapterSettings }: Config): Promise<Finding> {
  let target: S3Target;
  try {
    requireSettings({ name: 'storage s3', settings: S3_SETTINGS }, adapterSettings);
    target = readS3Target(adapterSettings);
  } catch (thrown) {
    if (!(thrown instanceof InvalidSetting)) throw thrown;
    return error('storage', { zh: `设置有误：${thrown.message}`, en: thrown.message }, SEE_SETTINGS);
  }
  const { bucket, endpoint } = target;
  try {
    await probeBucket(new S3Client(target));
    return ok('storage', {
      zh: `${endpoint} 上的存储桶 ${bucket} 可以写入、读取、列举和删除`,
      en: `bucket ${bucket} at ${endpoint} can be written, read, listed and emptied`,
    });
  } catch (thrown) {
    const code = thrown instanceof StoreFailure ? thrown.code : null;
    const cause = messageOf(thrown);
    const message = {
      zh: `${endpoint} 上的存储桶 ${bucket} 无法使用：${cause}`,
      en: `bucket ${bucket} at ${endpoint}: ${cause}`,
    };
    return error('storage', message, REMEDIES[code ?? ''] ?? UNREACHED);
  }
}

function checkFallback({ storage, storageFallback }: Config): readonly Finding[] {
  if (storageFallback === null) return [];
  return [
    warn(
      'storage-fallback',
      {
        zh: `文件写入 ${storage}，读取时也在 ${storageFallback} 中查找`,
        en: `files are written to ${storage}, and also looked for in ${storageFallback}`,
      },
      {
        zh: '执行 cinnabar storage move，直到其中没有剩余文件，再去掉 STORAGE_FALLBACK',
        en: 'run "cinnabar storage move" until nothing is left there, and remove STORAGE_FALLBACK',
      },
    ),
  ];
}
