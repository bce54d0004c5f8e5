import { connect, createServer, type Socket } from 'node:net';
import type { FreshDatabase } from './fresh-database.js';

/** A TCP address of a database that can be taken away and given back. */
export interface DatabaseProxy {
  /** In the form of DATABASE_URL. */
  readonly connectionString: string;
  /** Breaks all connections and refuses new ones. */
  close(): Promise<void>;
  /** Accepts connections again, at the same address. */
  open(): Promise<void>;
  /**
   * As if the machine of the server were lost, and another had its address: the present connections stay open, and
   * nothing is answered on them.
   */
  silence(): void;
}

export async function proxyTo({ address }: FreshDatabase): Promise<DatabaseProxy> {
  const target = targetOf(address);
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((client) => {
    const upstream = connect(target.at);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.once('close', () => pairs.delete(pair));
    client.pipe(upstream).pipe(client);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    connectionString: `postgresql://${target.credentials}@127.0.0.1:${port}/${target.database}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    open: () => listen(port),
    silence() {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
      }
    },
  };
}

function targetOf(address: FreshDatabase['address']) {
  if ('connectionString' in address) {
    const { username, password, hostname, port, pathname } = new URL(address.connectionString);
    const number = Number(port === '' ? 5432 : port);
    const host = decodeURIComponent(hostname);
    const at = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number };
    return { at, credentials: `${username}:${password}`, database: pathname.slice(1) };
  }
  const { host, port, user, database } = address;
  const at = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  return { at, credentials: user, database };
}
