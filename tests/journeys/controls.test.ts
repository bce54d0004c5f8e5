import {
  contractInfo,
  fillComponentList,
  fillSignForm,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { addComponent, templateComponentInfoList } from '@cinnabar/api/operations/templates.js';
import type { GivenComponent } from '@cinnabar/api/schemas/component.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Wire } from '../support/client.js';
import { testFonts } from '../support/fonts.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type FlowId } from '../support/given-flow.js';
import { boundsOf, pdftotext, qpdfProblems, render } from '../support/pdf/pdf-tools.js';
import { uploadedPdf, value } from '../support/pdf/sample-documents.js';
import { partyA, templateOf, uploadedBy } from '../support/template-bodies.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
});
afterAll(() => app.close());

/** A picture of one colour. */
function plain(color: string, type: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  return sharp({ create: { width: 80, height: 60, channels: 3, background: color } })
    .toFormat(type)
    .toBuffer();
}

const dataUrl = async (color: string, type: 'png' | 'jpeg' = 'png') =>
  `data:image/${type};base64,${(await plain(color, type)).toString('base64')}`;

interface Control {
  readonly key: string;
  readonly type: number;
  readonly party?: 'a' | 'b';
  readonly more?: Partial<Wire<GivenComponent>>;
  readonly attribute?: Wire<GivenComponent>['specialAttribute'];
}

let templates = 0;
const newName = (): string => `控件模板${++templates}`;

/** A template of two enterprises that fill and sign; the controls are placed one below another. */
async function templateWith(controls: readonly Control[]) {
  const contract = await uploadedBy(buyer, '控件.pdf', await uploadedPdf([{ text: '' }]));
  const partyB = { ...partyA, participantFlag: '乙方', participantSetMode: 0, draftSort: 3 } as const;
  const made = await templateOf(buyer, newName(), contract, {
    participantList: [{ ...partyA, draftSort: 2 }, partyB],
  });
  const { status, envelope } = await buyer.owner.client.call(addComponent, {
    templateId: made.templateId,
    components: controls.map(({ key, type, party = 'a', more = {}, attribute = {} }, index) => ({
      participantId: made[party],
      contractFileId: made.fileId,
      componentKey: key,
      componentName: key,
      componentType: type,
      required: 0 as const,
      positionX: 100,
      positionY: 50 + 130 * index,
      pageNum: 1,
      specialAttribute: attribute,
      ...more,
    })),
  });
  return { ...made, status, envelope };
}

async function started(templateId: number, more: object = {}): Promise<FlowId> {
  const { status, envelope } = await buyer.owner.client.post<{ flowId: FlowId }>(startSignFlow.path, {
    templateId,
    participantList: [as('乙方', seller.owner, seller)],
    ...more,
  });
  if (status !== 200) throw new Error(JSON.stringify(envelope));
  return envelope.data.flowId;
}

async function fill(person: Person, flowId: FlowId, values: Readonly<Record<string, string>>) {
  const [file] = await person.client.data(fillComponentList, { flowId });
  const components = Object.entries(values).map(([key, given]) => {
    const component = file?.componentList.find(({ componentKey }) => componentKey === key);
    if (file === undefined || component === undefined) throw new Error(key);
    const { componentId, participantId } = component;
    return { componentId, participantId, contractFileId: file.fileId, value: given };
  });
  return person.client.call(fillSignForm, { flowId, components });
}

/** The contract in its final form before signing. */
async function contractOf(flowId: FlowId): Promise<Uint8Array> {
  const [file] = await buyer.owner.client.data(contractInfo, { flowId });
  const response = await fetch(file?.fileUrl ?? '');
  return new Uint8Array(await response.arrayBuffer());
}

async function valuesOf(flowId: FlowId): Promise<Readonly<Record<string, string | null>>> {
  const [file] = await buyer.owner.client.data(fillComponentList, { flowId });
  return Object.fromEntries(
    file?.componentList.map(({ componentKey, value: is }) => [componentKey, is]) ?? [],
  );
}

