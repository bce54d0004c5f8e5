// The processor time of a contract without the service, on the same machine and database: see bare-service.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareClient } from './client.mjs';
import { firstThreadTime, processorTime, serverTime } from './processor-time.mjs';

const program = fileURLToPath(new URL('./bare-service.mjs', import.meta.url));
/** Made-up ids above those of contracts. */
const FIRST_ID = 1_000_000_000;

/**
 * @param service of the benchmark, whose database is used
 * @param model id of a completed contract, whose rows each flow repeats
 * @returns processor time of one flow by part, ms
 */
export async function bareFlows(service, model, { flows, warmUp, atOnce }) {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-bare-'));
  const given = JSON.stringify({ address: service.address, flowId: model, folder });
  const child = spawn(process.execPath, [program, given], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const [port] = await once(child, 'message');
    const client = bareClient(`http://127.0.0.1:${port}`);
    let next = FIRST_ID;
    const play = async (count) => {
      const last = next + count;
      const lane = async () => {
        while (next < last) await playBareFlow(client, next++);
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    };
    await play(warmUp);
    const before = times(service, child.pid);
    await play(flows);
    const after = times(service, child.pid);
    client.close();
    return Object.fromEntries(
      Object.entries(after).map(([part, time]) => [part, (time - before[part]) / flows]),
    );
  } finally {
    const ended = once(child, 'exit');
    if (child.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As many requests as a contract by code takes. */
async function playBareFlow(client, flowId) {
  await ask(client, '/start', { flowId });
  await ask(client, '/read', { flowId });
  await ask(client, '/fill', { flowId });
  for (const side of [0, 1]) {
    // A code and the message with it, the proof, and the controls.
    await ask(client, '/prove', { flowId, side });
    await ask(client, '/read', { flowId });
    await ask(client, '/prove', { flowId, side });
    await ask(client, '/read', { flowId });
    await ask(client, '/sign', { flowId, side });
  }
}

async function ask(client, path, body) {
  const { status, bytes } = await client.send('POST', path, Buffer.from(JSON.stringify(body)));
  if (status !== 200) throw new Error(`${path} returned ${status} ${bytes.toString('utf8')}`);
}

function times({ databasePid }, pid) {
  const own = process.cpuUsage();
  return {
    eventLoop: firstThreadTime(pid),
    service: processorTime(pid),
    database: databasePid === null ? Number.NaN : serverTime(databasePid),
    client: (own.user + own.system) / 1000,
  };
}
