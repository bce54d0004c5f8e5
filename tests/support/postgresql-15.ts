/** Servers of PostgreSQL 15 as Debian installs it, under an account that may run them. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from './app.js';
import { run } from './programs.js';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

export interface Clusters {
  /** Where the account of the server may look: it is never root. */
  readonly folder: string;
  create(name: string): Promise<void>;
  /** A standby of a running cluster, which follows it once it is started. */
  follow(name: string, primary: Cluster): Promise<void>;
  /** Adds to a file of a cluster that is not running. */
  append(name: string, file: string, lines: readonly string[]): Promise<void>;
  start(name: string): Promise<Cluster>;
  stop(name: string): Promise<void>;
  /** Stops all, and removes the folder. */
  close(): Promise<void>;
}

export interface Cluster {
  readonly port: number;
  /** Over the socket, as its superuser. */
  readonly connectionString: string;
}

export async function openClusters(): Promise<Clusters> {
  const folder = await mkdtemp('/tmp/cinnabar-pg15-');
  const socket = join(folder, 'socket');
  await mkdir(socket);
  for (const each of [folder, socket]) await chmod(each, 0o777);
  const names = new Set<string>();
  const inFolder = (name: string) => join(folder, name);

  async function asServer(program: string, ...args: readonly string[]): Promise<void> {
    const path = program.startsWith('/') ? program : join(PROGRAMS, program);
    const isRoot = process.getuid?.() === 0;
    const { ok, stderr } = isRoot
      ? await run('/usr/sbin/runuser', ['-u', 'postgres', '--', path, ...args], { timeout: 60_000 })
      : await run(path, args, { timeout: 60_000 });
    expect({ program, ok, stderr: ok ? '' : stderr.toString() }).toEqual({ program, ok: true, stderr: '' });
  }

  async function append(name: string, file: string, lines: readonly string[]): Promise<void> {
    const draft = inFolder(`${name}.draft`);
    await writeFile(draft, `${lines.join('\n')}\n`, { mode: 0o644 });
    const target = join(inFolder(name), file);
    await asServer('/bin/sh', '-c', `umask 077 && cat ${draft} >> ${target}`);
    await rm(draft);
  }

  async function stop(name: string): Promise<void> {
    if (names.delete(name)) await asServer('pg_ctl', '-D', inFolder(name), '-m', 'immediate', '-w', 'stop');
  }

  return {
    folder,
    append,
    stop,
    async create(name) {
      await asServer(
        'initdb',
        '-D',
        inFolder(name),
        '-U',
        'cinnabar',
        '-A',
        'trust',
        '--no-sync',
        '-E',
        'UTF8',
      );
      await append(name, 'postgresql.conf', ['fsync = off', "listen_addresses = '127.0.0.1'"]);
    },
    follow: (name, { port }) =>
      asServer(
        'pg_basebackup',
        '-h',
        socket,
        '-p',
        `${port}`,
        '-U',
        'cinnabar',
        '-D',
        inFolder(name),
        '-R',
        '-c',
        'fast',
      ),
    async start(name) {
      const port = await freePort();
      await append(name, 'postgresql.conf', [`port = ${port}`, `unix_socket_directories = '${socket}'`]);
      const log = join(inFolder(name), 'log');
      await asServer('pg_ctl', '-D', inFolder(name), '-l', log, '-w', '-t', '50', 'start');
      names.add(name);
      return {
        port,
        connectionString: `postgresql://cinnabar@${encodeURIComponent(socket)}:${port}/postgres`,
      };
    },
    async close() {
      for (const name of [...names]) await stop(name);
      await asServer('/bin/sh', '-c', `rm -rf ${folder}/*/base ${folder}/*/pg_wal`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
