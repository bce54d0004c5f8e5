/** Templates as files: from one enterprise to another, and what is refused. */
import {
  publishTemplate,
  readTemplateDraft,
  templateDraftList,
} from '@cinnabar/api/operations/template-drafts.js';
import { exportTemplateFile, importTemplateFile } from '@cinnabar/api/operations/template-files.js';
import { templateDelete, templateInfo } from '@cinnabar/api/operations/templates.js';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { partyA, partyB, type Uploaded, uploadedBy, uploadPath } from '../support/template-bodies.js';

let running: RunningApp;
let home: Enterprise;
let partner: Enterprise;
let contract: Uploaded;
let attached: Uploaded;
let picture: string;

beforeAll(async () => {
  running = await startApp();
  home = await givenEnterprise(running);
  partner = await givenEnterprise(running);
  contract = await uploadedBy(home, '劳动合同.pdf');
  const { envelope } = await home.owner.client.upload<Uploaded>('/template/uploadAttachmentFile', {
    name: '员工手册.txt',
    bytes: strToU8('员工手册'),
  });
  attached = envelope.data;
  const logo = sharp({ create: { width: 80, height: 60, channels: 3, background: '#00A000' } });
  picture = `data:image/png;base64,${(await logo.png().toBuffer()).toString('base64')}`;
});
afterAll(() => running.close());

const control = {
  participantFlag: '甲方',
  fileIndex: 0,
  required: 0,
  positionX: 100,
  positionY: 200,
  pageNum: 1,
  specialAttribute: { width: 160, height: 120 },
};

const controls = () => [
  { ...control, componentKey: 'salary', componentName: '月薪', componentType: 2, value: '12000' },
  {
    ...control,
    ...{ componentKey: 'bonus', componentName: '奖金', componentType: 2, positionY: 240 },
    specialAttribute: { formula: '=salary', showWhen: { key: 'salary', operator: 'filled' } },
  },
  { ...control, componentName: '标志', componentType: 103, value: picture, positionY: 400 },
  { ...control, componentName: '标志（二）', componentType: 103, value: picture, pageNum: 2 },
  { ...control, componentName: '页码', componentType: 1, keyword: 'Page 2', offsetY: 20 },
  { ...control, componentName: '签署区', componentType: 6, participantFlag: '乙方', pageNum: 2 },
];

type Published = DataOf<typeof publishTemplate>;

let templates = 0;

async function published(of: Enterprise, body: object): Promise<Published> {
  const { envelope } = await of.owner.client.post<Published>(publishTemplate.path, {
    templateName: `劳动合同 ${++templates}`,
    encryptFlag: 1,
    participantList: [partyA, partyB],
    contractFileList: [contract],
    attachmentList: [{ fileName: '员工手册.txt', fileUrl: attached.fileUrl }],
    components: controls(),
    ...body,
  });
  if (envelope.code !== '200') throw new Error(JSON.stringify(envelope));
  return envelope.data;
}

async function exported(of: Enterprise, { templateId }: Pick<Published, 'templateId'>): Promise<Uint8Array> {
  const { baseUrl, headers } = of.owner.client;
  const answer = await fetch(baseUrl + exportTemplateFile.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ templateId }),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return new Uint8Array(await answer.arrayBuffer());
}

type Imported = DataOf<typeof importTemplateFile>;

const imported = (by: Person, bytes: Uint8Array) =>
  by.client.upload<Imported>(
    importTemplateFile.path,
    { name: '模板.zip', bytes },
    { 'accept-language': 'en' },
  );

const draftOf = (by: Person, { draftId }: Imported) => by.client.data(readTemplateDraft, { draftId });

