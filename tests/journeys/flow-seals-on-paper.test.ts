import { contractInfo, signContract } from '@cinnabar/api/operations/flows.js';
import { addComponent, addTemplate } from '@cinnabar/api/operations/templates.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  givenSeal,
  sealEverything,
  startFlow,
} from '../support/given-flow.js';
import { boundsOf, type RenderedPage, render } from '../support/pdf/pdf-tools.js';
import { type PageShape, uploadedPdf } from '../support/pdf/sample-documents.js';
import { uploadedBy } from '../support/template-bodies.js';

/** An actual-size round seal, px at 96 dpi. */
const SIDE = (42 / 25.4) * 96;

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

interface Area {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly dated?: boolean;
}

/** A flow in the signing stage whose first file has these pages, with areas for the buyer and the seller. */
async function flowWith(
  shapes: readonly PageShape[],
  areas: { readonly buyer: readonly Area[]; readonly seller: readonly Area[] },
): Promise<FlowId> {
  const contract = await uploadedBy(buyer, '合同.pdf', await uploadedPdf(shapes));
  const { client } = buyer.owner;
  const party = { participantType: 1, participateBizType: ['2'], draftSort: 1, signOrder: 1 } as const;
  const template = await client.data(addTemplate, {
    templateName: `纸面${contract.fileUrl.slice(-12)}`,
    participantList: [
      { ...party, participantFlag: '甲方', participantSetMode: 3 },
      { ...party, participantFlag: '乙方', participantSetMode: 0, draftSort: 2 },
    ],
    contractFileList: [contract],
  });
  const [file] = template.contractFileList;
  const [first, second] = template.participantList;
  if (file === undefined || first === undefined || second === undefined) throw new Error('incomplete');
  const controls = (participantId: typeof first.participantId, own: readonly Area[]) =>
    own.map(({ page, x, y, width, height, dated }, index) => ({
      participantId,
      contractFileId: file.fileId,
      componentName: `签章${index + 1}`,
      componentType: 6,
      required: 1 as const,
      pageNum: page,
      positionX: x,
      positionY: y,
      specialAttribute: { width, height, showSignDate: dated === true ? (1 as const) : (0 as const) },
    }));
  await client.data(addComponent, {
    templateId: template.templateId,
    components: [
      ...controls(first.participantId, areas.buyer),
      ...controls(second.participantId, areas.seller),
    ],
  });
  const given = { templateId: template.templateId, detail: template, files: [] };
  const { flowId } = await startFlow(client, given, {
    participantList: [as('乙方', seller.owner, seller)],
  });
  return flowId;
}

async function newestFile(flowId: FlowId): Promise<Uint8Array> {
  const [file] = await buyer.owner.client.data(contractInfo, { flowId });
  const response = await fetch(file?.fileUrl ?? '');
  return new Uint8Array(await response.arrayBuffer());
}

/** Signs all areas of the person. @returns the file before and after */
async function signedBy(person: Person, flowId: FlowId) {
  const before = await newestFile(flowId);
  await confirmByPassword(person, flowId);
  await person.client.data(signContract, { flowId, signComponents: await sealEverything(person, flowId) });
  return { before, after: await newestFile(flowId) };
}

/** Seal red in every shade produced by anti-aliasing. */
const isReddish = (red: number, green: number, blue: number): boolean => red - Math.max(green, blue) > 24;

/** The difference between two pictures of a page: the differing pixels of the second, otherwise white. */
function changesOf(before: RenderedPage, after: RenderedPage): RenderedPage {
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  const pixels = Buffer.alloc(after.pixels.length, 255);
  for (let at = 0; at < pixels.length; at += 3) {
    const same = [0, 1, 2].every((channel) => before.pixels[at + channel] === after.pixels[at + channel]);
    if (!same) after.pixels.copy(pixels, at, at, at + 3);
  }
  return { ...after, pixels };
}

const isAnything = (red: number, green: number, blue: number): boolean => red + green + blue < 3 * 255;

/** The part of a picture below a line. */
function below(page: RenderedPage, top: number): RenderedPage {
  return { width: page.width, height: page.height - top, pixels: page.pixels.subarray(3 * page.width * top) };
}

