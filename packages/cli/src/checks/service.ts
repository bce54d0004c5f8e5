import { createServer } from 'node:net';
import type { Config } from '@cinnabar/server/settings/config.js';
import { error, type Finding, ok, warn } from './finding.js';

const REQUEST_TIMEOUT_MS = 3_000;

/** Checks whether the service is running; if not, whether its port is free. */
export async function checkService({ host, port }: Config): Promise<Finding> {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch(
    () => null,
  );
  if (answer?.status === 200) return ok('service', `running and ready at ${address}`);
  if (answer?.status === 503) {
    const message = `${address} answers, but is not ready: ${await answer.text()}`;
    return warn('service', message, 'see the other checks and the log of the service');
  }
  if (await isFree(host, port)) return ok('service', `not running; ${address} is free`);
  return error('service', `another program answers at ${address}`, 'stop it, or choose another PORT');
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