/** What another enterprise sees of it: without ids, keys and names of its people. */
function content(template: DataOf<typeof templateInfo>) {
  const flags = new Map(template.participantList.map((each) => [each.participantId, each.participantFlag]));
  return {
    encryptFlag: template.encryptFlag,
    participants: template.participantList.map(
      ({ participantFlag, participantType, participateBizType, draftSort, signOrder }) => ({
        ...{ participantFlag, participantType, participateBizType, draftSort, signOrder },
      }),
    ),
    files: template.contractFileList.map(({ fileName, totalPage, width, height }) => ({
      ...{ fileName, totalPage, width, height },
    })),
    attachments: template.attachmentList.map(({ fileName }) => fileName),
    controls: template.componentList.map(
      ({ componentId: _, templateId: _template, participantId, contractFileId: _file, value, ...rest }) => ({
        ...rest,
        party: flags.get(participantId),
        value: value?.startsWith('files/') === true ? 'a picture' : value,
      }),
    ),
  };
}

describe('a template as a file', () => {
  it('is the same in another enterprise, once its draft is published', async () => {
    const given = await published(home, {});
    const bytes = await exported(home, given);
    const entries = unzipSync(bytes);
    expect(Object.keys(entries)).toEqual([
      ...['template.json', 'files/1.pdf', 'attachments/1', 'pictures/1', 'pictures/2'],
    ]);
    expect(strFromU8(entries['attachments/1'] ?? new Uint8Array())).toBe('员工手册');
    const document = strFromU8(entries['template.json'] ?? new Uint8Array());
    expect(document).not.toMatch(/"(templateId|participantId|fileId|componentId)"|files\/[a-z2-7]{32}/);

    const { envelope } = await imported(partner.owner, bytes);
    expect(envelope).toMatchObject({
      code: '200',
      data: { templateName: given.templateName, draftVersion: 1, changes: [], problems: [] },
    });
    const { draft, draftId, draftVersion } = await draftOf(partner.owner, envelope.data);
    const made = await partner.owner.client.post<Published>(publishTemplate.path, {
      ...draft,
      ...{ draftId, draftVersion },
    });
    expect(made.envelope.code).toBe('200');
    const [before, after] = await Promise.all([
      home.owner.client.data(templateInfo, { templateId: given.templateId, templateType: '1' }),
      partner.owner.client.data(templateInfo, {
        templateId: made.envelope.data.templateId,
        templateType: '1',
      }),
    ]);
    expect(content(after)).toEqual(content(before));
    // A second round changes nothing any more.
    const again = unzipSync(await exported(partner, made.envelope.data));
    expect(strFromU8(again['template.json'] ?? new Uint8Array())).toBe(document);
  });

  it('keeps the fixed members of the same enterprise, and nobody else', async () => {
    const fixed = {
      ...partyA,
      participantSetMode: 1,
      participantCorpName: home.corpName,
      psnAccount: home.owner.mobile,
      psnName: home.owner.realName,
    };
    const outsider = {
      ...partyB,
      participantSetMode: 1,
      psnAccount: partner.owner.mobile,
      psnName: partner.owner.realName,
    };
    const bytes = await exported(
      home,
      await published(home, {
        participantList: [fixed, outsider],
        copierList: [
          { copierType: 0, psnAccount: home.owner.mobile, psnName: home.owner.realName },
          { copierType: 1, corpName: partner.corpName },
        ],
      }),
    );
    const back = (await imported(home.owner, bytes)).envelope.data;
    const { draft } = await draftOf(home.owner, back);
    const places = draft.participantList.map(({ participantFlag }) => participantFlag);
    const name = partner.owner.realName;
    expect(back.changes).toEqual([
      {
        path: `participantList[${places.indexOf('乙方')}]`,
        msg: `乙方 is named at the start: ${name} is no member of this enterprise`,
      },
      {
        path: 'copierList[1]',
        msg: `the copier ${partner.corpName} is left out, who is no member of this enterprise`,
      },
    ]);
    expect(back.problems.map(({ path }) => path)).toEqual(['templateName']);
    expect(draft.participantList.map((party) => [party.participantFlag, party.participantSetMode])).toEqual(
      places.map((flag) => [flag, flag === '甲方' ? 1 : 0]),
    );

    // The copier is the other enterprise itself, and the outsider is its owner.
    const there = (await imported(partner.owner, bytes)).envelope.data;
    expect(there.changes.map(({ path }) => path)).toEqual([
      `participantList[${places.indexOf('甲方')}]`,
      'copierList[0]',
    ]);
    expect(JSON.stringify((await draftOf(partner.owner, there)).draft)).not.toContain(home.owner.mobile);
  });

  it('has hostile names as they are, and a file name without a path', async () => {
    const hostile = '../../<script>alert(1)</script>\\"{{甲方}}&';
    const given = await published(home, {
      templateName: `${hostile} 1`,
      participantList: [{ ...partyA, participantFlag: hostile }, partyB],
      components: [{ ...control, participantFlag: hostile, componentName: hostile, componentType: 1 }],
    });
    const { baseUrl, headers } = home.owner.client;
    const answer = await fetch(baseUrl + exportTemplateFile.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ templateId: given.templateId }),
    });
    const disposition = decodeURIComponent(answer.headers.get('content-disposition') ?? '');
    expect(disposition).toContain('.zip');
    expect(disposition).not.toMatch(/[/\\<>]|filename="[^"]*"[^;]/);
    const { envelope } = await imported(partner.owner, new Uint8Array(await answer.arrayBuffer()));
    expect(envelope).toMatchObject({ data: { templateName: `${hostile} 1`, problems: [] } });
    const { draft } = await draftOf(partner.owner, envelope.data);
    expect(draft.components).toMatchObject([{ participantFlag: hostile, componentName: hostile }]);
  });

  it('leaves a template of another enterprise unknown, and exports none that is deleted', async () => {
    const { templateId } = await published(home, {});
    for (const by of [partner, home]) {
      const { envelope } = await by.owner.client.post(exportTemplateFile.path, {
        templateId: by === home ? 1 : templateId,
      });
      expect(envelope.code).toBe('TEMPLATE_NOT_FOUND');
    }
    await home.owner.client.data(templateDelete, { templateId });
    const { envelope } = await home.owner.client.post(exportTemplateFile.path, { templateId });
    expect(envelope.code).toBe('TEMPLATE_NOT_FOUND');
  });
});

