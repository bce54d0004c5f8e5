import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Places } from './places.js';

/**
 * Limits concurrent sockets. A connection beyond the limit is closed without an answer, because an answer would cost
 * more than the connection. Behind a proxy all connections are the proxy's, and only their total is limited.
 */
export function limitConnections(
  server: Server,
  limits: { readonly connections: number; readonly connectionsPerAddress: number },
  behindProxy: boolean,
): void {
  server.maxConnections = limits.connections;
  if (behindProxy) return;
  const places = new Places({ most: limits.connections, perAddress: limits.connectionsPerAddress });
  server.on('connection', (socket: Socket) => {
    const leave = places.enter(socket.remoteAddress ?? '');
    if (typeof leave === 'string') socket.destroy();
    else socket.once('close', leave);
  });
}
