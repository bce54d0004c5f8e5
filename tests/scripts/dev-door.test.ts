/** The address of npm run dev, in front of a service that comes and goes. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openDoor } from '../../scripts/dev/door.mjs';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function givenDoor() {
  const door = await openDoor('127.0.0.1', 0);
  open.push(() => door.close());
  return { door, address: `http://127.0.0.1:${door.port}` };
}

async function givenService(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

describe('the address in development', () => {
  test('lets a request wait until a service is there', async () => {
    const { door, address } = await givenDoor();
    const waiting = fetch(`${address}/healthz`);
    door.leadTo(await givenService((_, response) => response.end('first')));
    expect(await (await waiting).text()).toBe('first');
  });

  test('leads to the newest service', async () => {
    const { door, address } = await givenDoor();
    door.leadTo(await givenService((_, response) => response.end('first')));
    door.leadTo(await givenService((_, response) => response.end('second')));
    expect(await (await fetch(address)).text()).toBe('second');
  });

  test('passes method, headers, body and status unchanged', async () => {
    const { door, address } = await givenDoor();
    const service = await givenService((request, response) => {
      response.writeHead(201, { 'x-request-id': '7', 'set-cookie': ['a=1', 'b=2'] });
      response.write(`${request.method} ${request.url} ${request.headers['appid']} `);
      request.pipe(response);
    });
    door.leadTo(service);
    const answer = await fetch(`${address}/seal/modify?x=1`, {
      method: 'POST',
      headers: { appId: 'me' },
      body: '{}',
    });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([201, '7']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answer.text()).toBe('POST /seal/modify?x=1 me {}');
  });

  test('adds to a page the script that reloads it, and tells it when the pages were rebuilt', async () => {
    const { door, address } = await givenDoor();
    const service = await givenService((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<body>页面</body>');
    });
    door.leadTo(service);
    const page = await fetch(address, { headers: { accept: 'text/html' } });
    expect(await page.text()).toBe('<body>页面<script src="/dev/reload.js"></script></body>');
    const script = await (await fetch(`${address}/dev/reload.js`)).text();
    expect(script).toContain('/dev/events');
    const events = (await fetch(`${address}/dev/events`)).body?.getReader();
    door.reloadBrowsers();
    const told = await events?.read();
    expect(Buffer.from(told?.value ?? []).toString()).toContain('event: reload');
    await events?.cancel();
  });

  test('says so when the service has gone', async () => {
    const { door, address } = await givenDoor();
    door.leadTo('http://127.0.0.1:1');
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});
