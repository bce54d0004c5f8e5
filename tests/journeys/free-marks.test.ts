/** Freely placed texts, dates and pictures: permitted positions, and the stored record of them. */
import { createHash } from 'node:crypto';
import type { InputOf } from '@cinnabar/api/operation.js';
import {
  contractEvidence,
  contractInfo,
  directComponentSignFlow,
  signComponentList,
  signContract,
} from '@cinnabar/api/operations/flows.js';
import { addComponent } from '@cinnabar/api/operations/templates.js';
import { verifyDocument } from '@cinnabar/api/operations/verification.js';
import { printDate } from '@cinnabar/server/areas/templates/index.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  download,
  type FlowId,
  givenSeal,
  givenTemplate,
  type PartyWish,
  type SignCommandOnWire,
  sealEverything,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { pdfsig, pdftotext } from '../support/pdf/pdf-tools.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';

let running: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  seller = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(seller);
});

afterAll(() => running.close());

/** Areas of 159 × 159 px at (120, 700) and (440, 700) of page 1, each with a signing date under its seal. */
const withAreas: readonly PartyWish[] = [
  { flag: '甲方', mode: 3, signOrder: 1, area: true },
  { flag: '乙方', signOrder: 2, area: true },
];
const free: readonly PartyWish[] = withAreas.map(({ area: _none, ...party }) => party);

type StartMore = Partial<Parameters<typeof startFlow>[2]>;

async function started(parties: readonly PartyWish[], pages = 2, more: StartMore = {}): Promise<FlowId> {
  const template = await givenTemplate(buyer.owner.client, { parties, pages });
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', seller.owner, seller)],
    ...more,
  });
  return flowId;
}

type Change = Partial<Omit<SignCommandOnWire, 'specialAttribute'>> & {
  readonly specialAttribute?: Partial<SignCommandOnWire['specialAttribute']>;
};

/** A command of the person in the flow's only file: a remark of 100 × 40 px, unless specified otherwise. */
async function command(person: Person, flowId: FlowId, change: Change = {}): Promise<SignCommandOnWire> {
  const [item] = await person.client.data(signComponentList, { flowId });
  const part = item?.participantList.find(({ psnId }) => psnId === person.userId);
  if (item === undefined || part === undefined) throw new Error('no part');
  return {
    componentId: 0,
    participantId: part.participantId,
    contractFileId: item.fileId,
    pageNum: 1,
    positionX: 10,
    positionY: 10,
    fieldType: 1,
    sealId: 0,
    ...change,
    specialAttribute: { value: '以附件为准', width: 100, height: 40, ...change.specialAttribute },
  };
}

/** Texts and pictures require a proof in the same request, or an intent that names them. */
function proofOf({ signPwd }: Person) {
  return { authType: 'pwd', signPwd } as const;
}

/** Result of sealing all of one's own areas, or placing a free seal at the bottom, together with the mark. */
async function place(person: Person, flowId: FlowId, change: Change = {}) {
  const own = await sealEverything(person, flowId);
  const seals =
    own.length > 0
      ? own
      : [await command(person, flowId, { fieldType: 0, pageNum: 2, positionY: 700, specialAttribute: {} })];
  const mark = await command(person, flowId, change);
  return person.client.call(signContract, { flowId, signComponents: [...seals, mark], ...proofOf(person) });
}

async function refusalOf(placing: ReturnType<typeof place>) {
  const { status, envelope } = await placing;
  return [status, envelope.code, envelope.msg];
}

const overlaps = [400, '400', expect.stringMatching(/signComponents\[1\].*重叠/)];
const placed = [200, '0', expect.anything()];

async function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 80, channels: 3, background } })
    .png()
    .toBuffer();
}

