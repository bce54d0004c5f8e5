// Anonymous clients, one for each connection. Each request comes from a different address, and none of them honours
// Retry-After.
import { request } from 'node:http';
import { costlyPdf } from './hostile-files.mjs';

const [port = '', connections = '16'] = process.argv.slice(2);

const boundary = 'cinnabar-flood';
const bodies = [
  // Within the limit of revisions, but takes at least a second to verify.
  costlyPdf(300, 1000),
  costlyPdf(280, 300),
  // Thousands of revisions, far beyond the limit.
  costlyPdf(9_900, 10),
].map(formOf);
let flooding = false;
const underWay = new Set();
let sent = 0;
let counts = new Map();

process.on('message', (wanted) => {
  flooding = wanted === 'start';
  if (flooding) {
    counts = new Map();
    for (let each = 0; each < Number(connections); each += 1) void stranger();
  } else {
    for (const each of underWay) each.destroy();
    process.send([...counts]);
  }
});
process.on('disconnect', () => process.exit());

async function stranger() {
  while (flooding) {
    const outcome = await post(bodies[sent % bodies.length]);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
}

function post(body) {
  sent += 1;
  const headers = {
    'x-forwarded-for': `2001:db8:${(sent >> 16).toString(16)}:${(sent & 0xffff).toString(16)}::1`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  };
  return new Promise((resolve) => {
    const posted = request({
      host: '127.0.0.1',
      port,
      path: '/pages/verify',
      method: 'POST',
      headers,
      agent: false,
    });
    underWay.add(posted);
    posted.on('close', () => {
      underWay.delete(posted);
      resolve('broken off');
    });
    posted.on('error', () => undefined);
    posted.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    posted.end(body);
  });
}

function formOf(file) {
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n` +
    'content-type: application/pdf\r\n\r\n';
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