describe('an altered file', () => {
  let entries: Record<string, Uint8Array>;
  let text: string;

  beforeAll(async () => {
    entries = unzipSync(await exported(home, await published(home, {})));
    text = strFromU8(entries['template.json'] ?? new Uint8Array());
  });

  const send = (changed: Record<string, Uint8Array>, level: 0 | 1 = 0) =>
    imported(partner.owner, zipSync({ ...entries, ...changed }, { level }));
  const sendText = (json: string) => send({ 'template.json': strToU8(json) });

  it.each<[string, (json: string) => string, string]>([
    [
      'an id of the template',
      (json) => json.replace('"template": {', '"template": {"templateId": 1,'),
      'template.templateId: must not be given, because ids belong to one enterprise',
    ],
    [
      'an id of a control',
      (json) => json.replace('"componentKey": "salary"', '"componentId": 7, "componentKey": "salary"'),
      'template.components[0].componentId: must not be given, because ids belong to one enterprise',
    ],
    [
      'the key of a stored file',
      (json) => json.replace('"files/1.pdf"', `"${contract.fileUrl}"`),
      'template.contractFileList[0].fileUrl: names no part of the file',
    ],
    [
      'the key of a stored picture',
      (json) => json.replace('"pictures/1"', `"${contract.fileUrl}"`),
      'template.components[2].value: names no part of the file',
    ],
    [
      'a path that leads outside',
      (json) => json.replace('"attachments/1"', '"../../etc/passwd"'),
      'template.attachmentList[0].fileUrl: names no part of the file',
    ],
    [
      'a wrong type',
      (json) => json.replace('"encryptFlag": 1', '"encryptFlag": "often"'),
      'template.encryptFlag',
    ],
    [
      'no format',
      (json) => json.replace('"cinnabar-template"', '"other"'),
      'format: must be one of cinnabar-template',
    ],
    [
      'a later format',
      (json) => json.replace('"formatVersion": 1', '"formatVersion": 2'),
      'written by a newer version of the service',
    ],
    ['half of the document', (json) => json.slice(0, 200), 'template.json is no JSON'],
  ])('with %s is refused by name', async (_, change, expected) => {
    const changed = change(text);
    expect(changed).not.toBe(text);
    const { envelope } = await sendText(changed);
    expect(envelope.code).toBe('FILE_UPLOAD_ERROR');
    expect(envelope.msg).toContain(expected);
  });

  it('with anything that the document does not name is refused by name', async () => {
    for (const name of ['files/2.pdf', '__MACOSX/x', 'run.sh', '../up']) {
      const { envelope } = await send({ [name]: strToU8('x') });
      expect(envelope).toMatchObject({ code: 'FILE_UPLOAD_ERROR' });
      expect(envelope.msg).toContain(name);
    }
  });

  it('with a bomb in any part is refused before it is unpacked', async () => {
    for (const [name, mebibytes] of [
      ['template.json', 5],
      ['pictures/1', 9],
    ] as const) {
      const { envelope } = await send({ [name]: new Uint8Array(mebibytes * 1024 * 1024) }, 1);
      expect(envelope.msg).toContain(`${name} is too large when it is unpacked`);
    }
  });

  it('with contents of another kind is refused by name', async () => {
    const web = strToU8('<!doctype html><title>404</title>');
    expect((await send({ 'files/1.pdf': web })).envelope.msg).toContain('files/1.pdf is no PDF');
    const torn = strToU8(`%PDF-1.7\n${'noise '.repeat(500)}`);
    expect((await send({ 'files/1.pdf': torn })).envelope.msg).toContain('files/1.pdf cannot be imported');
    expect((await send({ 'pictures/1': web })).envelope.msg).toContain('pictures/1');
  });

  it('is no file of a template if it is something else', async () => {
    const sheet = zipSync({ 'word/document.xml': strToU8('<w/>') });
    const answer = await imported(partner.owner, sheet);
    expect(answer.envelope.msg).toContain('this is no exported template: it has no template.json');
    for (const bytes of [strToU8('%PDF-1.7'), sheet.slice(0, 30)]) {
      expect((await imported(partner.owner, bytes)).envelope.code).toBe('FILE_UPLOAD_ERROR');
    }
  });

  it('that publishing would refuse becomes a draft, and every reason is named', async () => {
    const changed = text
      .replace('"formula": "=salary"', '"formula": "=nobody"')
      .replace('"keyword": "Page 2"', '"keyword": "没有的文字"')
      .replace('"componentType": 6', '"componentType": 2');
    const { envelope } = await sendText(changed);
    expect(envelope.code).toBe('200');
    const { problems } = envelope.data;
    expect(problems.map(({ path }) => path)).toContain('components[4].keyword');
    expect(problems.find(({ path }) => path === 'components[4].keyword')?.msg).toMatch(/^页码 /);
    const { draft } = await draftOf(partner.owner, envelope.data);
    expect(draft.components).toHaveLength(6);
  });

  it('leaves nothing behind when it is refused', async () => {
    const count = async () => (await partner.owner.client.call(templateDraftList, {})).envelope.totalCount;
    const before = await count();
    await sendText(text.slice(1));
    await send({ 'pictures/1': strToU8('no picture') });
    expect(await count()).toBe(before);
  });
});

describe('who may', () => {
  it('export and import takes the right to manage templates', async () => {
    const plain = await home.member([]);
    const { templateId } = await published(home, {});
    const answers = [
      await plain.client.post(exportTemplateFile.path, { templateId }),
      await imported(plain, strToU8('PK')),
    ];
    for (const { status, envelope } of answers)
      expect([status, envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('an exported Word document is the PDF that it was converted to', async () => {
    const { envelope } = await home.owner.client.upload<Uploaded>(uploadPath, {
      name: '须知.txt',
      bytes: strToU8('入职须知\n第一条　请准时。'),
    });
    const entries = unzipSync(
      await exported(home, await published(home, { contractFileList: [envelope.data], components: [] })),
    );
    expect(strFromU8(entries['template.json'] ?? new Uint8Array())).toContain('"须知.pdf"');
    expect(strFromU8((entries['files/1.pdf'] ?? new Uint8Array()).slice(0, 5))).toBe('%PDF-');
  });
});
