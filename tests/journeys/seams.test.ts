import { contractInfo, signComponentList, signContract } from '@cinnabar/api/operations/flows.js';
import { addComponent } from '@cinnabar/api/operations/templates.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  type FlowId,
  givenSeal,
  givenTemplate,
  type PartyWish,
  type SignCommandOnWire,
  sealEverything,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { boundsOf, pdfsig, qpdfProblems, render } from '../support/pdf/pdf-tools.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
});
afterAll(() => app.close());

const isReddish = (red: number, green: number, blue: number): boolean => red - Math.max(green, blue) > 24;
/** px; a seal of 42 mm. */
const SIDE = (42 / 25.4) * 96;
const WIDTH = 794;

const free: readonly PartyWish[] = [
  { flag: '甲方', mode: 3, signOrder: 1 },
  { flag: '乙方', mode: 0, signOrder: 2 },
];

async function flowOf(pages: number, parties = free, files = 1): Promise<FlowId> {
  const template = await givenTemplate(buyer.owner.client, { parties, pages, files });
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', seller.owner, seller)],
  });
  return flowId;
}

async function filesOf(person: Person, flowId: FlowId) {
  return person.client.data(contractInfo, { flowId });
}

/** A free seam command in each file of the flow. */
async function seamsFor(
  person: Person,
  flowId: FlowId,
  change: Partial<SignCommandOnWire> = {},
): Promise<readonly SignCommandOnWire[]> {
  return (await filesOf(person, flowId)).map(({ fileId }) => ({
    componentId: 0 as const,
    contractFileId: fileId,
    pageNum: 1,
    positionX: 0,
    positionY: 300,
    fieldType: 0 as const,
    sealId: 0 as const,
    specialAttribute: { signStyle: 2 as const },
    ...change,
  }));
}

async function participantOf(person: Person, flowId: FlowId) {
  const { participantList } = await taskInfo(person, flowId);
  const own = participantList.find(({ psnId }) => psnId === person.userId);
  if (own === undefined) throw new Error('no participant');
  return own.participantId;
}

async function signWith(person: Person, flowId: FlowId, signComponents: readonly SignCommandOnWire[]) {
  await confirmByPassword(person, flowId);
  const participantId = await participantOf(person, flowId);
  return person.client.data(signContract, { flowId, participantId, signComponents });
}

/** Red areas of a page at 96 dpi. */
async function redOn(pdf: Uint8Array, page: number) {
  return boundsOf(await render(pdf, page, 96), isReddish);
}

function expectSound(pdf: Uint8Array, signatures: number): void {
  const verdicts = pdfsig(pdf);
  expect(verdicts).toHaveLength(signatures);
  for (const { validation } of verdicts) expect(validation).toBe('Signature is Valid.');
  expect(verdicts.at(-1)?.total).toBe(true);
  expect(qpdfProblems(pdf)).toBe('');
  expect(strictProblems(pdf)).toEqual([]);
}

