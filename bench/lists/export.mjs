// Export of many flows: rows per second, memory of the service, and the limit, which is the database writing the same
// rows in the same order to /dev/null.
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { forgetPeak, peakOf } from '../support/peak-memory.mjs';
import { firstThreadTime, processorTime, serverTime } from '../support/processor-time.mjs';

const READ_MEMORY_MS = 200;

/** @returns {seconds, megabytes, peaks: MB at each tenth of the time, eventLoop, service, database: CPU seconds} */
export async function measureExport(service, client, path, body) {
  forgetPeak(service.pid);
  const before = times(service);
  const began = performance.now();
  const memory = [];
  const watch = setInterval(() => memory.push(peakOf(service.pid)), READ_MEMORY_MS);
  const bytes = await take(client, path, body);
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  memory.push(peakOf(service.pid));
  const after = times(service);
  const spent = Object.fromEntries(
    Object.keys(after).map((name) => [
      name,
      after[name] === null ? Number.NaN : (after[name] - before[name]) / 1000,
    ]),
  );
  return {
    seconds,
    megabytes: bytes / 1e6,
    halfWay: memory[Math.floor(memory.length / 2)],
    peak: memory.at(-1),
    ...spent,
  };
}

function times(service) {
  return {
    eventLoop: firstThreadTime(service.pid),
    service: processorTime(service.pid),
    database: service.databasePid === null ? null : serverTime(service.databasePid),
  };
}

/** Reads and discards the response body; returns its length. */
function take(client, path, body) {
  return new Promise((resolve, reject) => {
    const sent = request(client.baseUrl + path, { method: 'POST', headers: client.headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** Copies the same rows with COPY, in seconds; null if the server does not permit writing files. */
export async function measureCopy(service, corpId) {
  const began = performance.now();
  try {
    await service.statement(
      `copy (
         select flow_id, flow_code, title, status, description, owner_corp_name, initiator_name, signer_names,
           signer_corps, source_order_code, created_at, started_at, finished_at, deadline
         from flow_inbox where viewer_corp_id = ${Number(corpId)} and user_id = 0 and not confidential
         order by created_at desc, flow_id desc
       ) to '/dev/null'`,
    );
    return (performance.now() - began) / 1000;
  } catch {
    return null;
  }
}
