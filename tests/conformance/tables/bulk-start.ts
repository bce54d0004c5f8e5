/** batchStartSignFlow: decisions 6, "Ours". Errors of a single item are in its own result; see the journeys. */
import { as } from '../../support/given-flow.js';
import { forbidden, invalid, notFound } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { characters, type Row, refused, withoutField, wrongValues } from '../support/rows.js';

const batchStartSignFlow: TableMaker = (world) => {
  const { home, partner, templates, uploads, unknownId } = world;
  const counterparty = {
    ...as('乙方', partner.owner, partner),
    payeeContractFlag: 1,
    payee: { amount: 100.5, priority: 1, remark: '首付款' },
  };
  const item = {
    templateName: '批量的合同',
    privaryFlag: 0,
    encryptFlag: 0,
    reversePayFlag: 0,
    sourceOrderCode: 'S-1',
    participantList: [counterparty, as('甲方', home.owner, home)],
    attachmentList: [{ fileName: '附件.pdf', fileUrl: uploads.home.fileUrl }],
    autoFill: 0,
    fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
    copierList: [{ copierType: 0, psnAccount: partner.owner.mobile }],
    expireDate: '2040-01-31',
    remark: '备注',
  };
  const misnamed = { participantList: [{ ...counterparty, psnName: '李四' }] };
  const template = (what: string, templateId: number, expected: Row['expected']): Row => ({
    what,
    change: { templateId },
    expected,
  });
  return {
    path: '/signTask/batchStartSignFlow',
    caller: 'member',
    source: 'required',
    needsRight: false,
    writes: true,
    good: {
      by: home.owner.client,
      body: { templateId: templates.typed.templateId, items: [item, misnamed] },
    },
    tolerated: [
      {
        field: 'items[].fillComponents[].componentValue',
        allows: 'blank',
        because: 'a blank value empties the control',
      },
      {
        field: 'items[].participantList',
        allows: 'blank',
        because: 'whether it lacks anybody is said of the item alone',
      },
    ],
    rows: [
      withoutField('templateId'),
      ...wrongValues('templateId', 0, -1),
      template('an unknown template', unknownId, notFound),
      template("another enterprise's template", templates.foreign.templateId, notFound),
      template('a disabled template', templates.disabled.templateId, forbidden('TEMPLATE_DISABLED')),
      template(
        'a template in which nobody signs',
        templates.unsigned.templateId,
        forbidden('TEMPLATE_INCOMPLETE'),
      ),
      refused(
        "another enterprise's template by its code",
        { change: { templateId: undefined, templateCode: templates.foreign.detail.templateCode } },
        notFound,
      ),
      refused(
        '501 items',
        { change: { items: Array.from({ length: 501 }, () => misnamed) } },
        invalid('items'),
      ),
      refused(
        'a mistyped item behind a good one: nothing is started',
        { change: { items: [item, { ...item, autoFill: 3 }] } },
        invalid('items[1].autoFill'),
      ),
      ...wrongValues('items[0].templateName', characters(201)),
      ...wrongValues('items[0].privaryFlag', 2, -1),
      ...wrongValues('items[0].autoFill', 3, -1),
      ...wrongValues('items[0].remark', characters(1001)),
      ...wrongValues('items[0].participantList[0].psnAccount', '123', '1391234567x', ' '),
    ],
  };
};

export const bulkStartTables: readonly TableMaker[] = [batchStartSignFlow];
