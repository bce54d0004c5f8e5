/** The database reveals nothing of an encrypted contract; those who may see the contract see everything. */

import { createHash } from 'node:crypto';
import { approvalSign, getApprovalList } from '@cinnabar/api/operations/approvals.js';
import {
  contractAddAttachment,
  contractCancel,
  contractEvidence,
  contractInfo,
  contractList,
  contractModify,
  contractRefuse,
  directComponentSignFlow,
  directSignFlow,
  enterpriseContractsList,
  getFillUrl,
  listCount,
  signContract,
} from '@cinnabar/api/operations/flows.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import type { EvidenceRecord } from '@cinnabar/server/areas/flows/evidence/evidence-record.js';
import { openArchive, verifyArchive } from '@cinnabar/server/areas/flows/index.js';
import { gatherSearch } from '@cinnabar/server/areas/flows/lists/store/gather-search.js';
import { sealTexts } from '@cinnabar/server/custody/sealed-texts.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  contractPdf,
  download,
  type FlowId,
  fillAll,
  givenSeal,
  sealEverything,
  sign,
  taskInfo,
} from '../support/given-flow.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';
import { tamper } from '../support/tamper.js';

const words = {
  title: '绝密收购Alpha标的',
  file: '收购协议机密稿.pdf',
  remark: '备注机密其一',
  newRemark: '备注机密其二',
  value: '九百万机密元整',
  draft: '草稿机密数字',
  attachment: '机密说明附件.zip',
  signersAttachment: '签署方机密附件.zip',
  mark: '机密条款仅作参考',
  rejection: '驳回机密缘由',
  refusal: '拒签机密缘由',
  revocation: '撤销机密缘由',
};

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let plain: Person;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  plain = await buyer.member();
  await givenSeal(buyer);
  await givenSeal(supplier);
});
const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });
afterAll(async () => {
  await engine.close();
  await running.close();
});

interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
}

async function uploaded(person: Person, path: string, name: string, bytes: Uint8Array): Promise<Uploaded> {
  const { envelope } = await person.client.upload<Uploaded>(path, { name, bytes });
  if (envelope.code !== '200') throw new Error(envelope.msg);
  return { fileName: envelope.data.fileName, fileUrl: envelope.data.fileUrl };
}

let keys = 0;

/** Every request with an Idempotency-Key, so that its response is stored. */
function repeatable({ client }: Person) {
  keys += 1;
  return client.with({ 'idempotency-key': `at-rest-${keys}` });
}

async function started(title = words.title, encryptFlag: 0 | 1 = 1): Promise<FlowId> {
  const pdf = await contractPdf(1);
  const contract = await uploaded(plain, '/template/uploadContractFile', words.file, pdf);
  const attachment = await uploaded(
    plain,
    '/template/uploadAttachmentFile',
    words.attachment,
    Buffer.from('PK'),
  );
  const place = { fileIndex: 0, pageNum: 1, required: 1 as const, specialAttribute: {} };
  const { flowId } = await repeatable(plain).data(directComponentSignFlow, {
    flowTitle: title,
    encryptFlag,
    remark: words.remark,
    contractFileList: [{ ...contract, totalPage: 1, width: 794, height: 1123 }],
    attachmentList: [attachment],
    participantList: [
      { ...as('甲方', plain, buyer), participantType: 1, signOrder: 1, participateBizType: ['2'] },
      {
        ...as('乙方', supplier.owner, supplier),
        participantType: 1,
        signOrder: 2,
        participateBizType: ['1', '2'],
      },
    ],
    components: [
      {
        ...place,
        participantFlag: '乙方',
        componentName: '金额',
        componentType: 1,
        positionX: 120,
        positionY: 200,
      },
      {
        ...place,
        participantFlag: '甲方',
        componentName: '甲方签章',
        componentType: 6,
        positionX: 120,
        positionY: 600,
      },
      {
        ...place,
        participantFlag: '乙方',
        componentName: '乙方签章',
        componentType: 6,
        positionX: 440,
        positionY: 600,
      },
    ],
  });
  return flowId;
}

