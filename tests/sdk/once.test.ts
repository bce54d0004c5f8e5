import { createServer, type Server } from 'node:http';
import { Cinnabar } from '@cinnabar/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, contractPdf } from '../support/given-flow.js';

/** Headers of the connection, which each hop sets itself. */
const hopByHop: readonly string[] = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect'];

let app: RunningApp;
let enterprise: Enterprise;
let proxy: Server;
/** Paths whose next responses are lost, although the service has carried the requests out. */
let losses: string[] = [];
let carried: string[] = [];

beforeAll(async () => {
  app = await startApp();
  enterprise = await givenEnterprise(app);
  proxy = createServer(async (request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !hopByHop.includes(name)) headers.set(name, value);
    }
    const body = Buffer.concat(chunks);
    const answer = await fetch(app.baseUrl + path, { method: 'POST', headers, body });
    const text = await answer.text();
    carried.push(`${path} ${answer.status}`);
    const lost = losses.indexOf(path);
    if (lost === -1) {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
      return;
    }
    losses.splice(lost, 1);
    response.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => proxy.close(resolve));
  await app.close();
});

function client(): Cinnabar {
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { appId, appSecret, owner } = enterprise;
  return new Cinnabar({ baseUrl: `http://127.0.0.1:${port}`, appId, appSecret, userId: owner.userId });
}

test('a field that the service does not know is named to onAnswer', async () => {
  const { appId, appSecret, owner } = enterprise;
  const { baseUrl } = app;
  const ignored: (readonly string[])[] = [];
  const cinnabar = new Cinnabar({
    ...{ baseUrl, appId, appSecret, userId: owner.userId },
    onAnswer: ({ ignoredFields }) => ignored.push(ignoredFields),
  });
  // As a program in JavaScript may misspell it.
  const misspelt: object = { flowTitel: '采购合同', '名 称': 1 };
  await cinnabar.signTask.contract.list(misspelt);
  expect(ignored).toEqual([[], ['flowTitel', '名 称']]);
});

describe('with lost responses', () => {
  test('a contract is started once and charged once, and the caller gets its id', async () => {
    const cinnabar = client();
    const before = await cinnabar.corp.baseInfo();
    const upload = '/template/uploadContractFile';
    const start = '/signTask/directSignFlow';
    losses = [upload, start, start];
    carried = [];
    const file = await cinnabar.template.uploadContractFile({
      file: await contractPdf(),
      fileName: '合同.pdf',
    });
    const { flowId } = await cinnabar.signTask.directSignFlow({
      flowTitle: '一次',
      contractFileList: [file],
      participantList: [{ ...as('甲方', enterprise.owner, enterprise), participantType: 1 }],
    });
    expect(carried).toEqual([
      `${upload} 200`,
      `${upload} 200`,
      `${start} 200`,
      `${start} 200`,
      `${start} 200`,
    ]);
    const { items } = await cinnabar.signTask.contract.list({ flowTitle: '一次' });
    expect(items.map((flow) => flow.flowId)).toEqual([flowId]);
    const after = await cinnabar.corp.baseInfo();
    expect(after.accountBalance).toBe(before.accountBalance - 1);
  });
});
