// The address that browsers and programs use in development. It leads to the service, whose own port changes with every
// restart: requests wait while there is none, and pages reload when they were rebuilt.
import { once } from 'node:events';
import http from 'node:http';

const WAIT_MS = 60_000;
const RELOAD_SCRIPT = `new EventSource('/dev/events').addEventListener('reload', () => location.reload());\n`;
const SCRIPT_TAG = '<script src="/dev/reload.js"></script></body>';

export async function openDoor(host, port) {
  const browsers = new Set();
  let address = null;
  let waiting = [];

  const arrival = () =>
    address ??
    new Promise((resolve) => {
      const entry = { resolve, timer: setTimeout(() => resolve(null), WAIT_MS) };
      waiting.push(entry);
    });

  const server = http.createServer((request, response) => {
    if (request.url === '/dev/reload.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      response.end(RELOAD_SCRIPT);
    } else if (request.url === '/dev/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.flushHeaders();
      browsers.add(response);
      response.once('close', () => browsers.delete(response));
    } else {
      void forward(request, response, arrival);
    }
  });
  server.listen(port, host);
  await once(server, 'listening');

  return {
    port: server.address().port,

    /** @param given address of the service; null: requests wait for the next one */
    leadTo(given) {
      address = given;
      if (given === null) return;
      for (const { resolve, timer } of waiting) {
        clearTimeout(timer);
        resolve(given);
      }
      waiting = [];
    },

    reloadBrowsers() {
      for (const browser of browsers) browser.write('event: reload\ndata:\n\n');
    },

    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(request, response, arrival) {
  const target = await arrival();
  if (target === null) return refuse(response, 'the service is not running');
  const headers = { ...request.headers };
  // A page is changed on its way and must arrive as plain text.
  if (String(headers.accept ?? '').includes('text/html')) delete headers['accept-encoding'];
  const outgoing = http.request(new URL(request.url, target), { method: request.method, headers });
  outgoing.once('error', (error) => refuse(response, error.message));
  outgoing.once('response', (incoming) => void answer(incoming, response));
  response.once('close', () => outgoing.destroy());
  request.pipe(outgoing);
}

async function answer(incoming, response) {
  const { statusCode, rawHeaders } = incoming;
  const isPage = String(incoming.headers['content-type'] ?? '').startsWith('text/html');
  incoming.once('error', () => response.destroy());
  if (!isPage) {
    response.writeHead(statusCode, rawHeaders);
    incoming.pipe(response);
    return;
  }
  const chunks = await incoming.toArray().catch(() => []);
  const page = Buffer.concat(chunks).toString('utf8').replace('</body>', SCRIPT_TAG);
  const headers = { ...incoming.headers, 'content-length': Buffer.byteLength(page) };
  delete headers['transfer-encoding'];
  response.writeHead(statusCode, headers);
  response.end(page);
}

function refuse(response, message) {
  if (response.headersSent) return response.destroy();
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' });
  response.end(`npm run dev: ${message}; its cause is in the terminal\n`);
}
