/** Storage in the platform's console. */
import * as declared from '@cinnabar/api/pages/platform-storage.js';
import * as platform from '../../areas/platform/index.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import type { Words } from '../../operation/refusal.js';
import { tellFinding } from '../../operation/self-check.js';
import { diskSpace } from '../../storage/disk-space.js';

const DISK_FULL: Words = {
  zh: '磁盘写满后，签署、上传和数据库写入都会失败，已有合同不受影响，腾出空间后恢复',
  en: 'once the disk is full nothing can be signed, uploaded or written to the database; what exists stays, and all goes on when there is room',
};

async function view({ db, services, now, language }: PlatformContext) {
  const { config, selfCheck } = services;
  const { storage: backend, storageFallback: fallback, dataDir, adapterSettings } = config;
  const [disk, findings, files, removed, { archivedTime, ...database }] = await Promise.all([
    diskSpace(dataDir),
    selfCheck.storage(),
    platform.filesByKind(db),
    platform.removedFiles(db, now),
    platform.databaseSize(db),
  ]);
  const isShort = findings.some(({ check, status }) => check === 'disk-space' && status !== 'ok');
  const bucket = `${adapterSettings['S3_BUCKET'] ?? ''} (${adapterSettings['S3_ENDPOINT'] ?? ''})`;
  return {
    ...{ backend, fallback, disk, files, removed, database, archivedTime },
    place: backend === 's3' ? bucket : `${dataDir}/blobs`,
    findings: findings.map((finding) => tellFinding(finding, language)),
    consequence: isShort ? DISK_FULL[language] : null,
  };
}

export const platformStorageRoutes: readonly AnyRoute[] = [
  route('platform', declared.viewPlatformStorage, view),
];
