/** `npm run templates:compare` compares a hundred templates. */
import {
  contractInfo,
  fillComponentList,
  fillSignForm,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { previewTemplate, publishTemplate } from '@cinnabar/api/operations/template-drafts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal, sign } from '../support/given-flow.js';
import { openPersonalContracts } from '../support/my-session.js';
import { givenOwnPassword } from '../support/own-password.js';
import { difference, pdftotext, render } from '../support/pdf/pdf-tools.js';
import { partyA, type Uploaded, uploadedBy } from '../support/template-bodies.js';

const TEMPLATES = Number(process.env['COMPARED_TEMPLATES'] ?? 10);
const TIMEOUT_MS = Math.max(60_000, TEMPLATES * 6_000);

let running: RunningApp;
let enterprise: Enterprise;
let employee: Person;
let contract: Uploaded;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  employee = await enterprise.member();
  await givenOwnPassword(running, employee);
  await openPersonalContracts(running, employee, enterprise);
  await givenSeal(enterprise);
  contract = await uploadedBy(enterprise, '劳动合同.pdf');
});
afterAll(() => running.close());

/** Numbers that are the same in every run. */
function sequenceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const kinds = [
  { componentType: 1, value: '北京市朝阳区建国路甲一号 𠮷' },
  { componentType: 8, value: '第一行，较长而须折行的文字第一行\n第二行' },
  { componentType: 2, value: '1234567.5', attribute: { numberFormat: '#,##0', fractionDigits: 2 } },
  { componentType: 3, value: '2026-12-31', attribute: { dateFormat: 'yyyy年MM月dd日' } },
  { componentType: 101, value: 'true' },
  { componentType: 102, value: '研发', attribute: { options: ['销售', '研发'] } },
];

function templateOf(seed: number) {
  const next = sequenceOf(seed * 7919 + 1);
  const fields = Array.from({ length: 3 + next(4) }, (_, index) => {
    const {
      componentType,
      value,
      attribute = {},
    } = kinds[next(kinds.length)] ?? kinds[0] ?? { componentType: 1 };
    const style = {
      font: ['SimSun', 'FangSong', 'KaiTi', 'SimHei'][next(4)],
      fontSize: 10 + next(8),
      bold: next(2) === 1,
      underLine: next(3) === 0,
      alignment: [0, 1, 3][next(3)],
      textColor: ['#000000', '#1A2B3C'][next(2)],
      ...(componentType === 101 ? {} : { width: 200 + next(100), height: componentType === 8 ? 90 : 28 }),
    };
    return {
      value,
      component: {
        participantFlag: '甲方',
        fileIndex: 0,
        componentKey: `k${index}`,
        componentName: `控件${index}`,
        componentType,
        required: 0,
        positionX: 60 + next(300),
        positionY: 150 + index * 100,
        pageNum: 1 + next(2),
        specialAttribute: { ...style, ...attribute },
      },
    };
  });
  const area = { fileIndex: 0, componentName: '签署', componentType: 6, required: 1, pageNum: 1 };
  const areas = [
    {
      ...area,
      participantFlag: '甲方',
      positionX: 60 + next(200),
      positionY: 850 + next(80),
      specialAttribute: { showSignDate: next(2), signStyle: 1 + next(2) },
    },
    {
      ...area,
      participantFlag: '乙方',
      positionX: 480 + next(100),
      positionY: 880 + next(100),
      specialAttribute: { sealSpecs: 1 + next(2) },
    },
  ];
  return {
    values: fields.map(({ value }, index) => ({ index, value: value ?? '' })),
    body: {
      templateName: `对照 ${seed}`,
      participantList: [
        partyA,
        {
          ...partyA,
          participantFlag: '乙方',
          participantType: 0,
          participateBizType: ['2'],
          participantSetMode: 1,
          psnAccount: employee.mobile,
          psnName: employee.realName,
          draftSort: 3,
          signOrder: 3,
        },
      ],
      contractFileList: [contract],
      components: [...fields.map(({ component }) => component), ...areas],
    },
  };
}

async function fetched(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

function preview(body: object) {
  return enterprise.owner.client.post<DataOf<typeof previewTemplate>>(previewTemplate.path, body, {
    'accept-language': 'en',
  });
}

/** The contract with these values, signed by both. */
async function signedContract(body: object, values: readonly { index: number; value: string }[]) {
  const { client } = enterprise.owner;
  const published = await client.post<DataOf<typeof publishTemplate>>(publishTemplate.path, body);
  expect(published.envelope.msg).toBe('成功');
  const { templateId } = published.envelope.data;
  const { flowId } = await client.data(startSignFlow, { templateId, participantList: [] });
  const items = await client.data(fillComponentList, { flowId });
  const components = items.flatMap(({ fileId, componentList }) =>
    componentList.flatMap(({ componentId, participantId, componentKey }) => {
      const value = values.find(({ index }) => `k${index}` === componentKey)?.value;
      return value === undefined ? [] : [{ componentId, participantId, contractFileId: fileId, value }];
    }),
  );
  await client.data(fillSignForm, { flowId, components });
  await sign(enterprise.owner, flowId);
  await sign(employee, flowId);
  const [file] = await client.data(contractInfo, { flowId });
  return fetched(file?.fileUrl ?? '');
}

describe('the preview of a template', () => {
  it('shows to the pixel what its contracts will look like', { timeout: TIMEOUT_MS }, async () => {
    for (let seed = 1; seed <= TEMPLATES; seed += 1) {
      const { body, values } = templateOf(seed);
      const { envelope } = await preview({ ...body, values });
      expect([seed, envelope.code, envelope.data?.problems]).toEqual([seed, '200', []]);
      const shown = await fetched(envelope.data.fileList[0]?.httpUrl ?? '');
      const signed = await signedContract(body, values);
      for (const page of [1, 2]) {
        const [one, other] = [await render(shown, page, 72), await render(signed, page, 72)];
        expect([seed, page, difference(one, other)]).toEqual([seed, page, 0]);
      }
    }
  });

  it('invents values, and names those that cannot be drawn by their controls', async () => {
    const { body } = templateOf(1);
    const [first, ...others] = body.components;
    const narrow = { ...first, componentType: 1, specialAttribute: { width: 20, maxLength: '40' } };
    const { envelope } = await preview({ ...body, components: [narrow, ...others], sample: 'longest' });
    expect(envelope.data.problems).toEqual([{ index: 0, msg: expect.stringContaining('does not fit') }]);
    const typical = await preview({ ...body, components: [{ ...first, componentType: 1 }, ...others] });
    expect(typical.envelope.data.problems).toEqual([]);
    expect(pdftotext(await fetched(typical.envelope.data.fileList[0]?.httpUrl ?? ''))).toContain('张三');
  });

  it('keeps nothing, and is trusted by nobody as a signed contract', async () => {
    const { body } = templateOf(2);
    const count = async () => {
      const { rows } = await running.app.database.pool.query(
        'select (select count(*) from templates)::int as templates, (select count(*) from stored_files)::int as files',
      );
      return rows;
    };
    const before = await count();
    const { envelope } = await preview({ ...body, templateName: '只看一眼' });
    expect(await count()).toEqual(before);
    const bytes = await fetched(envelope.data.fileList[0]?.httpUrl ?? '');
    const verdict = await running.app.services.documents.verifyDocument(bytes, {
      trusted: running.app.services.signatureTrust,
      now: running.app.services.clock.now(),
    });
    expect(verdict.verdict).not.toBe('valid');
  });
});
