/** Templates: specification 4.7; decisions 5. */
import { denied, forbidden, invalid, named } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import {
  accepted,
  characters,
  fineValues,
  type Row,
  refused,
  withoutField,
  wrongValues,
} from '../support/rows.js';

const addTemplate: TableMaker = ({ home, foreign, plain, uploads }) => {
  const notOurs = (path: string): readonly Row[] =>
    wrongValues(
      path,
      uploads.foreign.fileUrl,
      'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
      '../../../etc/passwd',
      'https://example.com/contract.pdf',
      ' ',
    );
  const party = {
    participantType: 1,
    participateBizType: ['1', '2'],
    participantSetMode: 0,
  };
  const parties = Array.from({ length: 51 }, (_, index) => ({
    ...party,
    participantFlag: `第${index}方`,
    draftSort: index + 1,
    signOrder: 1,
  }));
  return {
    path: '/template/addTemplate',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: {
      by: home.owner.client,
      body: {
        templateName: '新的模板',
        encryptFlag: 0,
        participantList: [
          {
            ...party,
            participantFlag: '甲方',
            participantSetMode: 1,
            psnAccount: home.owner.mobile,
            psnName: home.owner.realName,
            draftSort: 1,
            signOrder: 1,
            participantCorpName: home.corpName,
          },
          { ...party, participantFlag: '乙方', draftSort: 2, signOrder: 1 },
        ],
        contractFileList: [{ ...uploads.home }],
        copierList: [{ copierType: 0, psnAccount: foreign.owner.mobile, psnName: foreign.owner.realName }],
        attachmentList: [{ fileName: '附件.pdf', fileUrl: uploads.home.fileUrl }],
      },
    },
    rows: [
      ...wrongValues('templateName', ' ', characters(101)),
      ...wrongValues('encryptFlag', 2, -1, '2'),
      ...wrongValues('participantList[0].participantFlag', ' ', characters(101)),
      ...wrongValues('participantList[0].participantType', 2, -1, '3'),
      ...wrongValues('participantList[0].participateBizType', ['3'], ['1', '3'], '1,3', '1;2', [1.5], ''),
      ...wrongValues('participantList[0].participantSetMode', 2, 4, -1),
      ...wrongValues('participantList[0].draftSort', 0, 256, -1),
      ...wrongValues('participantList[0].signOrder', 0, 256, -1),
      ...wrongValues('participantList[0].psnAccount', '123', '1391234567x', ''),
      ...wrongValues('participantList[0].psnName', '', characters(101)),
      withoutField('participantList[0].psnAccount'),
      withoutField('participantList[0].psnName'),
      refused(
        'two participants of one flag',
        { change: { 'participantList[1].participantFlag': '甲方' } },
        invalid('participantList[1].participantFlag'),
      ),
      refused(
        'two participants of one draftSort',
        { change: { 'participantList[1].draftSort': 1 } },
        invalid('participantList[1].draftSort'),
      ),
      refused('51 participants', { change: { participantList: parties } }, invalid('participantList')),
      refused(
        '51 files',
        { change: { contractFileList: Array.from({ length: 51 }, () => ({ ...uploads.home })) } },
        invalid('contractFileList'),
      ),
      ...notOurs('contractFileList[0].fileUrl'),
      ...notOurs('attachmentList[0].fileUrl'),
      ...wrongValues('contractFileList[0].fileName', ' ', `${characters(256)}.pdf`),
      ...wrongValues('copierList[0].copierType', 2, -1),
      ...wrongValues('copierList[0].psnAccount', '123', ''),
      withoutField('copierList[0].psnAccount'),
      refused(
        'an enterprise as copier without its name',
        { change: { 'copierList[0].copierType': 1 } },
        invalid('copierList[0].corpName'),
      ),
      refused('a name that is taken', { change: { templateName: '采购合同' } }, named('TEMPLATE_NAME_EXIST')),
      refused(
        'the name of a disabled template',
        { change: { templateName: '停用的模板' } },
        named('TEMPLATE_NAME_EXIST'),
      ),
      refused(
        'a bad name before the missing right',
        { by: plain.client, change: { templateName: '' } },
        invalid('templateName'),
      ),
      refused(
        'the missing right before a foreign file',
        { by: plain.client, change: { 'contractFileList[0].fileUrl': uploads.foreign.fileUrl } },
        denied,
      ),
    ],
  };
};

