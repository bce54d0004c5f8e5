/** A form to fill on the page: one control of every type, each at its printed line. */

import type { InputOf } from '@cinnabar/api/operation.js';
import { directComponentSignFlow, fillComponentList, getFillUrl } from '@cinnabar/api/operations/flows.js';
import type { Browser } from 'playwright-core';
import type { Wire } from '../support/client.js';
import type { Enterprise, Person } from '../support/given-enterprise.js';
import { as, type FlowId } from '../support/given-flow.js';

type Start = Wire<InputOf<typeof directComponentSignFlow>>;
type Control = Start['components'][number];

interface Line {
  readonly name: string;
  readonly key: string;
  readonly type: number;
  readonly page?: number;
  readonly required?: 0 | 1;
  readonly height?: number;
  readonly attribute?: Control['specialAttribute'];
}

/** px from the top of its page; the printed labels are on the same lines. */
const FIRST_LINE = 190;
const PITCH = 64;

const formLines: readonly Line[] = [
  { name: '姓名', key: 'name', type: 1, attribute: { maxLength: '20' } },
  { name: '联系电话', key: 'mobile', type: 1 },
  { name: '身份证号', key: 'id_number', type: 1 },
  { name: '月薪（元）', key: 'salary', type: 2, attribute: { numberFormat: '#,##0', fractionDigits: 2 } },
  { name: '入职日期', key: 'start', type: 3, attribute: { dateFormat: 'yyyy年MM月dd日', width: 200 } },
  {
    name: '所在部门',
    key: 'department',
    type: 102,
    attribute: { options: ['研发部', '市场部', '人力资源部'] },
  },
  { name: '已阅读员工手册', key: 'handbook', type: 101, attribute: { width: 20 } },
  {
    name: '工作经历',
    key: 'history',
    type: 8,
    page: 2,
    height: 96,
    attribute: { width: 420, maxLength: '300' },
  },
  { name: '证件照', key: 'photo', type: 103, page: 2, height: 120, attribute: { width: 96 } },
  { name: '紧急联系人', key: 'emergency', type: 1, page: 2, required: 0 },
];

const lineOf = (line: Line) => {
  const before = formLines.filter(({ page = 1 }) => page === (line.page ?? 1));
  const above = before.slice(0, before.indexOf(line));
  return FIRST_LINE + above.reduce((sum, { height = 24 }) => sum + PITCH + height - 24, 0);
};

/** The printed form, made by the browser. */
async function formPdf(browser: Browser): Promise<Uint8Array> {
  const page = await browser.newPage();
  const label = (line: Line) =>
    `<p style="top:${lineOf(line)}px">${line.name}</p><i style="top:${lineOf(line) + (line.height ?? 24)}px"></i>`;
  const sheets = [1, 2].map(
    (number) =>
      `<section><h1>员工入职登记表</h1>${formLines
        .filter(({ page: on = 1 }) => on === number)
        .map(label)
        .join('')}<footer>第 ${number} 页，共 2 页</footer></section>`,
  );
  await page.setContent(`<style>
    @page { size: 794px 1123px; margin: 0 }
    body { margin: 0; font-family: 'Noto Sans SC', sans-serif; color: #1a1a17 }
    section { position: relative; width: 794px; height: 1122px; break-after: page; overflow: hidden }
    h1 { position: absolute; top: 80px; width: 100%; margin: 0; text-align: center; font-size: 26px }
    p { position: absolute; left: 110px; margin: 0; font-size: 15px; line-height: 24px }
    i { position: absolute; left: 246px; width: 430px; border-top: 1px solid #bbb }
    footer { position: absolute; bottom: 60px; width: 100%; text-align: center; font-size: 12px }
  </style>${sheets.join('')}`);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  await page.close();
  return pdf;
}

interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

export interface FormWish {
  readonly title: string;
  readonly more?: Partial<Start>;
}

/** A form that `person` fills and the enterprise signs. Returns the flow and the person's link. */
export async function givenForm(
  browser: Browser,
  from: Enterprise,
  person: Person,
  { title, more = {} }: FormWish,
): Promise<{ readonly flowId: FlowId; readonly address: string }> {
  const { client } = from.owner;
  const file = { name: '员工入职登记表.pdf', bytes: await formPdf(browser), mediaType: 'application/pdf' };
  const { envelope } = await client.upload<Uploaded>('/template/uploadContractFile', file);
  if (envelope.code !== '200') throw new Error(JSON.stringify(envelope));
  const components: Control[] = formLines.map((line) => ({
    participantFlag: '员工',
    fileIndex: 0,
    componentKey: line.key,
    componentName: line.name,
    componentType: line.type,
    required: line.required ?? 1,
    pageNum: line.page ?? 1,
    positionX: 250,
    positionY: lineOf(line),
    specialAttribute: { width: 260, height: line.type === 101 ? 20 : (line.height ?? 24), ...line.attribute },
  }));
  const { flowId } = await client.data(directComponentSignFlow, {
    flowTitle: title,
    contractFileList: [envelope.data],
    participantList: [
      {
        ...as('公司', from.owner, from),
        participantType: 1,
        participateBizType: ['2'],
        signOrder: 1,
        draftSort: 1,
      },
      {
        ...as('员工', person, null),
        participantType: 0,
        participateBizType: ['1'],
        signOrder: 2,
        draftSort: 2,
      },
    ],
    components: [
      ...components,
      {
        participantFlag: '公司',
        fileIndex: 0,
        componentName: '公司盖章',
        componentType: 6,
        required: 1,
        pageNum: 2,
        positionX: 500,
        positionY: 860,
        specialAttribute: {},
      },
    ],
    ...more,
  });
  const { envelope: link } = await client.post<string>(getFillUrl.path, { flowId });
  if (link.code !== '0') throw new Error(JSON.stringify(link));
  return { flowId, address: link.data };
}

/** Values of the controls, by key. */
export async function filledIn(
  person: Person,
  flowId: FlowId,
): Promise<Readonly<Record<string, string | null>>> {
  const items = await person.client.data(fillComponentList, { flowId });
  return Object.fromEntries(
    items.flatMap(({ componentList }) =>
      componentList.map(({ componentKey, value }) => [componentKey, value]),
    ),
  );
}
