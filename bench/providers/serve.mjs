/** Local servers that answer like providers, with as little work as possible. */
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';

/** @param answer the body of the answer to a path */
export async function serveHttp(answer) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(answer(request.url)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A mail server without TLS and account. */
export async function serveSmtp() {
  const sockets = new Set();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let isMessage = false;
    let text = '';
    socket.write('220 mail.example.com\r\n');
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
      for (;;) {
        const end = isMessage ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (isMessage ? 5 : 2));
        const isData = !isMessage && /^DATA/i.test(line);
        socket.write(isData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
        isMessage = isData;
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: String(server.address().port),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