/** Filled by way of a draft, rejected once, then signed by both. */
async function lived(): Promise<FlowId> {
  const flowId = await started();
  await repeatable(plain).data(contractModify, { flowId, remark: words.newRemark });
  const link = await supplier.owner.client.data(getFillUrl, { flowId });
  const { client: page } = await enterLink(running, link, supplier.owner);
  const { envelope: info } = await supplier.owner.client.post<
    readonly { componentList: { componentId: number }[] }[]
  >('/signTask/fillComponentList', { flowId });
  const componentId = info.data[0]?.componentList[0]?.componentId;
  const draft = await running.post(
    '/pages/fill/draft',
    { values: [{ componentId, value: words.draft }] },
    page.headers,
  );
  expect(draft.envelope.code).toBe('0');
  await nothingIsReadable();
  await fillAll(supplier.owner, flowId, words.value);
  await supplierAttaches(flowId);

  const asked = await askForSeal(flowId);
  const { data: waiting } = (
    await buyer.owner.client.post<readonly { signFlowName: string }[]>(getApprovalList.path, {
      docQueryType: 0,
      signFlowName: 'ALPHA标',
    })
  ).envelope;
  expect(waiting).toMatchObject([{ signFlowName: words.title }]);
  await nothingIsReadable();
  await repeatable(buyer.owner).data(approvalSign, {
    approvalId: asked,
    approvalStatus: 3,
    failReason: words.rejection,
  });
  const { envelope: rejected } = await plain.client.post<{ failReason: string }>(
    '/signTask/getApprovalInfo',
    { approvalId: asked },
  );
  expect(rejected.data.failReason).toBe(words.rejection);
  const again = await askForSeal(flowId);
  await buyer.owner.client.data(approvalSign, { approvalId: again, approvalStatus: 2 });
  expect(await sign(supplier.owner, flowId)).toMatchObject({ flowStatus: 3 });
  await running.advance(0);
  return flowId;
}

async function supplierAttaches(flowId: FlowId): Promise<void> {
  const path = '/template/uploadAttachmentFile';
  const file = await uploaded(supplier.owner, path, words.signersAttachment, Buffer.from('PK'));
  await repeatable(supplier.owner).data(contractAddAttachment, { flowId, ...file });
}

/** The member may not use the seal alone, so the act is stored with its texts. */
async function askForSeal(flowId: FlowId): Promise<ApprovalId> {
  await confirmByPassword(plain, flowId);
  const [seal] = await sealEverything(plain, flowId);
  if (seal === undefined) throw new Error('there is an area');
  const remark = {
    componentId: 0,
    participantId: seal.participantId,
    contractFileId: seal.contractFileId,
    pageNum: 1,
    positionX: 100,
    positionY: 900,
    fieldType: 1 as const,
    sealId: 0 as const,
    specialAttribute: { value: words.mark, width: 200, height: 40 },
  };
  const { envelope } = await repeatable(plain).post<{ approvalId: ApprovalId | null }>(signContract.path, {
    flowId,
    authType: 'pwd',
    signPwd: plain.signPwd,
    signComponents: [seal, remark],
  });
  if (envelope.code !== '0' || envelope.data.approvalId === null) throw new Error(JSON.stringify(envelope));
  return envelope.data.approvalId;
}

/** Every row of every table, as text. */
async function everyRow(): Promise<readonly { readonly table: string; readonly text: string }[]> {
  const { db } = running.app.database;
  const tables = await sql<{ table: string }>`
    select c.oid::regclass::text as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$)'`.execute(db);
  const rows = [];
  for (const { table } of tables.rows) {
    const found = await sql<{ text: string }>`select each::text as text from ${sql.raw(table)} each`.execute(
      db,
    );
    rows.push(...found.rows.map(({ text }) => ({ table, text })));
  }
  return rows;
}

