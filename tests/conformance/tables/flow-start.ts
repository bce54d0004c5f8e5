/** startSignFlow: specification 4.8; decisions 6, "Start" and "Charge". */
import type { Json } from '@cinnabar/api/schema.js';
import { as } from '../../support/given-flow.js';
import type { Changes } from '../support/change-body.js';
import { type Expected, forbidden, invalid, nameMismatch, notFound } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { characters, type Row, refused, withoutField, wrongValues } from '../support/rows.js';

const startSignFlow: TableMaker = (world) => {
  const { home, partner, poor, invalid: blocked, plain, templates, uploads, unknownId } = world;
  const { typed, foreign } = templates;
  const counterparty = {
    ...as('乙方', partner.owner, partner),
    payeeContractFlag: 1,
    payee: { amount: 100.5, priority: 1, remark: '首付款' },
  };
  const initiator = as('甲方', home.owner, home);
  const participantList = [counterparty, initiator];
  const only = (...list: Json[]): Json => list;
  const changed = (what: string, change: Changes, expected: Expected): Row =>
    refused(what, { change }, expected);
  /** An invalid value in the request for a control of the initiator. */
  const wrongFill = (what: string, componentKey: string, componentValue: string): Row =>
    changed(
      what,
      { 'fillComponents[0].componentKey': componentKey, 'fillComponents[0].componentValue': componentValue },
      invalid('fillComponents[0].componentValue'),
    );
  const fillOf = (what: string, componentId: number): Row =>
    changed(
      what,
      { 'fillComponents[0].componentKey': undefined, 'fillComponents[0].componentId': componentId },
      invalid('fillComponents[0].componentId'),
    );
  const controlOf = (flag: string, type: number): number => {
    const [file] = templates.contract.files;
    const party = file?.participantList.find(({ participantFlag }) => participantFlag === flag);
    const control = file?.componentList.find(
      ({ participantId, componentType }) => participantId === party?.participantId && componentType === type,
    );
    return control?.componentId ?? 0;
  };
  return {
    path: '/signTask/startSignFlow',
    caller: 'member',
    source: 'required',
    needsRight: false,
    writes: true,
    good: {
      by: home.owner.client,
      body: {
        templateId: typed.templateId,
        templateName: '新的合同',
        privaryFlag: 0,
        encryptFlag: 0,
        reversePayFlag: 0,
        sourceOrderCode: 'S-1',
        participantList,
        attachmentList: [{ fileName: '附件.pdf', fileUrl: uploads.home.fileUrl }],
        autoFill: 0,
        fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
        copierList: [{ copierType: 0, psnAccount: partner.owner.mobile, psnName: partner.owner.realName }],
        expireDate: '2040-01-31',
        remark: '备注',
        draftKey: 'sent-with-the-start',
      },
    },
    tolerated: [
      {
        field: 'fillComponents[].componentValue',
        allows: 'blank',
        because: 'a blank value empties the control',
      },
    ],
    rows: [
      withoutField('templateId'),
      ...[unknownId, foreign.templateId, templates.poor.templateId].map((templateId) =>
        changed(`template ${templateId}`, { templateId }, notFound),
      ),
      ...['TPL0', foreign.detail.templateCode].map((templateCode) =>
        changed(`template ${templateCode}`, { templateId: undefined, templateCode }, notFound),
      ),
      changed(
        'a disabled template',
        { templateId: templates.disabled.templateId },
        forbidden('TEMPLATE_DISABLED'),
      ),
      changed(
        'a template in which nobody signs',
        { templateId: templates.unsigned.templateId, participantList: [initiator] },
        forbidden('TEMPLATE_INCOMPLETE'),
      ),
      ...wrongValues('templateId', 0, -1),
      ...wrongValues('templateName', characters(201)),
      ...wrongValues('privaryFlag', 2, -1),
      ...wrongValues('encryptFlag', 2, -1),
      ...wrongValues('reversePayFlag', 2, -1),
      ...wrongValues('autoFill', 3, -1),
      ...wrongValues('expireDate', '2020-01-31', '2026-01-31T09:30:00.000+0800', ' '),
      ...wrongValues('remark', characters(1001)),
      ...wrongValues('draftKey', ' ', 'short', 'with space', 'a'.repeat(65)),

      changed(
        'a party that the template does not have',
        { 'participantList[0].participantFlag': '丙方' },
        invalid('participantList[0].participantFlag'),
      ),
      changed(
        'a party without flag and id',
        { 'participantList[0].participantFlag': undefined },
        invalid('participantList[0]'),
      ),
      ...[unknownId, foreign.detail.participantList[0]?.participantId ?? 0].map((participantId) =>
        changed(
          `participant ${participantId}`,
          { 'participantList[0].participantId': participantId },
          invalid('participantList[0].participantId'),
        ),
      ),
      changed(
        'a party twice',
        { participantList: [counterparty, counterparty] },
        invalid('participantList[1]'),
      ),
      changed('nobody for a party', { participantList: [initiator] }, invalid('participantList')),
      changed(
        '51 parties',
        { participantList: Array.from({ length: 51 }, () => counterparty) },
        invalid('participantList'),
      ),
      changed(
        'the name of somebody else',
        { 'participantList[0].psnName': '李四' },
        nameMismatch('participantList[0].psnName'),
      ),
      changed(
        'the initiator under another name',
        { 'participantList[1].psnName': '李四' },
        nameMismatch('participantList[1].psnName'),
      ),
      ...[partner.owner, world.foreign.owner].map((stranger) =>
        changed(
          'an initiator of another enterprise',
          {
            'participantList[1].psnAccount': stranger.mobile,
            'participantList[1].psnName': stranger.realName,
          },
          invalid('participantList[1].psnAccount'),
        ),
      ),
      ...wrongValues('participantList[0].psnAccount', '123', '1391234567x', ' '),
      ...wrongValues('participantList[0].psnName', ' ', characters(101)),
      ...wrongValues('participantList[0].payeeContractFlag', 2, -1),
      ...wrongValues('participantList[0].payee.amount', 0, -1, 0.001, '0.005', 1e12, '-0.01'),
      ...wrongValues('participantList[0].payee.priority', 2, -1),
      changed(
        'a payment that is not described',
        { 'participantList[0].payee': undefined },
        invalid('participantList[0].payee'),
      ),
      changed(
        'a party that the template fixes, with another mobile',
        {
          templateId: templates.fixed.templateId,
          participantList: only({ ...as('指定', plain, home) }),
          fillComponents: null,
        },
        invalid('participantList[0].psnAccount'),
      ),
      changed(
        'a party that the template fixes, under another name',
        {
          templateId: templates.fixed.templateId,
          participantList: only({ ...as('指定', home.owner, home), psnName: '李四' }),
          fillComponents: null,
        },
        invalid('participantList[0].psnName'),
      ),
      changed(
        'the counterparty pays, without a counterparty',
        { reversePayFlag: 1, participantList: [as('乙方', plain, home), initiator] },
        invalid('reversePayFlag'),
      ),

      ...wrongValues(
        'attachmentList[0].fileUrl',
        uploads.foreign.fileUrl,
        'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
        '../../../etc/passwd',
        'https://example.com/a.pdf',
      ),
      ...wrongValues('copierList[0].copierType', 2),
      ...wrongValues('copierList[0].psnAccount', '123', ''),
      withoutField('copierList[0].psnAccount'),
      ...wrongValues('copierList[0].psnName', characters(101)),
      changed(
        'an enterprise as copier without its name',
        { 'copierList[0].copierType': 1 },
        invalid('copierList[0].corpName'),
      ),
      changed(
        '51 attachments',
        {
          attachmentList: Array.from({ length: 51 }, () => ({
            fileName: 'a.pdf',
            fileUrl: uploads.home.fileUrl,
          })),
        },
        invalid('attachmentList'),
      ),

      ...['nothing', 'address'].map((key) =>
        changed(
          `a value for ${key}, which is not the initiator's`,
          { 'fillComponents[0].componentKey': key },
          invalid('fillComponents[0].componentKey'),
        ),
      ),
      changed(
        'a value for nothing',
        { 'fillComponents[0].componentKey': undefined },
        invalid('fillComponents[0]'),
      ),
      fillOf('a value for an unknown control', unknownId),
      fillOf('a value for a control of another template', controlOf('甲方', 1)),
      changed(
        'a value for a signature area',
        {
          templateId: templates.contract.templateId,
          'fillComponents[0].componentKey': undefined,
          'fillComponents[0].componentId': controlOf('甲方', 6),
        },
        invalid('fillComponents[0].componentId'),
      ),
      wrongFill('a number that is none', 'quantity', '一百'),
      wrongFill('a number with an exponent', 'quantity', '1e5'),
      wrongFill('a number with too many decimals', 'quantity', '1.005'),
      wrongFill('a number with wrong groups', 'quantity', '1,00,000'),
      wrongFill('a date that is none', 'deliveryDate', '明天'),
      wrongFill('a day that is not in the calendar', 'deliveryDate', '2026-02-29'),
      wrongFill('more characters than the control takes', 'short', characters(6)),
      wrongFill('a control character', 'short', 'a\u0007b'),
      wrongFill('a character that no font has', 'amount', '\u{10fffd}'),
      wrongFill('a text that does not fit its box', 'amount', characters(200)),
      ...wrongValues('fillComponents[0].componentValue', characters(10_001)),

      refused(
        'no contract left',
        {
          by: poor.owner.client,
          body: {
            templateId: templates.poor.templateId,
            participantList: only(as('乙方', partner.owner, partner)),
          },
        },
        forbidden('BALANCE_NOT_ENOUGH'),
      ),
      refused(
        'an enterprise whose identification is invalid',
        {
          by: blocked.owner.client,
          body: {
            templateId: templates.invalid.templateId,
            participantList: only(as('乙方', partner.owner, partner)),
          },
        },
        forbidden('NOT_VERIFIED'),
      ),
      changed(
        'an unknown template before an unknown party',
        { templateId: unknownId, 'participantList[0].participantFlag': '丙方' },
        notFound,
      ),
      changed(
        'an unknown party before the disabled template',
        { templateId: templates.disabled.templateId, 'participantList[0].participantFlag': '丙方' },
        invalid('participantList[0].participantFlag'),
      ),
      changed(
        'a foreign attachment before the disabled template',
        { templateId: templates.disabled.templateId, 'attachmentList[0].fileUrl': uploads.foreign.fileUrl },
        invalid('attachmentList[0].fileUrl'),
      ),
    ],
  };
};

export const flowStartTables: readonly TableMaker[] = [startSignFlow];
