/** The print copy of a contract, and the page that its code opens. */
import { createHash } from 'node:crypto';
import { contractCancel, contractDel, contractDownload } from '@cinnabar/api/operations/flows.js';
import type { CheckedContract } from '@cinnabar/api/pages/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSTANCES, type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  download,
  type FlowId,
  fillAll,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { pdfsig, pdftotext, pdftotextWords, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { readQr } from '../support/read-qr.js';
import { tamper } from '../support/tamper.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let stranger: Enterprise;
let completed: FlowId;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running, { profile: { corpName: '星河科技有限公司' } });
  supplier = await givenEnterprise(running);
  stranger = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
  completed = await givenCompleted();
});

afterAll(() => running.close());

async function givenFlow(): Promise<FlowId> {
  const template = await givenTemplate(buyer.owner.client);
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', supplier.owner, supplier)],
  });
  return flowId;
}

async function givenSigning(): Promise<FlowId> {
  const flowId = await givenFlow();
  await fillAll(buyer.owner, flowId, '一万元整');
  await fillAll(supplier.owner, flowId, '上海市');
  return flowId;
}

async function givenCompleted(): Promise<FlowId> {
  const flowId = await givenSigning();
  await sign(buyer.owner, flowId);
  await sign(supplier.owner, flowId);
  return flowId;
}

async function asked(person: Person, body: object): Promise<Response> {
  const { baseUrl, headers } = person.client;
  return fetch(baseUrl + contractDownload.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function printed(flowId: FlowId): Promise<Uint8Array> {
  const response = await asked(buyer.owner, { flowId, checkCopy: 1 });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return new Uint8Array(await response.arrayBuffer());
}

/** Each request comes from a different client address unless given. */
async function opened(code: string): Promise<{
  readonly status: number;
  readonly body: { readonly code: string; readonly msg: string; readonly data: CheckedContract };
}> {
  const response = await fetch(`${running.baseUrl}/pages/verify/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const codeIn = (address: string | null): string => address?.split('#')[1] ?? '';
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('a print copy', () => {
  it('has on every sheet a code that a phone can read and the hash of the download', async () => {
    const flowId = completed;
    const original = await download(buyer.owner, flowId);
    const pdf = await printed(flowId);
    expect(qpdfProblems(pdf)).toBe('');
    const words = pdftotext(pdf);
    expect(words.replace(/\s/g, '')).toContain(hashOf(original));
    const sheets = words.split('\f').slice(0, -1);
    expect(sheets).toHaveLength(3);
    const addresses = await Promise.all(sheets.map((_, index) => readQr(pdf, index + 1)));
    expect(new Set(addresses).size).toBe(1);
    expect(addresses[0]).toMatch(new RegExp(`^${running.baseUrl}/verify#[A-Z2-7]{26}$`));
    const code = codeIn(addresses[0] ?? null);
    sheets.forEach((sheet, index) => {
      expect(sheet).toContain(`第 ${index + 1} / 3 页`);
      expect(sheet).toContain('Check copy, not the signed original');
      expect(sheet.replace(/\s/g, '')).toContain(code);
    });
    // The signatures remain in the original; their appearance is printed.
    expect(pdfsig(pdf)).toEqual([]);
    expect(words).toContain('一万元整');
  });

  it('does not cover the text of the contract', async () => {
    const pdf = await printed(completed);
    const strip = pdftotextWords(pdf).filter(({ text }) => text.startsWith('打印核验件，'));
    const filled = pdftotextWords(pdf).filter(
      ({ text }) => text.includes('一万元整') || text.includes('上海市'),
    );
    expect(strip).toHaveLength(3);
    expect(filled.length).toBeGreaterThan(0);
    for (const { top } of filled) expect(top).toBeLessThan(strip[0]?.top ?? 0);
  });

  it('has the same code every time; another contract has another code', async () => {
    const one = completed;
    const code = codeIn(await readQr(await printed(one), 1));
    expect(codeIn(await readQr(await printed(one), 1))).toBe(code);
    expect(codeIn(await readQr(await printed(await givenSigning()), 1))).not.toBe(code);
  });

  it('is available once the text is final, to everyone who may read the contract', async () => {
    const filling = await givenFlow();
    expect(await (await asked(buyer.owner, { flowId: filling, checkCopy: 1 })).json()).toMatchObject({
      code: '403',
      reason: 'FLOW_STATE',
    });
    const signing = await givenSigning();
    expect((await asked(supplier.owner, { flowId: signing, checkCopy: 1 })).status).toBe(200);
    expect((await asked(stranger.owner, { flowId: signing, checkCopy: 1 })).status).toBe(404);
    expect(
      await (await asked(buyer.owner, { flowId: signing, checkCopy: 1, original: 1 })).json(),
    ).toMatchObject({
      code: '400',
      msg: expect.stringContaining('checkCopy'),
    });
  });
});