/** In plain form, and in the usual encodings of bytes. */
function spellings(word: string): readonly string[] {
  const bytes = Buffer.from(word, 'utf8');
  const escaped = JSON.stringify(word).replace(
    /[^ -~]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [
    word,
    bytes.toString('hex'),
    bytes.toString('base64').slice(0, -4),
    escaped.slice(1, -1),
    encodeURIComponent(word),
  ];
}

async function nothingIsReadable(): Promise<void> {
  const rows = await everyRow();
  const found = Object.values(words).flatMap((word) =>
    rows
      .filter(({ text }) => spellings(word).some((spelling) => text.includes(spelling)))
      .map(({ table, text }) => `${word} in ${table}: ${text.slice(0, 300)}`),
  );
  expect(found).toEqual([]);
}

async function evidence(flowId: FlowId, format: 'pdf' | 'json' | 'zip'): Promise<Uint8Array> {
  const { baseUrl, headers } = supplier.owner.client;
  const response = await fetch(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ flowId, format }),
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The search index consists of short parts of texts, which every text contains that is longer. */
async function nothingIsSearchable(): Promise<void> {
  const { db } = running.app.database;
  await gatherSearch(db, new AbortController().signal, 1);
  const { rows } = await sql<{ gram: string }>`select gram from flow_search_postings`.execute(db);
  const grams = rows.map(({ gram }) => gram);
  expect(grams).toContain('员工');
  expect(grams).not.toContain('绝密');
}

describe('the database of an encrypted contract', () => {
  let flowId: FlowId;

  it('contains none of its texts: title, values, file names, remarks, drafts, reasons, stored acts', async () => {
    flowId = await lived();
    const refused = await started();
    await supplier.owner.client.data(contractRefuse, { flowId: refused, refuseMsg: words.refusal });
    const revoked = await started();
    await repeatable(plain).data(contractCancel, { flowId: revoked, cancelMsg: words.revocation });
    await running.advance(0);
    await nothingIsReadable();
    await nothingIsSearchable();
    expect(await taskInfo(supplier.owner, refused)).toMatchObject({ flowDesc: words.refusal });
    expect(await taskInfo(supplier.owner, revoked)).toMatchObject({ flowDesc: words.revocation });
  });

  it('still yields all of them to those who may see the contract', async () => {
    expect(await taskInfo(supplier.owner, flowId)).toMatchObject({
      flowTitle: words.title,
      flowDesc: words.newRemark,
    });
    const info = JSON.stringify(await supplier.owner.client.data(contractInfo, { flowId }));
    for (const word of [words.file, words.value, words.attachment, words.signersAttachment]) {
      expect(info).toContain(word);
    }
    await download(supplier.owner, flowId);
  });

  it('proves the texts with its evidence: events contain salted hashes, the texts accompany them', async () => {
    const entries = openArchive(await evidence(flowId, 'zip'));
    const text = (name: string): string => Buffer.from(entries.get(name) ?? '').toString('utf8');
    for (const word of [words.title, words.value, words.file, words.newRemark, words.rejection]) {
      expect(text('events.txt')).not.toContain(word);
      expect(text('evidence.json')).toContain(word);
    }
    expect(text('events.txt')).toContain('"saltedHash"');
    // Computed as described in the report.
    const { events }: EvidenceRecord = JSON.parse(text('evidence.json'));
    const [title] = events[0]?.texts ?? [];
    const hash = createHash('sha256').update(`cinnabar event text v1\n${title?.salt}\n${words.title}`);
    expect(events[0]?.canonical).toContain(`"title":{"saltedHash":"${hash.digest('hex')}"}`);

    const report = pdftotext(await evidence(flowId, 'pdf')).replace(/\s+/g, '');
    for (const word of [words.title, words.value, words.mark]) expect(report).toContain(word);
    const check = async (record: string) =>
      (
        await verifyArchive(new Map([...entries, ['evidence.json', Buffer.from(record)]]), {
          trusted: null,
          now: new Date(),
          verify: (pdf, policy) => engine.verifyDocument(pdf, policy),
        })
      ).checks.find(({ name }) => name === 'chain');
    expect(await check(text('evidence.json'))).toMatchObject({ ok: true });
    const forged = text('evidence.json').replaceAll(words.value, '一元整');
    expect(await check(forged)).toMatchObject({ ok: false });
  });

  it('reports texts that do not match the hashes in the history', async () => {
    const { db } = running.app.database;
    const [first] = await db
      .selectFrom('flow_event_texts')
      .selectAll()
      .where('flow_id', '=', flowId)
      .orderBy('sequence')
      .execute();
    if (first === undefined) throw new Error('it has words');
    const change = (sealed: Uint8Array): Promise<void> =>
      tamper(db, 'flow_event_texts', (tx) =>
        tx
          .updateTable('flow_event_texts')
          .set({ sealed })
          .where('flow_id', '=', flowId)
          .where('sequence', '=', first.sequence)
          .execute(),
      );
    const place = { corpId: buyer.corpId, purpose: `event ${flowId} ${first.sequence}` };
    await change(await sealTexts(db, place, [{ path: ['title'], salt: '00', text: '别的标题' }]));
    const { chain }: EvidenceRecord = JSON.parse(
      Buffer.from(await evidence(flowId, 'json')).toString('utf8'),
    );
    expect(chain).toMatchObject({ intact: false, brokenAt: 1 });
    await change(first.sealed);
    const mended: EvidenceRecord = JSON.parse(Buffer.from(await evidence(flowId, 'json')).toString('utf8'));
    expect(mended.chain.intact).toBe(true);
  });

  it('contains no mobile in permanent event histories, even of unencrypted contracts', async () => {
    await started('普通合同', 0);
    const { db } = running.app.database;
    const events = await db.selectFrom('flow_events').select(['canonical']).execute();
    const texts = events.map(({ canonical }) => canonical).join('\n');
    for (const { mobile } of [plain, buyer.owner, supplier.owner]) expect(texts).not.toContain(mobile);
    const masked = `${plain.mobile.slice(0, 3)}****${plain.mobile.slice(7)}`;
    expect(texts).toContain(`"masked":"${masked}"`);
  });
});

describe('search by title', () => {
  it('finds encrypted contracts among others with exact totals and pages, in every list of those who may see them', async () => {
    const alone = await givenEnterprise(running);
    await givenSeal(alone);
    const titles = ['蓝海甲（普通）', '蓝海乙（加密）', '红岸丙（加密）', '蓝海丁（普通）', '蓝海戊（加密）'];
    for (const title of titles) {
      const contract = await uploaded(
        alone.owner,
        '/template/uploadContractFile',
        '合同.pdf',
        await contractPdf(1),
      );
      await alone.owner.client.data(directSignFlow, {
        flowTitle: title,
        encryptFlag: title.includes('加密') ? 1 : 0,
        contractFileList: [{ ...contract, totalPage: 1, width: 794, height: 1123 }],
        participantList: [{ ...as('甲方', alone.owner, alone), participantType: 1 }],
      });
    }
    interface Page {
      readonly data: readonly { readonly flowTitle: string }[];
      readonly totalCount?: number;
      readonly listPageCount?: number;
    }
    const listed = async (path: string, body: Readonly<Record<string, unknown>>): Promise<Page> => {
      const { envelope } = await alone.owner.client.post<Page['data']>(path, body);
      return envelope;
    };
    const named = ({ data }: Page) => data.map(({ flowTitle }) => flowTitle);
    const blue = ['蓝海戊（加密）', '蓝海丁（普通）', '蓝海乙（加密）', '蓝海甲（普通）'];
    const { path } = contractList;
    expect(named(await listed(path, { flowTitle: '蓝海' }))).toEqual(blue);
    const first = await listed(path, { flowTitle: '蓝海', listPageNo: 1, listPageSize: 3 });
    expect(named(first)).toEqual(blue.slice(0, 3));
    const second = await listed(path, { flowTitle: '蓝海', listPageNo: 2, listPageSize: 3 });
    expect(named(second)).toEqual(blue.slice(3));
    expect(named(await listed(path, { flowTitle: '（加密' }))).toHaveLength(3);
    expect(named(await listed(path, { flowTitle: '绿' }))).toEqual([]);
    for (const all of [contractList, enterpriseContractsList]) {
      expect(named(await listed(all.path, {}))).toEqual(titles.toReversed());
    }
    expect(await alone.owner.client.data(listCount, { flowTitle: '蓝海' })).toBe(4);
    expect(await buyer.owner.client.data(listCount, { flowTitle: '蓝海' })).toBe(0);
  });
});