/** Red occurs only in a square of 42 mm around the area's centre, and no other pixel has changed. */
function expectSealIn(page: RenderedPage, area: Area, hasDate: boolean): void {
  const red = boundsOf(page, isReddish);
  const centre = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  expect(red.count).toBeGreaterThan(1000);
  expect(Math.abs(red.left - (centre.x - SIDE / 2))).toBeLessThanOrEqual(1);
  expect(Math.abs(red.right - (centre.x + SIDE / 2))).toBeLessThanOrEqual(1);
  expect(Math.abs(red.top - (centre.y - SIDE / 2))).toBeLessThanOrEqual(1);
  expect(Math.abs(red.bottom - (centre.y + SIDE / 2))).toBeLessThanOrEqual(1);
  const changed = boundsOf(page, isAnything);
  expect(changed.top).toBe(red.top);
  if (!hasDate) {
    expect(changed).toMatchObject({ left: red.left, right: red.right, bottom: red.bottom });
    return;
  }
  const date = boundsOf(below(page, red.bottom), isAnything);
  expect(date.count).toBeGreaterThan(50);
  expect(date.bottom).toBeLessThan(25);
  expect(Math.abs((date.left + date.right) / 2 - centre.x)).toBeLessThanOrEqual(2);
  expect(date.left).toBeGreaterThan(centre.x - SIDE / 2);
  expect(date.right).toBeLessThan(centre.x + SIDE / 2);
}

const A4 = { width: 794, height: 1123 };

describe.each<readonly [string, PageShape, Pick<Area, 'x' | 'y'>]>([
  ['upright', {}, { x: 120, y: 700 }],
  ['turned by 90 degrees', { rotate: 90 }, { x: 800, y: 500 }],
  ['with a crop box', { crop: [40, 60, 560, 800] }, { x: 333, y: 222 }],
])('on a page %s', (_, shape, place) => {
  test('the seal is at its area’s centre in true size, with the date below it, and nothing else changes', async () => {
    const area: Area = { page: 2, ...place, width: 159, height: 159, dated: true };
    const flowId = await flowWith([shape, shape], { buyer: [area], seller: [] });
    const { before, after } = await signedBy(buyer.owner, flowId);
    const pictures = async (pdf: Uint8Array, page: number) => render(pdf, page, 96);
    expectSealIn(changesOf(await pictures(before, 2), await pictures(after, 2)), area, true);
    const untouched = changesOf(await pictures(before, 1), await pictures(after, 1));
    expect(boundsOf(untouched, isAnything).count).toBe(0);
  });
});

describe('on a contract of two parties', () => {
  const left: Area = { page: 1, x: 80, y: 760, width: 159, height: 159 };
  const corner: Area = { page: 1, x: 500, y: 40, width: 240, height: 200 };
  const right: Area = { page: 1, x: 480, y: 760, width: 120, height: 180, dated: true };

  test('each seal is placed in its own areas, and existing seals stay unchanged', async () => {
    const flowId = await flowWith([{}], { buyer: [left, corner], seller: [right] });
    const buyers = await signedBy(buyer.owner, flowId);
    const sellers = await signedBy(seller.owner, flowId);
    const pages = {
      before: await render(buyers.before, 1, 96),
      between: await render(buyers.after, 1, 96),
      after: await render(sellers.after, 1, 96),
    };
    const first = changesOf(pages.before, pages.between);
    const upper = { ...first, height: 500, pixels: first.pixels.subarray(0, 3 * first.width * 500) };
    expectSealIn(upper, corner, false);
    expectSealIn(below(first, 500), { ...left, y: left.y - 500 }, false);
    expectSealIn(changesOf(pages.between, pages.after), right, true);
    expect([pages.after.width, pages.after.height]).toEqual([A4.width, A4.height]);
  });

  test('seals are drawn as outlines: at 300 dpi the rim changes from white to red within two pixels', async () => {
    const flowId = await flowWith([{}], { buyer: [left], seller: [] });
    const { after } = await signedBy(buyer.owner, flowId);
    const page = await render(after, 1, 300);
    const scale = 300 / 96;
    const row = Math.round((left.y + left.height / 2) * scale);
    const strengths: number[] = [];
    for (let x = Math.round((left.x - 10) * scale); x < (left.x + 30) * scale; x += 1) {
      strengths.push(255 - (page.pixels[3 * (row * page.width + x) + 1] ?? 0));
    }
    const begins = strengths.findIndex((strength) => strength > 0);
    const isFull = strengths.findIndex((strength) => strength >= Math.max(...strengths) - 2);
    expect(Math.max(...strengths)).toBeGreaterThan(200);
    expect(isFull - begins).toBeGreaterThanOrEqual(0);
    expect(isFull - begins).toBeLessThanOrEqual(2);
    // The rim's outer edge is at the seal's radius, to the pixel at this resolution.
    const edge = Math.round((left.x - 10) * scale) + begins;
    expect(Math.abs(edge - (left.x + left.width / 2 - SIDE / 2) * scale)).toBeLessThanOrEqual(1.5);
  });
});
