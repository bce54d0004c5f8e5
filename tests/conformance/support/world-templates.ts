import { keepTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import { addComponent, addTemplate, updateStatus } from '@cinnabar/api/operations/templates.js';
import type { Client } from '../../support/client.js';
import type { Enterprise } from '../../support/given-enterprise.js';
import { type GivenTemplate, givenTemplate } from '../../support/given-flow.js';

export interface Templates {
  /** 甲方 (the initiator) and 乙方: each fills one text and signs in one area, in sequence. */
  readonly contract: GivenTemplate;
  /** Like `contract`, but 甲方 has controls of every kind, all optional. */
  readonly typed: GivenTemplate & { readonly controls: TypedControls };
  /** 甲方 signs freely; 乙方 is a counterparty that does so too. */
  readonly free: GivenTemplate;
  /** 个人 signs for themselves. */
  readonly personal: GivenTemplate;
  /** Party 指定 is fixed to home's owner. */
  readonly fixed: GivenTemplate;
  readonly disabled: GivenTemplate;
  /** Nobody signs. */
  readonly unsigned: GivenTemplate;
  /** Used by no flow: for changes. */
  readonly spare: GivenTemplate;
  readonly foreign: GivenTemplate;
  readonly poor: GivenTemplate;
  readonly invalid: GivenTemplate;
}

/** Keys of the controls of `typed`. */
export const typedKeys = ['quantity', 'deliveryDate', 'short'] as const;
export type TypedControls = Readonly<Record<(typeof typedKeys)[number], number>>;

type Owners = Readonly<Record<'home' | 'foreign' | 'poor' | 'invalid', Enterprise>>;

export async function givenTemplates({ home, foreign, poor, invalid }: Owners): Promise<Templates> {
  const { client } = home.owner;
  const disabled = await givenTemplate(client, { name: '停用的模板' });
  await client.data(updateStatus, { templateId: disabled.templateId, templateStatus: 0 });
  await givenDraft(client, 'unwanted-template-draft');
  const spare = await givenTemplate(client, { name: '备用模板' });
  await givenDraft(client, 'kept-template-draft', spare.templateId);
  return {
    contract: await givenTemplate(client, { name: '采购合同' }),
    typed: await givenTyped(client),
    free: await givenTemplate(client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1 },
        { flag: '乙方', signOrder: 1 },
      ],
    }),
    personal: await givenTemplate(client, { parties: [{ flag: '个人', type: 0, area: true }] }),
    fixed: await givenFixed(home),
    disabled,
    unsigned: await givenTemplate(client, {
      parties: [{ flag: '甲方', mode: 3, business: ['1'], controls: ['amount'] }],
    }),
    spare,
    foreign: await givenTemplate(foreign.owner.client),
    poor: await givenTemplate(poor.owner.client),
    invalid: await givenTemplate(invalid.owner.client),
  };
}

/** A draft as it is before anything was designed. */
async function givenDraft(client: Client, draftId: string, templateId?: number): Promise<void> {
  const draft = { templateName: '', participantList: [], contractFileList: [], components: [] };
  await client.post(keepTemplateDraft.path, { draftId, draftVersion: 0, templateId, draft });
}

async function givenTyped(client: Client): Promise<Templates['typed']> {
  const template = await givenTemplate(client, { name: '各类控件' });
  const [initiator] = template.detail.participantList;
  const [file] = template.detail.contractFileList;
  if (initiator === undefined || file === undefined) throw new Error('the template is not whole');
  const control = {
    participantId: initiator.participantId,
    contractFileId: file.fileId,
    required: 0 as const,
    positionX: 120,
    pageNum: 2,
  };
  await client.data(addComponent, {
    templateId: template.templateId,
    components: [
      {
        ...control,
        componentKey: 'quantity',
        componentName: '数量',
        componentType: 2,
        positionY: 200,
        specialAttribute: { numberFormat: '#,##0', fractionDigits: 2 },
      },
      {
        ...control,
        componentKey: 'deliveryDate',
        componentName: '交货日期',
        componentType: 3,
        positionY: 240,
        specialAttribute: { dateFormat: 'yyyy年MM月dd日' },
      },
      {
        ...control,
        componentKey: 'short',
        componentName: '简称',
        componentType: 1,
        keyword: 'page 2 of',
        offsetY: 180,
        specialAttribute: { maxLength: '5' },
      },
    ],
  });
  const { envelope } = await client.post<readonly { componentList: readonly Control[] }[]>(
    '/template/componentInfoList',
    { templateId: template.templateId },
  );
  const all = envelope.data.flatMap(({ componentList }) => componentList);
  const idOf = (key: string): number =>
    all.find(({ componentKey }) => componentKey === key)?.componentId ?? 0;
  const controls = {
    quantity: idOf('quantity'),
    deliveryDate: idOf('deliveryDate'),
    short: idOf('short'),
  };
  return { ...template, controls };
}

interface Control {
  readonly componentId: number;
  readonly componentKey: string | null;
}

async function givenFixed({ owner }: Enterprise): Promise<GivenTemplate> {
  const model = await givenTemplate(owner.client);
  const detail = await owner.client.data(addTemplate, {
    templateName: '指定签署人',
    contractFileList: model.detail.contractFileList,
    participantList: [
      {
        participantFlag: '指定',
        participantType: 1,
        participateBizType: ['2'],
        participantSetMode: 1,
        psnAccount: owner.mobile,
        psnName: owner.realName,
        draftSort: 1,
        signOrder: 1,
      },
    ],
  });
  return { templateId: detail.templateId, detail, files: [] };
}
