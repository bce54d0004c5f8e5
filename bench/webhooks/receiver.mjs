// A receiver in a separate process: counts arriving events, records their times, and returns 204 at once.
import { createServer } from 'node:http';

const ids = new Set();
let count = 0;
let lags = [];
let firstAt = 0;
let lastAt = 0;

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    count += 1;
    lastAt = Date.now();
    if (count === 1) firstAt = lastAt;
    const id = request.headers['webhook-id'];
    if (id !== undefined) {
      ids.add(id);
      lags.push(lastAt - Date.parse(JSON.parse(Buffer.concat(parts).toString('utf8')).timestamp));
    }
    response.writeHead(204).end();
  });
});

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

process.on('message', (question) => {
  if (question === 'reset') {
    ids.clear();
    [count, lags, firstAt, lastAt] = [0, [], 0, 0];
    process.send({});
  } else
    process.send({ count, different: ids.size, firstAt, lastAt, ...(question === 'lags' ? { lags } : {}) });
});
process.on('disconnect', () => process.exit());
