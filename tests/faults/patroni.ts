/** Two PostgreSQL 15 under Patroni, which agree over etcd, behind HAProxy: all on this machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../support/app.js';
import { textOf } from '../support/documentation.js';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

interface Node {
  readonly name: string;
  /** SIGKILL for the server, whose sessions end with it: Patroni is left to start it again. */
  killServer(): void;
  /** SIGKILL for everything, as when a machine fails. */
  killNode(): Promise<void>;
}

export interface Patroni {
  /** In the form of DATABASE_URL. */
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Past HAProxy, to each node. */
  readonly serverUrls: readonly string[];
  /** The node that Patroni says is the primary. */
  leader(): Promise<Node>;
  /** Waits for a standby that the primary's commits wait for. */
  synchronous(): Promise<void>;
  close(): Promise<void>;
}

interface Member extends Node {
  readonly port: number;
  readonly control: number;
  readonly agent: ChildProcess;
}

export async function startPatroni(): Promise<Patroni> {
  const folder = await mkdtemp('/tmp/cinnabar-patroni-');
  await chmod(folder, 0o777);
  const children: ChildProcess[] = [];
  function start(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(program, args, { cwd: folder, stdio: 'ignore' });
    children.push(child);
    return child;
  }

  const [client, peer] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  start('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--initial-cluster', `default=${peerUrl}`],
    ...['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl, '--log-level', 'error'],
  ]);
  await until('etcd', async () => (await fetch(`${clientUrl}/health`)).ok);

  async function member(name: string): Promise<Member> {
    const [port, control] = [await freePort(), await freePort()];
    const data = join(folder, name);
    const socket = join(folder, `${name}-socket`);
    await mkdir(socket);
    await chmod(socket, 0o777);
    const config = join(folder, `${name}.json`);
    // JSON is YAML.
    await writeFile(config, JSON.stringify(settingsOf({ name, port, control, data, socket, client })), {
      mode: 0o644,
    });
    const asServer =
      process.getuid?.() === 0
        ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--']
        : [];
    const [program = 'patroni', ...args] = [...asServer, 'patroni', config];
    const agent = start(program, args);
    const processes = () =>
      execFileSync('pgrep', ['-f', `${data}( |$)`])
        .toString()
        .split('\n')
        .filter((line) => line !== '')
        .map(Number);
    const killServer = () => {
      const [postmaster] = processes().filter((pid) => pid !== agent.pid);
      if (postmaster === undefined) throw new Error(`no server runs in ${data}`);
      kill(postmaster);
    };
    return {
      ...{ name, port, control, agent, killServer },
      async killNode() {
        const gone = once(agent, 'exit');
        agent.kill('SIGKILL');
        killServer();
        await gone;
      },
    };
  }
  const members = [await member('n1')];
  await until('the first node', async () => (await roleOf(members[0])) === 'primary', 120_000);
  members.push(await member('n2'));

  const [primary, replica] = [await freePort(), await freePort()];
  const proxy = join(folder, 'haproxy.cfg');
  await writeFile(proxy, proxyConfig(members, primary, replica));
  start('haproxy', ['-db', '-q', '-f', proxy]);
  const address = (port: number) => `postgresql://cinnabar:unused-here@127.0.0.1:${port}/postgres`;

  return {
    primaryUrl: address(primary),
    replicaUrl: address(replica),
    serverUrls: members.map(({ port }) => address(port)),
    async leader() {
      for (const each of members) if ((await roleOf(each)) === 'primary') return each;
      throw new Error('no node is the primary');
    },
    synchronous: () =>
      until(
        'a synchronous standby',
        async () => {
          const answers = await Promise.all(
            members.map(({ control }) => fetch(`http://127.0.0.1:${control}/sync`)),
          );
          // Patroni still says so of a standby that has not yet come back to a primary that was started again.
          return answers.some(({ status }) => status === 200) && (await isFollowed(address(primary)));
        },
        120_000,
      ),
    async close() {
      for (const { agent, killServer } of members) {
        agent.kill('SIGKILL');
        try {
          killServer();
        } catch {
          // Killed by the test.
        }
      }
      for (const child of children) child.kill('SIGKILL');
      await pause(500);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function kill(pid: number): void {
  process.kill(pid, 'SIGKILL');
}

/** Whether commits of the primary wait for a standby. */
async function isFollowed(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

async function roleOf(member: Member | undefined): Promise<'primary' | 'other'> {
  if (member === undefined) return 'other';
  try {
    const { status } = await fetch(`http://127.0.0.1:${member.control}/primary`);
    return status === 200 ? 'primary' : 'other';
  } catch {
    return 'other';
  }
}

async function until(what: string, holds: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(200);
  }
}

interface Place {
  readonly name: string;
  readonly port: number;
  readonly control: number;
  readonly data: string;
  readonly socket: string;
  readonly client: number;
}

/** What operators are told to write. */
const GUIDE = textOf('docs/scale.md');

/** With the times of the guide. */
function settingsOf({ name, port, control, data, socket, client }: Place) {
  const account = (username: string) => ({ username, password: 'unused-here' });
  return {
    scope: 'cinnabar',
    name,
    restapi: { listen: `127.0.0.1:${control}`, connect_address: `127.0.0.1:${control}` },
    etcd3: { host: `127.0.0.1:${client}` },
    bootstrap: {
      dcs: {
        ttl: timeOf('ttl'),
        loop_wait: timeOf('loop_wait'),
        retry_timeout: timeOf('retry_timeout'),
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: PROGRAMS,
      pgpass: join(socket, 'pgpass'),
      parameters: { unix_socket_directories: socket },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
      authentication: { superuser: account('cinnabar'), replication: account('replicator') },
    },
  };
}

function timeOf(setting: string): number {
  const [, seconds] = new RegExp(`^${setting}: (\\d+)$`, 'm').exec(GUIDE) ?? [];
  if (seconds === undefined) throw new Error(`docs/scale.md tells no ${setting}`);
  return Number(seconds);
}

/** That of the guide, with the addresses of this machine. */
function proxyConfig(members: readonly Member[], primary: number, replica: number): string {
  const [, given = ''] = /^```\n(# HAProxy[^`]*)^```$/m.exec(GUIDE) ?? [];
  const servers = members.map(
    ({ name, port, control }) => `server ${name} 127.0.0.1:${port} check port ${control}`,
  );
  return given
    .replace('bind :5000', `bind 127.0.0.1:${primary}`)
    .replace('bind :5001', `bind 127.0.0.1:${replica}`)
    .replace(/server n(\d) .*/g, (line, number) => servers[Number(number) - 1] ?? line);
}