describe('a free remark, date or picture', () => {
  it('may touch the area of another participant but not overlap it', async () => {
    const flowId = await started(withAreas);
    const at = (positionX: number, positionY: number) =>
      refusalOf(place(buyer.owner, flowId, { positionX, positionY }));
    expect(await at(450, 720)).toEqual(overlaps);
    expect(await at(341, 720)).toEqual(overlaps);
    expect(await at(440, 661)).toEqual(overlaps);
    // The refused acts left the flow unchanged; edges may touch.
    expect(await at(340, 720)).toEqual(placed);
    expect(await sign(seller.owner, flowId)).toMatchObject({ flowStatus: 3 });
    const pdf = await download(buyer.owner, flowId);
    expect(pdfsig(pdf).map(({ validation }) => validation)).toEqual(Array(3).fill('Signature is Valid.'));
    expect(strictProblems(pdf)).toEqual([]);
    expect(pdftotext(pdf)).toContain('以附件为准');
    const file = { name: '合同.pdf', bytes: pdf, mediaType: 'application/pdf' };
    const { envelope } = await buyer.owner.client.upload<{ valid: boolean }>(verifyDocument.path, file);
    expect(envelope.data).toMatchObject({ valid: true, record: { matches: true } });
  });

  it.each<readonly [string, Change]>([
    ['a date', { fieldType: 2 }],
    ['a picture', { specialAttribute: { image: '' } }],
  ])('is held to that: %s', async (_what, change) => {
    const image = (await picture('#123456')).toString('base64');
    const specialAttribute = change.specialAttribute?.image === undefined ? {} : { image };
    const flowId = await started(withAreas);
    const wanted = { ...change, specialAttribute, positionX: 450, positionY: 720 };
    expect(await refusalOf(place(buyer.owner, flowId, wanted))).toEqual(overlaps);
    expect(await refusalOf(place(buyer.owner, flowId, { ...wanted, pageNum: 2 }))).toEqual(placed);
  });

  it('may be in one’s own area, and seals may be anywhere', async () => {
    const flowId = await started(withAreas);
    const [own] = await sealEverything(buyer.owner, flowId);
    if (own === undefined) throw new Error('no area');
    const signComponents = [
      own,
      await command(buyer.owner, flowId, { positionX: 130, positionY: 720 }),
      await command(buyer.owner, flowId, {
        fieldType: 0,
        positionX: 450,
        positionY: 720,
        specialAttribute: {},
      }),
    ];
    const result = await buyer.owner.client.data(signContract, {
      flowId,
      signComponents,
      ...proofOf(buyer.owner),
    });
    expect(result.signStatus).toBe(3);
  });

  it('may not overlap an area that another participant may leave empty', async () => {
    const template = await givenTemplate(buyer.owner.client, { parties: free });
    const [, second] = template.detail.participantList;
    const [file] = template.detail.contractFileList;
    if (second === undefined || file === undefined) throw new Error('no party');
    const area = {
      participantId: second.participantId,
      contractFileId: file.fileId,
      componentName: '乙方补充章',
      componentType: 6,
      required: 0 as const,
      positionX: 400,
      positionY: 300,
      pageNum: 1,
      specialAttribute: {},
    };
    await buyer.owner.client.data(addComponent, { templateId: template.templateId, components: [area] });
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
    });
    const refused = await refusalOf(place(buyer.owner, flowId, { positionX: 410, positionY: 310 }));
    expect(refused).toEqual([400, '400', expect.stringContaining('乙方补充章')]);
  });

  it('may not overlap what another participant has placed: a remark, the slice of a seam, a date under a seal', async () => {
    const flowId = await started(free, 3);
    const [seal, seam, remark] = [
      {
        fieldType: 0 as const,
        positionX: 100,
        positionY: 800,
        specialAttribute: { showSignDate: 1 as const },
      },
      { fieldType: 0 as const, positionY: 300, specialAttribute: { signStyle: 2 as const } },
      { positionX: 200, positionY: 100 },
    ];
    const signComponents = [];
    for (const change of [seal, seam, remark]) {
      const given = await command(buyer.owner, flowId, change);
      const { value: _words, width: _w, height: _h, ...plain } = given.specialAttribute;
      signComponents.push(given.fieldType === 0 ? { ...given, specialAttribute: plain } : given);
    }
    await buyer.owner.client.data(signContract, { flowId, signComponents, ...proofOf(buyer.owner) });
    const at = (positionX: number, positionY: number, pageNum = 1) =>
      refusalOf(place(seller.owner, flowId, { positionX, positionY, pageNum }));
    expect(await at(299, 139)).toEqual(overlaps);
    // A third of the seal is visible at the right edge of each page.
    expect(await at(645, 350, 3)).toEqual(overlaps);
    // The seal's lower edge is at 958.9, and the date ends 23 px below it.
    expect(await at(130, 970)).toEqual(overlaps);
    expect(await at(300, 139)).toEqual(placed);
  });

  it('is judged on a rotated page by the displayed position', async () => {
    const bytes = await uploadedPdf([{ rotate: 90 }, { rotate: 270 }]);
    const file = { name: '横版合同.pdf', bytes, mediaType: 'application/pdf' };
    const { envelope } = await buyer.owner.client.upload<
      InputOf<typeof directComponentSignFlow>['contractFileList'][number]
    >('/template/uploadContractFile', file);
    const areas = [1, 2].map((pageNum) => ({
      participantFlag: '乙方',
      fileIndex: 0,
      componentName: `第${pageNum}页`,
      componentType: 6,
      required: 1 as const,
      // The pages are displayed 1123 px wide.
      positionX: 900,
      positionY: 600,
      pageNum,
      specialAttribute: { width: 100, height: 100 },
    }));
    const { flowId } = await buyer.owner.client.data(directComponentSignFlow, {
      flowTitle: '横版合同',
      contractFileList: [envelope.data],
      participantList: [
        { ...as('甲方', buyer.owner, buyer), participantType: 1 },
        { ...as('乙方', seller.owner, seller), participantType: 1 },
      ],
      components: areas,
    });
    const at = (pageNum: number, positionX: number, positionY: number) =>
      refusalOf(place(buyer.owner, flowId, { pageNum, positionX, positionY }));
    for (const pageNum of [1, 2]) {
      expect(await at(pageNum, 950, 650)).toEqual(overlaps);
      expect(await at(pageNum, 801, 650)).toEqual(overlaps);
    }
    expect(await at(1, 800, 650)).toEqual(placed);
  });

  it('of two concurrent signers: the first is placed, the other refused', async () => {
    const together = free.map((party) => ({ ...party, signOrder: 1 }));
    for (let round = 0; round < 3; round += 1) {
      const flowId = await started(together);
      const at = { positionX: 200, positionY: 200 };
      const outcomes = await Promise.all(
        [buyer.owner, seller.owner].map((owner) => refusalOf(place(owner, flowId, at))),
      );
      expect(outcomes.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([placed, overlaps]);
    }
  });
});

