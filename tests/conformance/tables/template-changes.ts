/** Overwriting and copying templates and their controls: specification 4.7; decisions 5. */
import { conflict, denied, invalid, named } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { characters, type Row, refused, withoutField, wrongValues } from '../support/rows.js';

const modifyComponent: TableMaker = ({ home, plain, templates, unknownId }) => {
  const { spare, foreign, contract } = templates;
  const participantId = spare.detail.participantList[0]?.participantId ?? 0;
  const contractFileId = spare.detail.contractFileList[0]?.fileId ?? 0;
  const idsOf = ({ files }: typeof spare): readonly number[] =>
    files.flatMap(({ componentList }) => componentList.map(({ componentId }) => componentId));
  const [known = 0, second = 0] = idsOf(spare);
  const control = {
    componentId: known,
    participantId,
    contractFileId,
    componentKey: 'changed',
    componentName: '改过的控件',
    componentType: 1,
    value: '新的默认值',
    required: 0,
    positionX: 130,
    positionY: 420,
    pageNum: 1,
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
        named('COMPONENT_UPDATE_FAILED', `components[0].${path}`),
      ),
    );
  return {
    path: '/template/modifyComponent',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: { by: home.owner.client, body: { templateId: spare.templateId, components: [control] } },
    tolerated: [{ field: 'components', allows: 'blank', because: 'an empty list removes all controls' }],
    rows: [
      ...[unknownId, foreign.templateId].map((templateId) =>
        refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
      ),
      ...wrongValues('templateId', 0, -1),
      ...wrongValues('components[0].componentId', 0, -1),
      ...failed('componentId', unknownId, idsOf(contract)[0] ?? 0, idsOf(foreign)[0] ?? 0),
      refused(
        'one control twice',
        {
          body: { templateId: spare.templateId, components: [control, { ...control, componentKey: 'two' }] },
        },
        named('COMPONENT_UPDATE_FAILED', 'components[1].componentId'),
      ),
      refused(
        'one key twice',
        {
          body: { templateId: spare.templateId, components: [control, { ...control, componentId: second }] },
        },
        named('COMPONENT_UPDATE_FAILED', 'components[1].componentKey'),
      ),
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
      ...failed('pageNum', 0, 3, -1),
      ...failed('positionX', -1, 794),
      ...failed('positionY', -1, 1123),
      ...failed('value', characters(21), '\u{10fffd}'),
      ...wrongValues('components[0].componentType', 0, -1),
      ...wrongValues('components[0].required', 2, -1),
      ...wrongValues('components[0].componentName', ' ', characters(101)),
      ...wrongValues('components[0].specialAttribute.font', 'Comic Sans'),
      refused(
        'a template that was changed since',
        { change: { updateTime: '2020-01-01 00:00:00' } },
        conflict('TEMPLATE_CHANGED'),
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
    ],
  };
};

