import { createServer } from 'node:net';
import type { Config } from '../../settings/config.js';
import { error, type Finding, ok, warn } from './finding.js';

const REQUEST_TIMEOUT_MS = 3_000;

/** Checks whether the service is running; if not, whether its port is free. */
export async function checkService(config: Config): Promise<Finding> {
  const { host, port } = config;
  const address = addressOf(config);
  const answer = await askService(config, '/readyz');
  if (answer?.status === 200) {
    return ok('service', { zh: `运行正常，地址为 ${address}`, en: `running and ready at ${address}` });
  }
  if (answer?.status === 503) {
    const state = await answer.text();
    return warn(
      'service',
      {
        zh: `${address} 有响应，但尚未就绪：${state}`,
        en: `${address} answers, but is not ready: ${state}`,
      },
      { zh: '查看其他检查项和服务日志', en: 'see the other checks and the log of the service' },
    );
  }
  if (await isFree(host, port)) {
    return ok('service', { zh: `未运行，${address} 未被占用`, en: `not running; ${address} is free` });
  }
  return error(
    'service',
    { zh: `${address} 已被其他程序占用`, en: `another program answers at ${address}` },
    { zh: '停止该程序，或通过 PORT 指定其他端口', en: 'stop it, or choose another PORT' },
  );
}

type Address = Pick<Config, 'host' | 'port'>;

function addressOf({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The answer of the running service; null if it gives none. */
export function askService(config: Address, path: `/${string}`): Promise<Response | null> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  return fetch(`${addressOf(config)}${path}`, { signal }).catch(() => null);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
