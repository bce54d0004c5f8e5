/** Controls that the service proposes for a file, and moves to the file that replaces it. */

import { moveComponents, suggestComponents } from '@cinnabar/api/operations/template-places.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { uploadedBy } from '../support/template-bodies.js';

let app: RunningApp;
let buyer: Enterprise;
beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
});
afterAll(() => app.close());

const parties = [
  { participantFlag: '甲方', participantType: 1 as const },
  { participantFlag: '乙方', participantType: 0 as const },
];

const contract = (head = '') => `采购合同
${head}
甲方：________________
乙方身份证号：____________________
合同金额：____________元

甲方（盖章）：

乙方（签字）：
`;

function uploaded(name: string, text: string) {
  return uploadedBy(buyer, name, Buffer.from(text));
}

test('are where a contract is to be filled in and signed, with party, type and format', async () => {
  const { fileUrl } = await uploaded('采购合同.txt', contract());
  const proposals = await buyer.owner.client.data(suggestComponents, { fileUrl, parties, fileIndex: 3 });
  const seen = proposals.map(({ by, component }) => [
    by,
    component.componentType,
    component.participantFlag,
    component.componentName,
  ]);
  expect(seen).toEqual([
    ['underscores', componentTypes.text, '甲方', '甲方'],
    ['underscores', componentTypes.text, '乙方', '乙方身份证号'],
    ['underscores', componentTypes.number, '乙方', '合同金额'],
    ['signature', componentTypes.signatureArea, '甲方', '甲方(盖章)'],
    ['signature', componentTypes.signatureArea, '乙方', '乙方(签字)'],
  ]);
  expect(proposals.every(({ component }) => component.fileIndex === 3 && component.pageNum === 1)).toBe(true);
  expect(proposals[1]?.component.specialAttribute).toMatchObject({ maxLength: '18', dateFormat: null });
  expect(proposals[2]?.component.specialAttribute).toMatchObject({
    numberFormat: '#,##0',
    fractionDigits: 2,
  });
  expect(proposals[3]?.component.specialAttribute).toMatchObject({ width: 159, height: 159, sealSpecs: 1 });
});

test('are not proposed over controls that exist already', async () => {
  const { fileUrl } = await uploaded('采购合同.txt', contract());
  const ask = (components: object[]) =>
    buyer.owner.client.post<unknown[]>(suggestComponents.path, { fileUrl, parties, components });
  const { envelope: first } = await ask([]);
  const existing = await buyer.owner.client.data(suggestComponents, { fileUrl, parties });
  const { envelope } = await ask(existing.map(({ component }) => component));
  expect(first.data).toHaveLength(5);
  expect(envelope.data).toEqual([]);
});

test('come from the fields of a PDF form first', async () => {
  const pdf = PDF.create();
  const page = pdf.addPage({ width: 600, height: 800 });
  const form = pdf.getOrCreateForm();
  page.drawField(form.createTextField('身份证号', { maxLength: 18 }), {
    x: 75,
    y: 695,
    width: 150,
    height: 30,
  });
  page.drawField(form.createDropdown('岗位', { options: ['销售', '研发'] }), {
    x: 75,
    y: 600,
    width: 90,
    height: 20,
  });
  const { fileUrl } = await uploadedBy(buyer, '登记表.pdf', await pdf.save());
  const proposals = await buyer.owner.client.data(suggestComponents, { fileUrl, parties });
  expect(
    proposals.map(({ by, component }) => [by, component.componentType, component.componentName]),
  ).toEqual([
    ['formField', componentTypes.text, '身份证号'],
    ['formField', componentTypes.dropDown, '岗位'],
  ]);
  expect(proposals[0]?.component).toMatchObject({ positionX: 100, positionY: 100 });
  expect(proposals[1]?.component.specialAttribute.options).toEqual(['销售', '研发']);
});

test('follow their text into the file that replaces theirs, by keyword and by label', async () => {
  const old = await uploaded('采购合同.txt', contract());
  const fresh = await uploaded('采购合同.txt', contract('\n第一条　本合同由双方在北京签订。\n'));
  const { client } = buyer.owner;
  const placed = await client.data(suggestComponents, { fileUrl: old.fileUrl, parties });
  const expected = await client.data(suggestComponents, { fileUrl: fresh.fileUrl, parties });
  const components = placed.map(({ component }, index) => ({
    ...component,
    ...(index === 3 ? { keyword: '甲方（盖章）' } : {}),
    specialAttribute: {
      width: component.specialAttribute.width,
      height: component.specialAttribute.height,
    },
  }));
  const moved = await client.data(moveComponents, {
    fromFileUrl: old.fileUrl,
    toFileUrl: fresh.fileUrl,
    components,
  });
  expect(moved.map(({ by, doubtful }) => [by, doubtful])).toEqual([
    ['label', false],
    ['label', false],
    ['label', false],
    ['keyword', false],
    ['label', false],
  ]);
  for (const [index, place] of moved.entries()) {
    expect(place.index).toBe(index);
    expect(place.positionX).toBeCloseTo(expected[index]?.component.positionX ?? 0, 0);
    expect(place.positionY).toBeCloseTo(expected[index]?.component.positionY ?? 0, 0);
  }
});

test('a keyword has the place from which the offsets of a published control count', async () => {
  const { fileUrl } = await uploaded('采购合同.txt', contract());
  const control = { pageNum: 1, positionX: 300, positionY: 300, specialAttribute: {} };
  const [first, gone, plain] = await buyer.owner.client.data(moveComponents, {
    ...{ fromFileUrl: fileUrl, toFileUrl: fileUrl },
    components: [
      { ...control, keyword: '合同金额', keywordIndex: 1 },
      { ...control, keyword: '合同金额', keywordIndex: 2 },
      control,
    ],
  });
  expect(first?.keywordPlace).toEqual({
    pageNum: 1,
    positionX: expect.closeTo(96, -1),
    positionY: expect.any(Number),
  });
  expect([gone?.keywordPlace, plain?.keywordPlace]).toEqual([null, null]);
});
