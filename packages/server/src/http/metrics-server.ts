import { createServer } from 'node:http';
import { listenError } from './listen-error.js';
import type { Metrics } from './metrics.js';

export interface MetricsServer {
  /** @throws InvalidSetting, METRICS_PORT, if it cannot listen */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** The metrics on a port of their own, which no proxy in front of the service passes on. */
export function createMetricsServer(
  metrics: Pick<Metrics, 'contentType' | 'text'>,
  { host, metricsPort }: { readonly host: string; readonly metricsPort: number },
): MetricsServer {
  const server = createServer(({ method, url = '/' }, response) => {
    const [path] = url.split('?', 1);
    if (path !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(path === '/metrics' ? 405 : 404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', (error) =>
          reject(listenError(error, { host, port: metricsPort }, 'METRICS_PORT')),
        );
        server.listen(metricsPort, host, resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
