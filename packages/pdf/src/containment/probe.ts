import { spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Containment, inSandbox } from './containment.js';
import { nodeProgram, programFolders } from './program-folders.js';

/** Targets that a contained process tries to reach. */
export interface ProbeTargets {
  /** Process id of the service and its process namespace; null if the namespace cannot be determined. */
  readonly pid: number;
  readonly pidNamespace: string | null;
  readonly secret: string;
  readonly port: number;
  readonly socket: string;
  /** A writable folder; null: none. */
  readonly own: string | null;
}

const DEADLINE = 20_000;

/** Identifies the process namespace. */
export function namespaceOfPids(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

const CHILD = fileURLToPath(new URL('./probe-child.js', import.meta.url));

/**
 * Verifies an isolation mechanism on this machine: runs a process in it that tries to escape.
 * @returns null if the isolation holds, otherwise its defect
 */
export async function probe(containment: Containment): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-probe-'));
  const [secret, socket, own] = [join(folder, 'secret'), join(folder, 'socket'), join(folder, 'own')];
  const servers: Server[] = [];
  try {
    await writeFile(secret, 'secret', { mode: 0o600 });
    await mkdir(own);
    const port = portOf(await listening(servers, { host: '127.0.0.1', port: 0 }));
    await listening(servers, { path: socket });
    const pidNamespace = namespaceOfPids();
    return await attempt(containment, { pid: process.pid, pidNamespace, secret, port, socket, own });
  } finally {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function attempt(containment: Containment, targets: ProbeTargets): Promise<string | null> {
  const own = targets.own === null ? [] : [targets.own];
  const access = { readable: programFolders(), writable: own, pipes: false, endsWithStarter: true };
  const [program, ...args] = inSandbox(containment, [nodeProgram(), CHILD, JSON.stringify(targets)], access);
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(program, args, {
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DEADLINE,
      killSignal: 'SIGKILL',
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
      });
    }
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? null : said.trim().split('\n')[0] || `ended with ${code ?? signal}`),
    );
  });
}

async function listening(
  servers: Server[],
  where: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, resolve);
  });
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