const addComponent: TableMaker = ({ home, plain, templates, unknownId }) => {
  const { spare, foreign, contract } = templates;
  const participantId = spare.detail.participantList[0]?.participantId ?? 0;
  const contractFileId = spare.detail.contractFileList[0]?.fileId ?? 0;
  const control = {
    participantId,
    contractFileId,
    componentKey: 'fresh',
    componentName: '新的控件',
    componentType: 1,
    value: '默认值',
    required: 1,
    positionX: 120,
    positionY: 400,
    pageNum: 2,
    specialAttribute: {
      dateFormat: 'yyyy-MM-dd',
      numberFormat: '#,##0',
      fractionDigits: 2,
      maxLength: '20',
      font: 'KaiTi',
      fontSize: 14,
      textColor: '#1a2B3c',
      bold: true,
      italic: false,
      underLine: false,
      lineThrough: false,
      alignment: 1,
      width: 160,
      height: 24,
      order: 1,
      sealSpecs: 1,
      showSignDate: 0,
      signStyle: 1,
    },
  };
  const failed = (path: string, ...values: readonly (string | number)[]): readonly Row[] =>
    values.map((value) =>
      refused(
        `${path} = ${JSON.stringify(value)}`,
        { change: { [`components[0].${path}`]: value } },
        named('COMPONENT_ADD_FAILED', `components[0].${path}`),
      ),
    );
  const failedValue = (what: string, change: Readonly<Record<string, string | number>>): Row =>
    refused(
      what,
      {
        change: Object.fromEntries(
          Object.entries(change).map(([name, value]) => [`components[0].${name}`, value]),
        ),
      },
      named('COMPONENT_ADD_FAILED', 'components[0].value'),
    );
  const attribute = (name: string): string => `components[0].specialAttribute.${name}`;
  return {
    path: '/template/addComponent',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: { by: home.owner.client, body: { templateId: spare.templateId, components: [control] } },
    rows: [
      ...[unknownId, foreign.templateId].map((templateId) =>
        refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
      ),
      ...wrongValues('templateId', 0, -1),
      ...failed(
        'participantId',
        unknownId,
        foreign.detail.participantList[0]?.participantId ?? 0,
        contract.detail.participantList[0]?.participantId ?? 0,
      ),
      ...failed(
        'contractFileId',
        unknownId,
        foreign.detail.contractFileList[0]?.fileId ?? 0,
        contract.detail.contractFileList[0]?.fileId ?? 0,
      ),
      ...failed('pageNum', 0, 3, -1, 1000),
      ...failed('positionX', -1, 794, 100_000, '-0.5'),
      ...failed('positionY', -1, 1123, 100_000),
      ...failed('componentKey', 'amount'),
      refused(
        'one key twice in a request',
        { body: { templateId: spare.templateId, components: [control, control] } },
        named('COMPONENT_ADD_FAILED', 'components[1].componentKey'),
      ),
      refused(
        'a second control on a page that is not there: the first is not added either',
        {
          body: {
            templateId: spare.templateId,
            components: [control, { ...control, componentKey: 'second', pageNum: 9 }],
          },
        },
        named('COMPONENT_ADD_FAILED', 'components[1].pageNum'),
      ),
      failedValue('a default that is too long', { value: characters(21) }),
      failedValue('a default that has no glyph', { value: '\u{10fffd}' }),
      failedValue('a default that does not fit its box', {
        value: characters(20),
        'specialAttribute.width': 20,
      }),
      failedValue('a default that is no number', { componentType: 2, value: '一百' }),
      failedValue('a default with too many decimals', { componentType: 2, value: '1.234' }),
      failedValue('a default that is no date', { componentType: 3, value: '明天' }),
      failedValue('a day that is not in the calendar', { componentType: 3, value: '2026-02-29' }),
      ...wrongValues('components[0].componentType', 0, -1),
      ...wrongValues('components[0].required', 2, -1),
      ...wrongValues('components[0].componentName', ' ', characters(101)),
      ...wrongValues('components[0].componentKey', characters(101)),
      ...wrongValues('components[0].participantId', 0, -1),
      ...wrongValues('components[0].contractFileId', 0, -1),
      ...wrongValues(attribute('fontSize'), 0, -1, 100_000),
      ...wrongValues(attribute('textColor'), 'red', '#12345', '#GGGGGG', '1a2b3c'),
      ...wrongValues(attribute('font'), 'Comic Sans', 'SimSun,SimHei'),
      ...wrongValues(attribute('alignment'), 2, 4, -1),
      ...wrongValues(attribute('sealSpecs'), 0, 3),
      ...wrongValues(attribute('showSignDate'), 2, -1),
      ...wrongValues(attribute('signStyle'), 0, 3),
      ...wrongValues(attribute('fractionDigits'), -1, 100),
      ...wrongValues(attribute('width'), 0, -1),
      ...wrongValues(attribute('height'), 0, -1),
      ...wrongValues(attribute('maxLength'), '0', '-1', 'x', 1.5),
      ...wrongValues(attribute('dateFormat'), 'today', 'YYYY-QQ', '%Y-%m-%d'),
      ...wrongValues(attribute('numberFormat'), '0.00', 'money'),
      ...wrongValues(attribute('formula'), characters(501)),
      ...failed('specialAttribute.formula', '=none', '=1+', '=upper('),
      refused(
        'a condition on no control',
        { change: { [attribute('showWhen')]: { key: 'none', operator: 'filled' } } },
        named('COMPONENT_ADD_FAILED', attribute('showWhen.key')),
      ),
      refused(
        'a condition with an unknown operator',
        { change: { [attribute('showWhen')]: { key: 'fresh', operator: 'contains' } } },
        invalid(attribute('showWhen.operator')),
      ),
      refused(
        'a condition on its own control',
        { change: { [attribute('showWhen')]: { key: 'fresh', operator: 'filled' } } },
        named('COMPONENT_ADD_FAILED', attribute('showWhen.key')),
      ),
      refused(
        'a bad control before the missing right',
        { by: plain.client, change: { 'components[0].required': 5 } },
        invalid('components[0].required'),
      ),
      refused(
        'the missing right before a template that is not there',
        { by: plain.client, change: { templateId: unknownId } },
        denied,
      ),
      refused(
        'a foreign template before its participants',
        { change: { templateId: foreign.templateId, 'components[0].participantId': unknownId } },
        named('TEMPLATE_NOT_FOUND'),
      ),
    ],
  };
};

