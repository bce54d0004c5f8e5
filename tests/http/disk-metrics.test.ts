import { mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchDisk } from '@cinnabar/server/composition/watch-disk.js';
import { createMetrics } from '@cinnabar/server/http/metrics.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cinnabar-disk-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

interface Room {
  readonly size: number;
  readonly free: number;
}

function roomOf(folder: string): Room {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}

/** By the label `of`, with the room of the folders at the same time. */
async function measured(
  databaseUrl: string | null,
  folders: Readonly<Record<string, string>>,
): Promise<readonly [told: Readonly<Record<string, Room>>, real: Readonly<Record<string, Room>>]> {
  const metrics = createMetrics();
  watchDisk(metrics, { dataDir, databaseUrl });
  const look = () =>
    Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, roomOf(folder)]));
  for (;;) {
    const before = look();
    const text = await metrics.text();
    // Others write to the same disks.
    if (JSON.stringify(look()) !== JSON.stringify(before)) continue;
    const valuesOf = (name: string): ReadonlyMap<string, number> =>
      new Map(
        [...text.matchAll(new RegExp(`^${name}\\{of="(.+?)"\\} (.+)$`, 'gm'))].map(
          ([, of = '', value]) => [of, Number(value)] as const,
        ),
      );
    const [sizes, free] = [valuesOf('disk_size_bytes'), valuesOf('disk_free_bytes')];
    expect([...free.keys()]).toEqual([...sizes.keys()]);
    return [
      Object.fromEntries([...sizes].map(([of, size]) => [of, { size, free: free.get(of) ?? Number.NaN }])),
      before,
    ];
  }
}

describe('the metrics of disks', () => {
  it('tell size and room of the data folder, and of the bundled database on a disk of its own', async () => {
    // One of the two is another disk than that of the data folder.
    const repository = fileURLToPath(new URL('.', import.meta.url));
    const other = [repository, '/dev/shm', '/'].find(
      (folder) => roomOf(folder).size !== roomOf(dataDir).size,
    );
    if (other === undefined) throw new Error('this machine has one disk');
    symlinkSync(other, join(dataDir, 'database'));
    const [told, real] = await measured(null, { data: dataDir, database: other });
    expect(told).toEqual(real);
    expect(told['data']?.size).not.toBe(told['database']?.size);
  });

  it('tell of the data folder alone if the database is elsewhere', async () => {
    mkdirSync(join(dataDir, 'database'));
    const [told, real] = await measured('postgresql://database.internal/cinnabar', { data: dataDir });
    expect(told).toEqual(real);
  });
});
