import { startSignFlow } from '@cinnabar/api/operations/flows.js';
import { findFile } from '@cinnabar/server/storage/stored-files.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, contractPdf, givenTemplate } from '../support/given-flow.js';
import { templateBody, uploadedBy } from '../support/template-bodies.js';

let running: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  seller = await givenEnterprise(running);
});
afterAll(() => running.close());

const path = '/template/uploadAttachmentFile';

interface UploadedAttachment {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
}

async function attachmentBy(of: Enterprise, name: string, bytes: Uint8Array): Promise<UploadedAttachment> {
  const { envelope } = await of.owner.client.upload<UploadedAttachment>(path, { name, bytes });
  if (envelope.code !== '200') throw new Error(`${name}: ${envelope.code} ${envelope.msg}`);
  return envelope.data;
}

interface FlowItem {
  readonly attachmentList: readonly { readonly fileName: string; readonly fileUrl: string }[];
}

describe('attachments', () => {
  it('files of any kind are accepted and downloaded unchanged with the flow', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const ofTemplate = await attachmentBy(buyer, '说明.html', page);
    expect(ofTemplate).toEqual({
      fileName: '说明.html',
      fileUrl: expect.stringMatching(/^files\/[a-z2-7]{32}\.html$/),
      totalPage: 0,
    });
    const program = Buffer.from([0x4d, 0x5a, 0x90, 0]);
    const ofStart = await attachmentBy(buyer, '无扩展名', program);
    const model = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3 },
        { flag: '乙方', mode: 0 },
      ],
    });
    const contract = await uploadedBy(buyer, '采购合同.pdf');
    const { envelope: made } = await buyer.owner.client.post<{ templateId: number }>(
      '/template/addTemplate',
      {
        ...templateBody('有附件的模板', contract),
        participantList: model.detail.participantList,
        attachmentList: [{ fileName: '交货说明.html', fileUrl: ofTemplate.fileUrl }],
      },
    );
    expect(made.code).toBe('200');
    const { envelope: started } = await buyer.owner.client.post<{ flowId: number }>(startSignFlow.path, {
      templateId: made.data.templateId,
      participantList: [as('乙方', seller.owner, seller)],
      attachmentList: [
        { fileName: '程序', fileUrl: ofStart.fileUrl },
        // The template's attachments are not duplicated; under another name a file is another attachment, and so is one
        // that the request names twice.
        { fileName: '交货说明.html', fileUrl: ofTemplate.fileUrl },
        { fileName: '改名.html', fileUrl: ofTemplate.fileUrl },
        { fileName: '改名.html', fileUrl: ofTemplate.fileUrl },
      ],
    });
    expect(started.code).toBe('200');
    const { envelope } = await seller.owner.client.post<readonly FlowItem[]>('/signTask/contract/info', {
      flowId: started.data.flowId,
    });
    const attachments = envelope.data[0]?.attachmentList ?? [];
    expect(attachments.map(({ fileName }) => fileName)).toEqual([
      '交货说明.html',
      '程序',
      '改名.html',
      '改名.html',
    ]);
    const bodies = [page, program, page, page];
    for (const [index, { fileUrl }] of attachments.entries()) {
      const response = await fetch(fileUrl);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(Buffer.from(await response.arrayBuffer()).equals(bodies[index] ?? Buffer.alloc(0))).toBe(true);
    }
    // As if another process had given the id of the last one: ids do not tell the order in time.
    await running.app.database.pool.query(
      `update flow_attachments set created_at = created_at - interval '1 minute' where attachment_id =
        (select max(attachment_id) from flow_attachments where flow_id = $1)`,
      [started.data.flowId],
    );
    const again = await seller.owner.client.post<readonly FlowItem[]>('/signTask/contract/info', {
      flowId: started.data.flowId,
    });
    expect(again.envelope.data[0]?.attachmentList.map(({ fileName }) => fileName)).toEqual([
      '改名.html',
      '交货说明.html',
      '程序',
      '改名.html',
    ]);
  });

  it('a seal preview cannot be an attachment', async () => {
    const template = await givenTemplate(buyer.owner.client);
    const { envelope: preview } = await buyer.owner.client.post<UploadedAttachment>('/seal/corpPreView', {
      sealName: '章',
      sealStyle: 1,
      categoryType: 'PUBLIC',
    });
    const foreign = await attachmentBy(seller, '他人.txt', Buffer.from('text'));
    for (const { fileUrl } of [preview.data, foreign]) {
      const { status, envelope } = await buyer.owner.client.post(startSignFlow.path, {
        templateId: template.templateId,
        participantList: [as('乙方', seller.owner, seller)],
        attachmentList: [{ fileName: '附件', fileUrl }],
      });
      expect([status, envelope.code]).toEqual([400, '400']);
      expect(envelope.msg).toContain('attachmentList[0].fileUrl');
    }
  });

  it('cannot be used as contract files', async () => {
    const attachment = await attachmentBy(buyer, '附件.pdf', Buffer.from('%PDF-1.7'));
    const file = { ...attachment, totalPage: 1, width: 794, height: 1123 };
    const { status, envelope } = await buyer.owner.client.post(
      '/template/addTemplate',
      templateBody('附件当合同', file),
    );
    expect([status, envelope.code]).toEqual([400, '400']);
    expect(envelope.field).toBe('contractFileList[0].fileUrl');
    expect(envelope.msg).toContain('是附件，不能作为合同文件');
  });

  it('can be uploaded by every member, once per Idempotency-Key', async () => {
    const member = await buyer.member();
    const file = { name: '附件.zip', bytes: Buffer.from('PK') };
    const key = { 'idempotency-key': 'attachment-1' };
    const first = await member.client.upload<UploadedAttachment>(path, file, key);
    const again = await member.client.upload<UploadedAttachment>(path, file, key);
    expect(first.envelope.code).toBe('200');
    expect(again.envelope).toEqual(first.envelope);
    const { db } = running.app.database;
    const stored = await findFile(db, buyer.corpId, first.envelope.data.fileUrl);
    expect(stored).toMatchObject({ kind: 'attachment', size: 2, pages: null, createdBy: member.userId });
    expect(await findFile(db, seller.corpId, first.envelope.data.fileUrl)).toBeNull();
  });

  it('bidirectional control characters are removed from names', async () => {
    const disguised = await attachmentBy(buyer, '报价\u202Efdp.exe', Buffer.from([0x4d, 0x5a]));
    expect(disguised.fileName).toBe('报价fdp.exe');
    const contract = await buyer.owner.client.upload<UploadedAttachment>('/template/uploadContractFile', {
      name: '\u2067采购\u2069合同\u200F.pdf',
      bytes: await contractPdf(1),
      mediaType: 'application/pdf',
    });
    expect(contract.envelope.data.fileName).toBe('采购合同.pdf');
    const { detail } = await givenTemplate(buyer.owner.client, { parties: [{ flag: '甲方', mode: 3 }] });
    const { templateId } = detail;
    const started = await buyer.owner.client.data(startSignFlow, {
      templateId,
      participantList: [],
      attachmentList: [{ fileName: '报\u202A价\u2066单.exe', fileUrl: disguised.fileUrl }],
    });
    const { envelope: info } = await buyer.owner.client.post<readonly FlowItem[]>('/signTask/contract/info', {
      flowId: started.flowId,
    });
    expect(info.data[0]?.attachmentList.map(({ fileName }) => fileName)).toEqual(['报价单.exe']);
    const { status, envelope } = await buyer.owner.client.post(startSignFlow.path, {
      templateId,
      participantList: [],
      attachmentList: [{ fileName: '报价\u0085单.exe', fileUrl: disguised.fileUrl }],
    });
    expect([status, envelope.code]).toEqual([400, '400']);
  });

  it.each([
    ['an empty file', '空.txt', new Uint8Array(), [200, 'FILE_UPLOAD_ERROR', null]],
    ['a name of 256 characters', '长'.repeat(256), Buffer.from('text'), [400, '400', null]],
  ])('%s is refused', async (_, name, bytes, expected) => {
    const { status, envelope } = await buyer.owner.client.upload(path, { name, bytes });
    expect([status, envelope.code, envelope.data]).toEqual(expected);
  });
});