const componentInfoList: TableMaker = ({ home, plain, templates, unknownId }) => ({
  path: '/template/componentInfoList',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: { templateId: templates.contract.templateId } },
  rows: [
    ...[unknownId, templates.foreign.templateId].map((templateId) =>
      refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
    ),
    ...wrongValues('templateId', 0, -1),
    accepted('by a plain member', { by: plain.client }),
    accepted('a disabled template', { change: { templateId: templates.disabled.templateId } }),
  ],
});

const filePages: TableMaker = ({ home, plain, uploads }) => ({
  path: '/template/filePages',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: { fileUrl: uploads.home.fileUrl } },
  rows: [
    ...wrongValues(
      'fileUrl',
      uploads.foreign.fileUrl,
      'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
      '../../../etc/passwd',
      'https://example.com/contract.pdf',
    ),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const overview: TableMaker = ({ home, plain, templates, unknownId }) => ({
  path: '/template/overview',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: { templateIds: [templates.contract.templateId] } },
  rows: [
    ...wrongValues(
      'templateIds',
      [],
      [0],
      ['x'],
      Array.from({ length: 101 }, () => 1),
    ),
    ...fineValues('templateIds', [unknownId], [templates.foreign.templateId]),
    accepted('by a plain member', { by: plain.client }),
    accepted('one twice, and a disabled one', {
      change: {
        templateIds: [
          templates.contract.templateId,
          templates.contract.templateId,
          templates.disabled.templateId,
        ],
      },
    }),
  ],
});

const list: TableMaker = ({ home, plain, templates, unknownId }) => ({
  path: '/template/list',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: { listPageNo: 1, listPageSize: 10 } },
  rows: [
    ...wrongValues('listPageNo', 0, -1, '0', 'x'),
    ...wrongValues('listPageSize', 0, -1, 1001, '1001', 'x'),
    ...wrongValues('templateStatus', 2, -1, '2'),
    ...wrongValues('templateId', 0, -1),
    accepted('by a plain member', { by: plain.client }),
    ...fineValues('templateId', templates.contract.templateId, templates.foreign.templateId, unknownId),
    ...fineValues('templateName', '', '%', '_', 7, "'; drop table templates; --"),
    ...fineValues('templateStatus', 0, '1'),
    ...fineValues('listPageSize', 1, 1000),
    ...fineValues('listPageNo', 1000),
  ],
});

