// Finds the running service for the demo, or starts one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../start.mjs', import.meta.url));
/** The first start may have to install and build. */
const LONGEST_START_MS = 300_000;

/** @returns its address, the folder with its demo.json, and a function that restores the initial state */
export async function findOrStartService({ baseUrl, dataDir }) {
  const demoFile = join(dataDir, 'demo.json');
  const known = existsSync(demoFile) ? JSON.parse(await readFile(demoFile, 'utf8')) : undefined;
  const address = (baseUrl ?? known?.baseUrl ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`).replace(
    /\/+$/,
    '',
  );
  if (await answers(address)) {
    if (known === undefined) {
      console.error(`${address} answers, but ${demoFile} is missing: set its folder with --data-dir`);
      process.exit(1);
    }
    console.log(`服务 / service: ${address}`);
    return { baseUrl: address, dataDir, stop: async () => undefined };
  }
  if (baseUrl !== undefined) {
    console.error(`${address} does not answer`);
    process.exit(1);
  }
  return startService(address);
}

async function answers(address) {
  try {
    return (await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(3_000) })).ok;
  } catch {
    return false;
  }
}

async function startService(silentAddress) {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-demo-'));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  console.log(
    `${silentAddress} 没有响应，临时启动一个沙箱服务 / does not answer: starting a sandbox of its own`,
  );
  const server = spawn(process.execPath, [START], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      MODE: 'sandbox',
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
      DATA_DIR: folder,
      DATABASE_URL: '',
      DATABASE_URL_FILE: '',
      MASTER_KEY: '',
      MASTER_KEY_FILE: '',
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
    console.log('\n临时服务已停止 / the temporary service was stopped');
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void stop().then(() => process.exit(1)));

  const deadline = Date.now() + LONGEST_START_MS;
  while (server.exitCode === null && Date.now() < deadline) {
    if (await answers(baseUrl)) {
      console.log(`服务 / service: ${baseUrl}`);
      return { baseUrl, dataDir: folder, stop };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  console.error('the service did not start');
  process.exit(1);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
