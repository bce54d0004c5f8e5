// A small ERP that has contracts signed inside of its own page.
//
//   npm run cinnabar -- corp embed --corp 1 http://localhost:4000
//   node examples/embedding/server.mjs data/demo.json
//
// Then open http://localhost:4000. To a browser that is another site than 127.0.0.1, as yours will be.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { Cinnabar } from '@cinnabar/sdk';

const [, , demo = 'data/demo.json', port = '4000'] = process.argv;
const { baseUrl, enterprises } = JSON.parse(await readFile(demo, 'utf8'));
const [{ appId, appSecret, corpName, owner }] = enterprises;
// The secret stays on this server. The browser gets links that open one contract for one person.
const cinnabar = new Cinnabar({ baseUrl, appId, appSecret, userId: owner.userId });

async function startContract() {
  const file = await cinnabar.template.uploadContractFile({
    file: await readFile(new URL('../../scripts/sample/purchase-contract.pdf', import.meta.url)),
    fileName: '采购合同.pdf',
  });
  const { flowId, participantList } = await cinnabar.signTask.directSignFlow({
    flowTitle: '采购合同',
    contractFileList: [file],
    participantList: [
      {
        participantFlag: '甲方',
        participantType: 1,
        participantCorpName: corpName,
        psnAccount: owner.mobile,
        psnName: owner.realName,
      },
    ],
  });
  const [{ participantId }] = participantList;
  return { flowId, address: await cinnabar.signTask.getSignUrl({ flowId, participantId }) };
}

const routes = {
  'GET /': () => page,
  'GET /erp.js': () => readFile(new URL('erp.js', import.meta.url), 'utf8'),
  'POST /contracts': startContract,
  // What a message from the frame says is news; how things stand is asked here, by the server.
  'GET /state': async (query) => {
    const { flowStatus } = await cinnabar.signTask.contract.taskInfo({ flowId: Number(query.get('flowId')) });
    return { flowStatus };
  },
  'GET /contract.pdf': (query) =>
    cinnabar.signTask.contract.download({ flowId: Number(query.get('flowId')) }),
};

const page = `<!doctype html>
<html lang="zh">
  <meta charset="utf-8">
  <title>ERP</title>
  <h1>采购订单 PO-2042</h1>
  <p><button id="start" data-service="${new URL(baseUrl).origin}">发起合同</button> <span id="state"></span></p>
  <div id="frame"></div>
  <ol id="news"></ol>
  <script src="/erp.js"></script>
</html>`;

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const route = routes[`${request.method} ${pathname}`];
  if (route === undefined) return response.writeHead(404).end();
  try {
    const answer = await route(searchParams);
    if (typeof answer === 'string') {
      const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(answer);
    } else if ('stream' in answer) {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      Readable.fromWeb(answer.stream).pipe(response);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }
  } catch (error) {
    response
      .writeHead(502, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: String(error) }));
  }
}).listen(Number(port), () => console.log(`http://localhost:${port}`));
