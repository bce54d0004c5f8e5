// A gateway for text messages: SMS_PROVIDERS=http, SMS_HTTP_URL=http://127.0.0.1:8025, and the same SMS_HTTP_SECRET.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const sent = new Map();
const send = async ({ mobile, text }) => console.log(`${mobile} ${text}`); // Here is your carrier.

const gateway = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': signature = '',
  } = request.headers;
  const mac = createHmac('sha256', process.env.SMS_HTTP_SECRET)
    .update(`${id}.${time}.${body}`)
    .digest('base64');
  const [given, expected] = [Buffer.from(signature), Buffer.from(`v1,${mac}`)];
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isGenuine || Math.abs(Date.now() / 1000 - time) > 300)
    return response.writeHead(401).end('{"error":"FORGED"}');
  if (JSON.parse(body).type === 'sms.send' && !sent.has(id)) sent.set(id, send(JSON.parse(body)));
  await sent.get(id);
  response.end(JSON.stringify({ id }));
});
gateway.listen(process.env.PORT ?? 8025, '127.0.0.1', () => console.log(`port ${gateway.address().port}`));
