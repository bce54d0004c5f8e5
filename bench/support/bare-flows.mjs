// Processor and wall-clock time of a contract without the service, on the same machine and database: see bare-service.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { bareClient } from './client.mjs';
import { firstThreadTime, processorTime, serverTime } from './processor-time.mjs';
import { median } from './statistics.mjs';

const program = fileURLToPath(new URL('./bare-service.mjs', import.meta.url));
/** Made-up ids above those of contracts. */
const FIRST_ID = 1_000_000_000;
/** Flows that are played one at a time. */
const ALONE = 50;

/**
 * @param service of the benchmark, whose database is used
 * @param model id of a completed contract, whose rows each flow repeats
 * @returns processor time of one flow by part, and the median times of a start and of a signature one at a time, ms
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
    const took = { '/start': [], '/sign': [] };
    for (const last = next + ALONE; next < last; ) await playBareFlow(client, next++, took);
    client.close();
    const cost = Object.entries(after).map(([part, time]) => [part, (time - before[part]) / flows]);
    return { ...Object.fromEntries(cost), start: median(took['/start']), sign: median(took['/sign']) };
  } finally {
    const ended = once(child, 'exit');
    if (child.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As many requests as a contract by code takes. */
async function playBareFlow(client, flowId, took = {}) {
  const ask = async (path, body) => {
    const began = performance.now();
    const { status, bytes } = await client.send('POST', path, Buffer.from(JSON.stringify(body)));
    if (status !== 200) throw new Error(`${path} returned ${status} ${bytes.toString('utf8')}`);
    took[path]?.push(performance.now() - began);
  };
  await ask('/start', { flowId });
  await ask('/read', { flowId });
  await ask('/fill', { flowId });
  for (const side of [0, 1]) {
    // A code and the message with it, the proof, and the controls.
    await ask('/prove', { flowId, side });
    await ask('/read', { flowId });
    await ask('/prove', { flowId, side });
    await ask('/read', { flowId });
    await ask('/sign', { flowId, side });
  }
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
