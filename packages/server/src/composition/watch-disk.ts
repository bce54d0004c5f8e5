import { join } from 'node:path';
import type { Metrics } from '../http/metrics.js';
import type { Config } from '../settings/config.js';
import { type DiskSpace, diskSpace } from '../storage/disk-space.js';

/** Room on the disks that the service fills: a full one ends every act. The bundled database may have a disk of its own. */
export function watchDisk(
  metrics: Metrics,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): void {
  const folders = [
    { of: 'data', folder: dataDir },
    ...(databaseUrl === null ? [{ of: 'database', folder: join(dataDir, 'database') }] : []),
  ];
  const read = (amount: (space: DiskSpace) => number) => async () =>
    new Map(
      await Promise.all(
        folders.map(async ({ of, folder }) => [of, amount(await diskSpace(folder))] as const),
      ),
    );
  metrics.gauges(
    'disk_free_bytes',
    'Room on the disk of a folder',
    'of',
    read(({ free }) => free),
  );
  metrics.gauges(
    'disk_size_bytes',
    'Size of the disk of a folder',
    'of',
    read(({ total }) => total),
  );
}