const near = (color: readonly [number, number, number]) => (red: number, green: number, blue: number) =>
  Math.max(Math.abs(red - color[0]), Math.abs(green - color[1]), Math.abs(blue - color[2])) < 40;

describe('a check box', () => {
  test('is drawn as a box, ticked or not, whatever spelling was given', async () => {
    const color = { textColor: '#0000FF', width: 20, height: 20 };
    const { templateId } = await templateWith([
      { key: 'yes', type: 101, attribute: color },
      { key: 'no', type: 101, attribute: color },
      { key: 'untouched', type: 101, attribute: color },
      { key: 'default', type: 101, attribute: color, more: { value: '是' } },
      { key: 'theirs', type: 101, party: 'b', attribute: color },
    ]);
    const flowId = await started(templateId);
    expect((await fill(buyer.owner, flowId, { yes: '是', no: '0' })).status).toBe(200);
    expect((await fill(seller.owner, flowId, { theirs: 'true' })).envelope.data).toMatchObject({
      flowStatus: 2,
    });
    expect(await valuesOf(flowId)).toEqual({
      yes: 'true',
      no: 'false',
      untouched: null,
      default: 'true',
      theirs: 'true',
    });
    const page = await render(await contractOf(flowId), 1, 96);
    const inkAt = (index: number): number => {
      const top = 45 + 130 * index;
      const rows = page.pixels.subarray(3 * page.width * top, 3 * page.width * (top + 30));
      const part = { width: page.width, height: 30, pixels: rows };
      return boundsOf(part, (red, green, blue) => blue - Math.max(red, green) > 60).count;
    };
    const [yes = 0, no = 0, untouched = 0, standard = 0, theirs = 0] = [0, 1, 2, 3, 4].map(inkAt);
    expect(no).toBeGreaterThan(30);
    expect(untouched).toBe(no);
    for (const ticked of [yes, standard, theirs]) expect(ticked).toBeGreaterThan(no + 20);
  });

  test('accepts nothing else', async () => {
    const { templateId } = await templateWith([{ key: 'agreed', type: 101 }]);
    const { status, envelope } = await fill(buyer.owner, await started(templateId), { agreed: '也许' });
    expect([status, envelope.msg.includes('components[0].value')]).toEqual([400, true]);
  });
});

