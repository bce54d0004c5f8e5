/** The report that proves how a contract was concluded: its contents, and its independent verification. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractEvidence } from '@cinnabar/api/operations/flows.js';
import { memberAuth, memberCreate } from '@cinnabar/api/operations/members.js';
import type { EvidenceRecord } from '@cinnabar/server/areas/flows/evidence/evidence-record.js';
import { evidenceReport } from '@cinnabar/server/areas/flows/evidence/evidence-report.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
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
  taskInfo,
} from '../support/given-flow.js';
import { pdftotext, qpdfProblems, withFolder } from '../support/pdf/pdf-tools.js';
import { outputOf } from '../support/programs.js';
import { tamper } from '../support/tamper.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let flowId: FlowId;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
  const template = await givenTemplate(buyer.owner.client, { files: 2 });
  ({ flowId } = await startFlow(buyer.owner.client, template, {
    templateName: '设备采购合同😀',
    participantList: [as('乙方', supplier.owner, supplier)],
  }));
  await fillAll(buyer.owner, flowId, '一万元整');
  await fillAll(supplier.owner, flowId, '上海市');
  await sign(buyer.owner, flowId);
  await sign(supplier.owner, flowId);
});

afterAll(() => running.close());

async function report(person: Person, about = flowId): Promise<Uint8Array> {
  const { baseUrl, headers } = person.client;
  const response = await fetch(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ flowId: about }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return new Uint8Array(await response.arrayBuffer());
}

async function record(person: Person): Promise<EvidenceRecord> {
  const { baseUrl, headers } = person.client;
  const response = await fetch(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ flowId, format: 'json' }),
  });
  return JSON.parse(await response.text());
}

/** The text without line breaks. */
function textOf(pdf: Uint8Array): string {
  return pdftotext(pdf).replace(/\s+/g, '');
}

/** The only embedded file. */
function attachedTo(pdf: Uint8Array): string {
  return withFolder((folder) => {
    const [report, attached] = [join(folder, 'report.pdf'), join(folder, 'attached')];
    writeFileSync(report, pdf);
    outputOf('pdfdetach', ['-save', '1', '-o', attached, report]);
    return readFileSync(attached, 'utf8');
  });
}