describe('a seam seal', () => {
  test('of two free-placing parties is on every page’s right edge at the height that each chose', async () => {
    const flowId = await flowOf(3);
    await signWith(buyer.owner, flowId, await seamsFor(buyer.owner, flowId));
    await signWith(
      seller.owner,
      flowId,
      await seamsFor(seller.owner, flowId, { positionY: 700, pageNum: 99 }),
    );
    const pdf = await download(buyer.owner, flowId);
    expectSound(pdf, 2);
    for (const page of [1, 2, 3]) {
      const red = await redOn(pdf, page);
      expect(red.left).toBeGreaterThan(WIDTH - SIDE / 3 - 3);
      expect(red.right).toBeGreaterThanOrEqual(WIDTH - 2);
      expect(red.top).toBeGreaterThanOrEqual(299);
      expect(red.bottom).toBeLessThanOrEqual(700 + SIDE + 2);
    }
    const [file] = await filesOf(buyer.owner, flowId);
    expect(
      file?.componentList.map(({ positionX, positionY, specialAttribute }) => [
        positionX,
        positionY,
        specialAttribute.signStyle,
      ]),
    ).toEqual([
      [634, 300, 2],
      [634, 700, 2],
    ]);
  });

  test('from a required area, beside a seal of the same party: the field existed before the first signature', async () => {
    const parties: readonly PartyWish[] = [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', mode: 0, signOrder: 2 },
    ];
    const template = await givenTemplate(buyer.owner.client, { parties, pages: 2 });
    const [first] = template.detail.participantList;
    const [file] = template.detail.contractFileList;
    if (first === undefined || file === undefined) throw new Error('incomplete');
    await buyer.owner.client.data(addComponent, {
      templateId: template.templateId,
      components: [
        {
          participantId: first.participantId,
          contractFileId: file.fileId,
          componentName: '骑缝',
          componentType: 6,
          required: 1,
          positionX: 600,
          positionY: 100,
          pageNum: 1,
          specialAttribute: { signStyle: 2 },
        },
      ],
    });
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
    });
    const [area, seamArea] = await sealEverything(buyer.owner, flowId);
    await confirmByPassword(buyer.owner, flowId);
    const missing = await buyer.owner.client.call(signContract, {
      flowId,
      signComponents: area === undefined ? [] : [area],
    });
    expect([missing.status, missing.envelope.msg.includes('骑缝')]).toEqual([400, true]);
    const beside = await buyer.owner.client.call(signContract, {
      flowId,
      participantId: await participantOf(buyer.owner, flowId),
      signComponents: [area, seamArea, ...(await seamsFor(buyer.owner, flowId))].flatMap((one) => one ?? []),
    });
    expect([beside.status, beside.envelope.msg.includes('signComponents[2]')]).toEqual([400, true]);
    await buyer.owner.client.data(signContract, {
      flowId,
      signComponents: [area, seamArea].flatMap((one) => one ?? []),
    });
    const pdf = await download(buyer.owner, flowId);
    expectSound(pdf, 2);
    const second = await redOn(pdf, 2);
    expect(Math.abs(second.top - 100)).toBeLessThanOrEqual(2);
    expect(Math.abs(second.bottom - 100 - SIDE)).toBeLessThanOrEqual(2);
    expect(Math.abs(WIDTH - second.left - SIDE / 2)).toBeLessThanOrEqual(2);
    const components = await buyer.owner.client.data(signComponentList, { flowId });
    expect(components[0]?.componentList.map(({ specialAttribute }) => specialAttribute.signStyle)).toEqual([
      1, 2,
    ]);
  });

  test('on a file of one page is complete at the edge', async () => {
    const flowId = await flowOf(1);
    await signWith(buyer.owner, flowId, await seamsFor(buyer.owner, flowId));
    const pdf = await download(buyer.owner, flowId);
    const red = await redOn(pdf, 1);
    expect(Math.abs(WIDTH - red.left - SIDE)).toBeLessThanOrEqual(2);
    expect(Math.abs(red.bottom - red.top - SIDE)).toBeLessThanOrEqual(2);
    expectSound(pdf, 1);
  });

  test('is refused twice in a file, as a remark, and below the page', async () => {
    const flowId = await flowOf(2);
    const [seam] = await seamsFor(buyer.owner, flowId);
    if (seam === undefined) throw new Error('no file');
    const participantId = await participantOf(buyer.owner, flowId);
    await confirmByPassword(buyer.owner, flowId);
    const rows: readonly (readonly [string, readonly SignCommandOnWire[]])[] = [
      ['signComponents[1].specialAttribute.signStyle', [seam, seam]],
      ['signComponents[0].fieldType', [{ ...seam, fieldType: 1 }]],
      ['signComponents[0].fieldType', [{ ...seam, fieldType: 2 }]],
      ['signComponents[0].positionY', [{ ...seam, positionY: 1123 }]],
    ];
    for (const [path, signComponents] of rows) {
      const { status, envelope } = await buyer.owner.client.call(signContract, {
        flowId,
        participantId,
        signComponents,
      });
      expect([path, status, envelope.msg.includes(path)]).toEqual([path, 400, true]);
    }
  });
});

describe('several files in one flow', () => {
  test('with a seam in one and a seal in the other: every act signs every file', async () => {
    const flowId = await flowOf(3, free, 2);
    const [first, second] = await seamsFor(buyer.owner, flowId);
    if (first === undefined || second === undefined) throw new Error('two files');
    const single = { ...second, positionX: 200, specialAttribute: {} };
    await signWith(buyer.owner, flowId, [first, single]);
    await signWith(seller.owner, flowId, [{ ...first, positionY: 350 }]);
    const entries = unzipSync(await download(buyer.owner, flowId));
    const [one, two] = Object.values(entries);
    if (one === undefined || two === undefined) throw new Error('two files in the archive');
    expectSound(one, 2);
    // The seller placed nothing in the second file, so their signature there is invisible.
    expectSound(two, 2);
    expect((await redOn(one, 3)).right).toBeGreaterThanOrEqual(WIDTH - 2);
    expect((await redOn(two, 3)).count).toBe(0);
  });

  test('with a seam in each', async () => {
    const flowId = await flowOf(2, free, 3);
    const seams = await seamsFor(buyer.owner, flowId);
    expect(seams).toHaveLength(3);
    await signWith(buyer.owner, flowId, seams);
    await signWith(seller.owner, flowId, await seamsFor(seller.owner, flowId, { positionY: 400 }));
    for (const pdf of Object.values(unzipSync(await download(buyer.owner, flowId)))) {
      expectSound(pdf, 2);
      expect((await redOn(pdf, 2)).right).toBeGreaterThanOrEqual(WIDTH - 2);
    }
  });

  test('without any: each file has a signature of each party', async () => {
    const parties = free.map((party) => ({ ...party, area: true }));
    const flowId = await flowOf(2, parties, 2);
    for (const { owner } of [buyer, seller]) {
      await confirmByPassword(owner, flowId);
      await owner.client.data(signContract, { flowId, signComponents: await sealEverything(owner, flowId) });
    }
    for (const pdf of Object.values(unzipSync(await download(buyer.owner, flowId)))) expectSound(pdf, 2);
  });
});
