// The cluster of the bundled server with the migrated template in it, kept between runs below node_modules/.cache: to
// create and migrate it takes longer than most test files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const CACHE = join('node_modules', '.cache', 'cinnabar-tests');
const MAX_KEPT = 3;

/** What decides over the content of the cluster: the server, its settings, and the migrations. */
function key(): string {
  const hash = createHash('sha256');
  const require = createRequire(import.meta.url);
  const server = dirname(require.resolve('@cinnabar/server/database/migrate.js'));
  hash.update(readFileSync('package-lock.json'));
  for (const name of sourcesOf(server)) hash.update(name).update(readFileSync(join(server, name)));
  hash.update(readFileSync(join(server, '../jobs/worker-schema.js')));
  return hash.digest('hex').slice(0, 16);
}

function sourcesOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.js')).sort();
}

/** Where the bundled server expects its cluster below a data folder. */
function clusterIn(dataDir: string): string {
  return join(dataDir, 'database', 'cluster');
}

function age(name: string): number {
  return Date.now() - (statSync(join(CACHE, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

/** With owners and permissions: PostgreSQL refuses a folder that others can read. */
function copyFolder(from: string, to: string): boolean {
  return spawnSync('cp', ['-Rp', from, to], { stdio: 'ignore' }).status === 0;
}

/** @returns false if nothing is cached for this version */
export function takeTemplateCluster(dataDir: string): boolean {
  const cached = join(CACHE, key());
  if (!existsSync(cached)) return false;
  mkdirSync(dirname(clusterIn(dataDir)), { recursive: true, mode: 0o700 });
  if (copyFolder(cached, clusterIn(dataDir))) return true;
  rmSync(clusterIn(dataDir), { recursive: true, force: true });
  return false;
}

/** Keeps a cluster whose server has been shut down. */
export function keepTemplateCluster(dataDir: string): void {
  const target = join(CACHE, key());
  const unfinished = `${target}-${process.pid}`;
  mkdirSync(CACHE, { recursive: true });
  const kept = readdirSync(CACHE).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const newestFirst = kept.toSorted((one, other) => age(one) - age(other));
  for (const old of newestFirst.slice(MAX_KEPT - 1))
    rmSync(join(CACHE, old), { recursive: true, force: true });
  try {
    if (copyFolder(clusterIn(dataDir), unfinished)) renameSync(unfinished, target);
  } catch {
    // Another run was faster.
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