describe('the evidence report', () => {
  it('is a valid PDF that names the parties, the files and every event', async () => {
    const pdf = await report(buyer.owner);
    expect(qpdfProblems(pdf)).toBe('');
    const text = textOf(pdf);
    const { flowCode, contractFileList } = await taskInfo(buyer.owner, flowId);
    for (const said of [
      '电子合同签署存证报告',
      '沙箱环境生成',
      // Characters that no font contains do not prevent the report.
      '设备采购合同□',
      flowCode,
      buyer.corpName,
      supplier.owner.realName,
      '平台运营方核实',
      ...contractFileList.map(({ fileName }) => fileName),
      '发起合同',
      '全部签署完成',
      '签署密码',
      'amount：一万元整',
      'IP127.0.0.1',
      '完整：',
      '前后衔接，无中断',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain(buyer.owner.mobile);
    // The test calls the interface as a server, without a user's device.
    expect(text).not.toContain('设备node');
  });

  it('names the program that made the checks, and says that others can repeat them', async () => {
    const chinese = textOf(await report(buyer.owner));
    expect(chinese).toContain('核验由出具本报告的Cinnabar0.1.0完成，不是第三方鉴定');
    expect(chinese).toContain('以上核验可由任何人用平台以外的程序重做');
  });

  it('shows each signed page with its seals, beside the hash of the picture', async () => {
    const pdf = await report(buyer.owner);
    const pictures = withFolder((folder) => {
      writeFileSync(join(folder, 'report.pdf'), pdf);
      outputOf('pdfimages', ['-all', 'report.pdf', 'p'], { cwd: folder });
      const names = readdirSync(folder).filter((name) => name.endsWith('.jpg'));
      return names.map((name) => readFileSync(join(folder, name)));
    });
    // Two files, each with the seals of both parties on the first of two pages.
    expect(pictures).toHaveLength(2);
    const text = textOf(pdf);
    for (const picture of pictures) {
      expect(text).toContain(createHash('sha256').update(picture).digest('hex'));
      const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
      const reddish = Array.from(
        { length: info.width * info.height },
        (_, pixel) => pixel * info.channels,
      ).filter((at) => (data[at] ?? 0) - Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0) > 60);
      expect(reddish.length).toBeGreaterThan(500);
    }
  });

  it('reports how many signed pages it does not show', async () => {
    const data = await record(buyer.owner);
    const [file] = data.files;
    if (file === undefined) throw new Error('it has files');
    const pages = (kinds: readonly (readonly [page: number, kind: string])[]) =>
      kinds.map(([page, kind]) => ({ fileId: file.fileId, page, marks: [{ sequence: 1, kind }] }));
    const seamed = Array.from(
      { length: 40 },
      (_, index) => [index + 1, index === 29 ? 'seal' : 'seam'] as const,
    );
    const textsOf = (language: 'zh' | 'en') =>
      JSON.stringify(evidenceReport({ ...data, signedPages: pages(seamed) }, [], language).blocks);
    expect(textsOf('zh')).toContain(
      '一份报告最多附 16 页。另有 24 页也带有签署标记，未附图，请见文件：第 16–29、31–40 页。',
    );
    expect(textsOf('en')).toContain(
      '24 more pages bear marks and are not shown here; see the file: 16–29, 31–40.',
    );
    expect(textsOf('zh')).toContain('此页未能绘出，请见文件。');
    const signers = Array.from({ length: 30 }, (_, index) => ({ sequence: index + 1, kind: 'seal' }));
    const events = signers.flatMap(({ sequence }) =>
      data.events.slice(0, 1).map((each) => ({ ...each, sequence })),
    );
    const crowded = [{ fileId: file.fileId, page: 1, marks: signers }];
    const report = evidenceReport({ ...data, events, signedPages: crowded }, [], 'zh');
    expect(JSON.stringify(report.blocks)).toContain('共 30 次签署，见第三节');
  });

  it('states how each signer was identified', async () => {
    const mobile = '13100000009';
    const clerk = { userName: '钱多多', mobile, jobNum: '9' };
    const { userId } = await buyer.owner.client.data(memberCreate, clerk);
    const client = buyer.client.with({ userId: String(userId) });
    const identity = { realName: '钱多多', identNum: '310101199001012222', signPwd: '112233' };
    await client.data(memberAuth, identity);
    await running.app.database.pool.query(
      `update members set roles = '{SEAL_ADMIN}' where corp_id = $1 and user_id = $2`,
      [buyer.corpId, userId],
    );
    const alone = await givenTemplate(buyer.owner.client, {
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const started = await startFlow(client, alone, { participantList: [] });
    await sign({ ...identity, userId, mobile, client }, started.flowId);
    const text = textOf(await report(buyer.owner, started.flowId));
    expect(text).toContain(`应用${buyer.appId}`);
    expect(text).toContain('未经本人证明');
  });

  it('gives the same hashes of the signed file as sha256sum', async () => {
    const single = await givenTemplate(buyer.owner.client);
    const started = await startFlow(buyer.owner.client, single, {
      participantList: [as('乙方', supplier.owner, supplier)],
    });
    await fillAll(buyer.owner, started.flowId, '一万元整');
    await fillAll(supplier.owner, started.flowId, '上海市');
    await sign(buyer.owner, started.flowId);
    const signed = await download(buyer.owner, started.flowId);
    const text = textOf(await report(supplier.owner, started.flowId));
    expect(text).toContain(createHash('sha256').update(signed).digest('hex'));
  });

  it('contains the event chain, which anyone can recompute', async () => {
    const pdf = await report(buyer.owner);
    const lines = attachedTo(pdf).trimEnd().split('\n');
    let previous = '0'.repeat(64);
    for (const line of lines) {
      const hash = line.slice(0, 64);
      const event = line.slice(65);
      const computed = createHash('sha256').update(`cinnabar event chain v1\n${previous}\n${event}`);
      expect(computed.digest('hex')).toBe(hash);
      previous = hash;
    }
    expect(textOf(pdf)).toContain(previous);
    expect(lines.length).toBeGreaterThan(5);
  });

  it('reports a history that was tampered with, and a file that is not as recorded', async () => {
    const { db } = running.app.database;
    const rewriteThird = (canonical: string): Promise<void> =>
      tamper(db, 'flow_events', (tx) =>
        tx
          .updateTable('flow_events')
          .set({ canonical })
          .where('flow_id', '=', flowId)
          .where('sequence', '=', 3)
          .execute(),
      );
    const row = await db
      .selectFrom('flow_events')
      .select('canonical')
      .where('flow_id', '=', flowId)
      .where('sequence', '=', 3)
      .executeTakeFirstOrThrow();
    await rewriteThird(row.canonical.replace('127.0.0.1', '10.9.8.7'));
    const text = textOf(await report(buyer.owner));
    expect(text).toContain('不完整：第3条起与记录不符');
    await rewriteThird(row.canonical);
    expect(textOf(await report(buyer.owner))).toContain('完整：');
  });

  it('is available to those who may see the flow’s contents', async () => {
    const colleague = await buyer.member();
    const denied = await colleague.client.post(contractEvidence.path, { flowId });
    expect([denied.status, denied.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    const stranger = await givenEnterprise(running);
    const foreign = await stranger.owner.client.post(contractEvidence.path, { flowId });
    expect(foreign.status).toBe(404);
  });
});