const modifyTemplate: TableMaker = ({ home, foreign, plain, templates, uploads, unknownId }) => {
  const { spare, contract } = templates;
  const [first, second] = spare.detail.participantList;
  const [file] = spare.detail.contractFileList;
  const theirs = templates.foreign.detail;
  const otherParticipant = contract.detail.participantList[0]?.participantId ?? 0;
  const otherFile = contract.detail.contractFileList[0]?.fileId ?? 0;
  const party = { participantType: 1, participateBizType: ['1', '2'], participantSetMode: 0, signOrder: 1 };
  return {
    path: '/template/modifyTemplate',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: {
      by: home.owner.client,
      body: {
        templateId: spare.templateId,
        templateName: '备用模板（新）',
        encryptFlag: 1,
        participantList: [
          {
            ...party,
            participantId: first?.participantId ?? 0,
            participantFlag: '甲方',
            participantSetMode: 1,
            psnAccount: home.owner.mobile,
            psnName: home.owner.realName,
            participantCorpName: home.corpName,
            draftSort: 2,
          },
          { ...party, participantId: second?.participantId ?? 0, participantFlag: '乙方', draftSort: 1 },
        ],
        contractFileList: [{ ...uploads.home, fileId: file?.fileId ?? 0 }],
        copierList: [
          { copierType: 0, psnAccount: foreign.owner.mobile, psnName: foreign.owner.realName },
          { copierType: 1, corpName: foreign.corpName },
        ],
        attachmentList: [{ fileName: '附件.pdf', fileUrl: uploads.home.fileUrl }],
      },
    },
    rows: [
      ...[unknownId, theirs.templateId].map((templateId) =>
        refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
      ),
      ...wrongValues('templateId', 0, -1),
      ...wrongValues('templateName', ' ', characters(101)),
      ...wrongValues('encryptFlag', 2, -1),
      ...wrongValues(
        'participantList[0].participantId',
        0,
        -1,
        unknownId,
        otherParticipant,
        theirs.participantList[0]?.participantId ?? 0,
      ),
      ...wrongValues('participantList[1].participantId', first?.participantId ?? 0),
      ...wrongValues(
        'contractFileList[0].fileId',
        0,
        unknownId,
        otherFile,
        theirs.contractFileList[0]?.fileId ?? 0,
      ),
      ...wrongValues('copierList[0].copierId', 0, unknownId),
      ...wrongValues('attachmentList[0].attachmentId', 0, unknownId),
      ...wrongValues('participantList[0].participateBizType', ['3'], ['1'], ['2']),
      ...wrongValues('participantList[0].draftSort', 0, 256),
      ...wrongValues('participantList[0].signOrder', 0, 256),
      ...wrongValues('participantList[0].participantType', 2),
      ...wrongValues('participantList[0].participantSetMode', 2),
      ...wrongValues('participantList[1].draftSort', 2),
      ...wrongValues('participantList[1].participantFlag', '甲方'),
      withoutField('participantList[0].psnAccount'),
      withoutField('participantList[0].psnName'),
      ...wrongValues('contractFileList[0].fileUrl', uploads.foreign.fileUrl, 'files/a', ' '),
      ...wrongValues('attachmentList[0].fileUrl', uploads.foreign.fileUrl, 'files/a', ' '),
      withoutField('copierList[0].psnAccount'),
      withoutField('copierList[1].corpName'),
      refused(
        'a template that was changed since',
        { change: { updateTime: '2020-01-01 00:00:00' } },
        conflict('TEMPLATE_CHANGED'),
      ),
      refused('a name that is taken', { change: { templateName: '采购合同' } }, named('TEMPLATE_NAME_EXIST')),
      refused(
        'a bad name before the missing right',
        { by: plain.client, change: { templateName: '' } },
        invalid('templateName'),
      ),
      refused(
        'the missing right before a template that is not there',
        { by: plain.client, change: { templateId: unknownId } },
        denied,
      ),
      refused(
        'a template that is not there before a foreign file',
        { change: { templateId: unknownId, 'contractFileList[0].fileUrl': uploads.foreign.fileUrl } },
        named('TEMPLATE_NOT_FOUND'),
      ),
    ],
  };
};

const templateCopy: TableMaker = ({ home, plain, templates, unknownId }) => ({
  path: '/template/copy',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: {
    by: home.owner.client,
    body: { templateId: templates.spare.templateId, templateName: '复制的模板' },
  },
  rows: [
    ...[unknownId, templates.foreign.templateId].map((templateId) =>
      refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
    ),
    ...wrongValues('templateId', 0, -1),
    ...wrongValues('templateName', characters(101)),
    refused('a name that is taken', { change: { templateName: '采购合同' } }, named('TEMPLATE_NAME_EXIST')),
    refused(
      'the missing right before a template that is not there',
      { by: plain.client, change: { templateId: unknownId } },
      denied,
    ),
  ],
});

export const templateChangeTables: readonly TableMaker[] = [modifyComponent, modifyTemplate, templateCopy];