describe('its code', () => {
  it('shows status, parties with masked names, times and hashes, and nothing else', async () => {
    const flowId = completed;
    const code = codeIn(await readQr(await printed(flowId), 1));
    const { status, body } = await opened(code);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      title: expect.any(String),
      flowCode: expect.any(String),
      status: 3,
      corpName: '星河科技有限公司',
      startTime: expect.stringMatching(/^\d{4}-/),
      finishTime: expect.stringMatching(/^\d{4}-/),
      parties: [
        { name: '星河科技有限公司', personName: '员**', signTime: expect.stringMatching(/^\d{4}-/) },
        { name: supplier.corpName, personName: '员**', signTime: expect.stringMatching(/^\d{4}-/) },
      ],
      files: [
        {
          fileName: expect.stringContaining('.pdf'),
          pages: 2,
          sha256: hashOf(await download(buyer.owner, flowId)),
          earlier: expect.any(Array),
        },
      ],
      historyIntact: true,
    });
  });

  it('can be typed in lower case, with or without spaces or hyphens', async () => {
    const code = codeIn(await readQr(await printed(await givenSigning()), 1));
    for (const typed of [code.toLowerCase(), code.replace(/.{4}/g, '$& '), code.replace(/.{4}/g, '$&-')])
      expect(await opened(typed)).toMatchObject({ status: 200, body: { data: { status: 2 } } });
  });

  it('still matches the printed hash after archive timestamps were added to the file', async () => {
    const flowId = await givenCompleted();
    const pdf = await printed(flowId);
    const before = hashOf(await download(buyer.owner, flowId));
    await running.advance(400);
    const after = hashOf(await download(buyer.owner, flowId));
    expect(after).not.toBe(before);
    const { data } = (await opened(codeIn(await readQr(pdf, 1)))).body;
    const [file] = data.files;
    expect(file?.sha256).toBe(after);
    expect(file?.earlier.map(({ sha256 }) => sha256)).toContain(before);
    expect(data.historyIntact).toBe(true);
  });

  it('reports how the contract ended, and a history that was tampered with', async () => {
    const flowId = await givenSigning();
    const code = codeIn(await readQr(await printed(flowId), 1));
    await buyer.owner.client.data(contractCancel, { flowId, cancelMsg: '价格有误' });
    expect((await opened(code)).body.data).toMatchObject({ status: 4, historyIntact: true });
    const { db } = running.app.database;
    await tamper(db, 'flow_events', (tx) =>
      tx
        .updateTable('flow_events')
        .set({ hash: '0'.repeat(64) })
        .where('flow_id', '=', flowId)
        .where('sequence', '=', 1)
        .execute(),
    );
    expect((await opened(code)).body.data).toMatchObject({ historyIntact: false });
  });

  it('gives one and the same response if invented, mistyped, or of a deleted contract', async () => {
    const flowId = await givenSigning();
    const code = codeIn(await readQr(await printed(flowId), 1));
    await buyer.owner.client.data(contractCancel, { flowId, cancelMsg: '价格有误' });
    await buyer.owner.client.data(contractDel, { flowId });
    const last = code.endsWith('A') ? 'E' : 'A';
    const answers = [];
    for (const each of [code, 'A'.repeat(26), code.slice(0, -1), `${code.slice(0, -1)}${last}`, '核验码']) {
      const { status, body } = await opened(each);
      answers.push({ status, code: body.code, msg: body.msg });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, code: '404' });
  });

  it('is stored as a hash only, and accepted at most 30 times a minute', async () => {
    const code = codeIn(await readQr(await printed(await givenSigning()), 1));
    const rows = await running.app.database.db.selectFrom('check_codes').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(code.toLowerCase());
    const statuses: number[] = [];
    // Each instance has a limit of its own.
    for (let count = 0; count < 32 * INSTANCES; count += 1)
      statuses.push((await opened('A'.repeat(26))).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