describe('stored data of free marks', () => {
  it('has kind, text and whole pixels, in contract/info and signComponentList', async () => {
    const flowId = await started(free);
    const png = await picture('#123456');
    const signComponents = [
      await command(buyer.owner, flowId, { fieldType: 0, positionX: 500.6, positionY: 800.2 }),
      await command(buyer.owner, flowId, { positionX: 10.9, positionY: 20.1 }),
      await command(buyer.owner, flowId, {
        fieldType: 2,
        positionY: 200,
        specialAttribute: { dateFormat: 'yyyy年MM月dd日', width: 160 },
      }),
      await command(buyer.owner, flowId, {
        positionY: 300,
        specialAttribute: { image: `data:image/png;base64,${png.toString('base64')}` },
      }),
      await command(buyer.owner, flowId, {
        fieldType: 0,
        positionY: 400,
        specialAttribute: { signStyle: 2 },
      }),
    ];
    await buyer.owner.client.data(signContract, { flowId, signComponents, ...proofOf(buyer.owner) });
    const today = running.app.services.clock.now();
    for (const operation of [contractInfo, signComponentList]) {
      const [item] = await seller.owner.client.data(operation, { flowId });
      const shown = item?.componentList.map((mark) => [
        mark.componentType,
        mark.value,
        mark.positionX,
        mark.positionY,
      ]);
      expect(shown).toEqual([
        [6, null, 500, 800],
        [7, '以附件为准', 10, 20],
        [8, printDate(today, 'yyyy年MM月dd日', 'Asia/Shanghai'), 10, 200],
        [7, null, 10, 300],
        [6, null, 693, 400],
      ]);
    }
  });

  it('names the signer of each text, in the history', async () => {
    const flowId = await started(withAreas);
    const png = await picture('#654321');
    const signComponents = [
      ...(await sealEverything(buyer.owner, flowId)),
      await command(buyer.owner, flowId),
      await command(buyer.owner, flowId, { fieldType: 2, positionY: 100 }),
      await command(buyer.owner, flowId, {
        positionY: 200,
        specialAttribute: { image: png.toString('base64') },
      }),
    ];
    await buyer.owner.client.data(signContract, { flowId, signComponents, ...proofOf(buyer.owner) });
    const marks = await marksInHistory(flowId);
    expect(marks).toMatchObject([
      { kind: 'seal' },
      { kind: 'remark', text: '以附件为准', page: 1, x: 10, y: 10, width: 100, height: 40 },
      { kind: 'date', text: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
      { kind: 'remark', picture: createHash('sha256').update(png).digest('hex') },
    ]);
    expect(marks[0]).not.toHaveProperty('text');
    expect(marks[3]).not.toHaveProperty('text');
  });

  it('of an encrypted contract is a salted hash in the history, with the text beside it', async () => {
    const flowId = await started(withAreas, 2, { encryptFlag: 1 });
    expect(await refusalOf(place(buyer.owner, flowId))).toEqual(placed);
    const [, mark] = await marksInHistory(flowId);
    expect(mark).toMatchObject({ kind: 'remark', textHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(mark)).not.toContain('以附件为准');
    expect(mark?.['textHash']).not.toBe(createHash('sha256').update('以附件为准').digest('hex'));
    const text = await reportOf(seller.owner, flowId);
    expect(text).toContain('以附件为准');
    expect(text).toContain('核验一致');
    const { words } = await recordOf(seller.owner, flowId);
    const [{ salt, text: kept }] = words;
    expect(createHash('sha256').update(salt).update(kept).digest('hex')).toBe(mark?.['textHash']);
  });
});

describe('the evidence', () => {
  it('shows who placed which text, and who signed after seeing it', async () => {
    const flowId = await started(withAreas);
    await place(buyer.owner, flowId, { specialAttribute: { value: '第三条改为\n三十日内付款' } });
    await place(seller.owner, flowId, {
      positionX: 300,
      positionY: 300,
      specialAttribute: { value: '同意上述改动' },
    });
    const text = await reportOf(buyer.owner, flowId);
    const [first = '', second = ''] = text.split('第2次签署：');
    expect(first).toContain('本次所置');
    expect(first).toContain('“第三条改为/三十日内付款”');
    expect(first).not.toContain('签署时已有的他方文字');
    expect(second).toContain('“同意上述改动”');
    const seen = second.slice(second.indexOf('签署时已有的他方文字'));
    expect(seen).toContain(`${buyer.corpName}（${buyer.owner.realName}）：“第三条改为/三十日内付款”`);
    const [{ participantId: first_ }, { participantId: second_ }] = (await recordOf(buyer.owner, flowId))
      .words;
    expect((await taskInfo(buyer.owner, flowId)).participantList.map((each) => each.participantId)).toEqual([
      first_,
      second_,
    ]);
  });
});

type Json = Readonly<Record<string, unknown>>;

/** The marks of all acts of signing according to the history. */
async function marksInHistory(flowId: FlowId): Promise<readonly Json[]> {
  const rows = await running.app.database.db
    .selectFrom('flow_events')
    .select('canonical')
    .where('flow_id', '=', flowId)
    .where('kind', '=', 'signed')
    .orderBy('sequence')
    .execute();
  return rows.flatMap(({ canonical }) => {
    const { detail }: { detail: { marks: readonly Json[] } } = JSON.parse(canonical);
    return detail.marks;
  });
}

async function evidenceOf(person: Person, flowId: FlowId, format: 'pdf' | 'json'): Promise<Uint8Array> {
  const { baseUrl, headers } = person.client;
  const response = await fetch(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ flowId, format }),
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The text without line breaks. */
async function reportOf(person: Person, flowId: FlowId): Promise<string> {
  return pdftotext(await evidenceOf(person, flowId, 'pdf')).replace(/\s+/g, '');
}

interface RecordedWords {
  readonly participantId: number;
  readonly text: string;
  readonly salt: string;
}

async function recordOf(person: Person, flowId: FlowId) {
  const bytes = await evidenceOf(person, flowId, 'json');
  const record: { words: readonly [RecordedWords, RecordedWords] } = JSON.parse(
    Buffer.from(bytes).toString('utf8'),
  );
  return record;
}