const info: TableMaker = ({ home, plain, templates, unknownId }) => ({
  path: '/template/info',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: { templateId: templates.contract.templateId, templateType: '1' } },
  rows: [
    ...[unknownId, templates.foreign.templateId].map((templateId) =>
      refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
    ),
    ...wrongValues('templateId', 0, -1),
    ...wrongValues('templateType', '0', '3', 3, 'edit', ' '),
    refused(
      'a disabled template, for use',
      { body: { templateId: templates.disabled.templateId, templateType: '2' } },
      forbidden('TEMPLATE_DISABLED'),
    ),
    accepted('a disabled template, for editing', { change: { templateId: templates.disabled.templateId } }),
    accepted('by a plain member', { by: plain.client }),
    ...fineValues('templateType', '2', 1, 2),
  ],
});

const updateStatus: TableMaker = ({ home, plain, templates, unknownId }) => ({
  path: '/template/updateStatus',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: home.owner.client, body: { templateId: templates.spare.templateId, templateStatus: 0 } },
  rows: [
    ...[unknownId, templates.foreign.templateId].map((templateId) =>
      refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
    ),
    ...wrongValues('templateId', 0, -1),
    ...wrongValues('templateStatus', 2, -1, '2', 'enabled'),
    refused(
      'a bad status before the missing right',
      { by: plain.client, change: { templateStatus: 2 } },
      invalid('templateStatus'),
    ),
    refused(
      'the missing right before a template that is not there',
      { by: plain.client, change: { templateId: unknownId } },
      denied,
    ),
  ],
});

const templateDelete: TableMaker = ({ home, plain, templates, unknownId }) => ({
  path: '/template/delete',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: home.owner.client, body: { templateId: templates.disabled.templateId } },
  rows: [
    ...[unknownId, templates.foreign.templateId].map((templateId) =>
      refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
    ),
    ...wrongValues('templateId', 0, -1),
    refused(
      'the missing right before a template that is not there',
      { by: plain.client, change: { templateId: unknownId } },
      denied,
    ),
  ],
});

export const templateTables: readonly TableMaker[] = [
  addTemplate,
  addComponent,
  componentInfoList,
  filePages,
  overview,
  list,
  info,
  updateStatus,
  templateDelete,
];
