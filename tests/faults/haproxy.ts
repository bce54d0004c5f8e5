/** HAProxy with the configuration of examples/haproxy.cfg, in front of processes on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/app.js';
import { textOf } from '../support/documentation.js';

export interface ReverseProxy {
  readonly baseUrl: string;
  /** Sends requests to `ports`, the first of which is web1. */
  start(ports: readonly number[]): Promise<void>;
  /** Whether the process is sent requests, and how many it has been sent. */
  server(name: string): Promise<{ readonly isUp: boolean; readonly requests: number }>;
  /** Waits until the process is sent requests. */
  inService(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** The address is known before the processes start, because their links contain it. */
export async function openProxy(folder: string): Promise<ReverseProxy> {
  const [port, statistics] = [await freePort(), await freePort()];
  let stop = async (): Promise<void> => undefined;

  async function server(name: string) {
    const lines = (await (await fetch(`http://127.0.0.1:${statistics}/;csv`)).text()).split('\n');
    const names = (lines[0] ?? '').slice(2).split(',');
    const values = lines.find((line) => line.startsWith(`web,${name},`))?.split(',') ?? [];
    const value = (column: string) => values[names.indexOf(column)] ?? '';
    return { isUp: value('status') === 'UP', requests: Number(value('stot')) };
  }

  async function inService(name: string): Promise<void> {
    while ((await server(name).catch(() => null))?.isUp !== true) await pause(50);
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    server,
    inService,
    async start(ports) {
      const config = join(folder, 'haproxy.cfg');
      const given = textOf('examples/haproxy.cfg')
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace(/ +bind :80\n +http-request redirect .*\n/, '')
        .replace(/(server web(\d)) .*/g, (_, name, number) => `${name} 127.0.0.1:${ports[number - 1]}`);
      const shown = `listen statistics\n    bind 127.0.0.1:${statistics}\n    stats enable\n    stats uri /\n`;
      await writeFile(config, `${given}\n${shown}`);
      const child = spawn('haproxy', ['-db', '-q', '-f', config], { stdio: 'inherit' });
      const exited = once(child, 'exit');
      stop = async () => {
        child.kill('SIGKILL');
        await exited;
      };
      for (let port = 1; port <= ports.length; port += 1) await inService(`web${port}`);
    },
    stop: () => stop(),
  };
}