describe('a drop-down', () => {
  const options = ['月付', '季付', '年付'];

  test('shows the selected option', async () => {
    const { templateId } = await templateWith([
      { key: 'period', type: 102, attribute: { options }, more: { required: 1 } },
      { key: 'default', type: 102, attribute: { options }, more: { value: '年付' } },
    ]);
    const flowId = await started(templateId);
    const wrong = await fill(buyer.owner, flowId, { period: '日付' });
    expect([wrong.status, wrong.envelope.msg.includes('components[0].value')]).toEqual([400, true]);
    expect((await fill(buyer.owner, flowId, { period: ' 季付 ' })).envelope.data).toMatchObject({
      flowStatus: 2,
    });
    expect(await valuesOf(flowId)).toEqual({ period: '季付', default: '年付' });
    const text = pdftotext(await contractOf(flowId));
    expect([text.includes('季付'), text.includes('年付'), text.includes('月付')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('can be filled at the start only with one of its options', async () => {
    const { templateId } = await templateWith([{ key: 'period', type: 102, attribute: { options } }]);
    const at = (componentValue: string) =>
      buyer.owner.client.post(startSignFlow.path, {
        templateId,
        participantList: [as('乙方', seller.owner, seller)],
        fillComponents: [{ componentKey: 'period', componentValue }],
      });
    expect((await at('日付')).status).toBe(400);
    expect((await at('月付')).status).toBe(200);
  });

  test('must have options', async () => {
    const { envelope } = await templateWith([{ key: 'period', type: 102 }]);
    expect([envelope.code, envelope.msg.includes('specialAttribute.options')]).toEqual([
      'COMPONENT_ADD_FAILED',
      true,
    ]);
  });
});

describe('an image control', () => {
  const box = { width: 160, height: 100 };

  test('shows an uploaded picture, an embedded picture, and a counterparty’s', async () => {
    const logo = await uploadedBy(buyer, '标志.png', await plain('#00A000'));
    const licence = await uploadedBy(seller, '执照.jpg', await plain('#8000C0', 'jpeg'));
    const { templateId } = await templateWith([
      { key: 'logo', type: 103, attribute: box, more: { value: logo.fileUrl } },
      { key: 'photo', type: 103, attribute: box },
      { key: 'licence', type: 103, party: 'b', attribute: box },
    ]);
    const flowId = await started(templateId);
    expect((await fill(buyer.owner, flowId, { photo: await dataUrl('#0000FF', 'jpeg') })).status).toBe(200);
    expect((await fill(seller.owner, flowId, { licence: licence.fileUrl })).status).toBe(200);
    const values = await valuesOf(flowId);
    expect(values['logo']).toBe(logo.fileUrl);
    expect(values['photo']).toMatch(/^files\/[a-z2-7]{32}\.jpg$/);
    expect(values['licence']).toMatch(/^files\//);

    const pdf = await contractOf(flowId);
    expect(qpdfProblems(pdf)).toBe('');
    const page = await render(pdf, 1, 96);
    for (const [index, color] of (
      [
        [0, 160, 0],
        [0, 0, 255],
        [128, 0, 192],
      ] as const
    ).entries()) {
      // 80 x 60 fitted into 160 x 100: 133 x 100 in the middle.
      const seen = boundsOf(page, near(color));
      expect(Math.abs(seen.left - (180 - 133 / 2))).toBeLessThanOrEqual(2);
      expect(Math.abs(seen.top - (50 + 130 * index))).toBeLessThanOrEqual(2);
      expect(Math.abs(seen.bottom - (150 + 130 * index))).toBeLessThanOrEqual(2);
    }
  });

  test('keeps its value if the displayed value is sent again', async () => {
    const { templateId } = await templateWith([{ key: 'photo', type: 103, party: 'b', attribute: box }]);
    const flowId = await started(templateId);
    const [file] = await seller.owner.client.data(fillComponentList, { flowId });
    const [component] = file?.componentList ?? [];
    if (file === undefined || component === undefined) throw new Error('no control');
    const give = async (given: string, finish: boolean) =>
      seller.owner.client.call(fillSignForm, {
        flowId,
        finish,
        components: [
          {
            componentId: component.componentId,
            participantId: component.participantId,
            contractFileId: file.fileId,
            value: given,
          },
        ],
      });
    expect((await give(await dataUrl('#0000FF'), false)).status).toBe(200);
    const { photo } = await valuesOf(flowId);
    expect((await give(photo ?? '', true)).status).toBe(200);
    expect(await valuesOf(flowId)).toEqual({ photo });
  });

  test('refuses files of others, documents, URLs, and broken or oversized pictures', async () => {
    const { templateId } = await templateWith([{ key: 'photo', type: 103, attribute: box }]);
    const flowId = await started(templateId);
    const foreign = await uploadedBy(seller, '执照.jpg', await plain('#8000C0', 'jpeg'));
    const contract = await uploadedBy(buyer, '合同.pdf');
    const broken = `data:image/png;base64,${(await plain('#0000FF')).subarray(0, 60).toString('base64')}`;
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#FFFFFF' },
    })
      .png({ palette: true })
      .toBuffer();
    const rows = {
      foreign: foreign.fileUrl,
      unknown: `files/${'a'.repeat(32)}.png`,
      document: contract.fileUrl,
      address: 'https://example.com/photo.png',
      path: '../../etc/passwd',
      broken,
      bomb: `data:image/png;base64,${bomb.toString('base64')}`,
      large: `data:image/png;base64,${'A'.repeat(699_900)}`,
      svg: `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
    };
    for (const [what, given] of Object.entries(rows)) {
      const { status, envelope } = await fill(buyer.owner, flowId, { photo: given });
      expect([what, status, envelope.msg.includes('components[0].value')]).toEqual([what, 400, true]);
      expect(envelope.msg.length).toBeLessThan(300);
    }
    const added = await templateWith([{ key: 'x', type: 103, more: { value: foreign.fileUrl } }]);
    expect(added.envelope.code).toBe('COMPONENT_ADD_FAILED');
  });
});

describe('placing by keyword', () => {
  const contract = async (rotate = 0) => {
    const { importPdf } = await import('@cinnabar/pdf/import/import-pdf.js');
    const { prepareDocument } = await import('@cinnabar/pdf/sign/prepare-document.js');
    const { bytes } = await importPdf(
      await uploadedPdf([
        { text: '', rotate },
        { text: '', rotate },
      ]),
      testFonts,
    );
    return prepareDocument(
      bytes,
      {
        values: [
          value('甲方（盖章）：', { x: 120, y: 600 }),
          value('乙方（盖章）：', { x: 420, y: 600 }),
          value('甲方（盖章）：', { page: 2, x: 120, y: 300 }),
        ],
        areas: [],
      },
      testFonts,
    );
  };

  async function placed(rotate: number, components: readonly Partial<Wire<GivenComponent>>[]) {
    const uploaded = await uploadedBy(buyer, '关键字.pdf', await contract(rotate));
    const made = await templateOf(buyer, newName(), uploaded);
    const { envelope } = await buyer.owner.client.post(addComponent.path, {
      templateId: made.templateId,
      components: components.map((component) => ({
        participantId: made.a,
        contractFileId: made.fileId,
        componentName: '盖章处',
        componentType: 6,
        required: 1,
        specialAttribute: {},
        ...component,
      })),
    });
    const [file] = await buyer.owner.client.data(templateComponentInfoList, { templateId: made.templateId });
    const places = file?.componentList.map(({ pageNum, positionX, positionY }) => [
      pageNum,
      Math.round(positionX),
      Math.round(positionY),
    ]);
    return { envelope, places };
  }

  test.each([0, 90, 270])('works on pages rotated by %i degrees', async (rotate) => {
    const { envelope, places } = await placed(rotate, [
      { keyword: '甲方（盖章）' },
      { keyword: '甲方(盖章)', keywordIndex: 2, offsetX: 100, offsetY: -20 },
      { keyword: '乙方（盖章）：', componentType: 1 },
    ]);
    expect(envelope.code).toBe('200');
    const baseline = 607;
    expect(places).toEqual([
      [1, 120, expect.closeTo(baseline, -1)],
      [2, 220, expect.closeTo(baseline - 320, -1)],
      [1, 420, expect.closeTo(baseline, -1)],
    ]);
  });

  test('adds nothing and names the control if the keyword does not occur, or not often enough', async () => {
    for (const wrong of [{ keyword: '丙方（盖章）' }, { keyword: '乙方（盖章）', keywordIndex: 2 }]) {
      const { envelope, places } = await placed(0, [{ keyword: '甲方（盖章）' }, wrong]);
      expect(envelope.code).toBe('COMPONENT_ADD_FAILED');
      expect(envelope.msg).toContain('components[1].keyword');
      expect(places).toEqual([]);
    }
  });

  test('names the offset that moves the control off the page', async () => {
    const { envelope } = await placed(0, [{ keyword: '甲方（盖章）', offsetX: -200 }]);
    expect([envelope.code, envelope.msg.includes('components[0].offsetX')]).toEqual([
      'COMPONENT_ADD_FAILED',
      true,
    ]);
  });
});
