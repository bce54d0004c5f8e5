/** Sign flows: lists, counts and exports. */
import { data, fileStream, limitedPage, operation } from '../operation.js';
import { int32, list, object, optional } from '../schema.js';
import {
  enterpriseCountInput,
  enterpriseExportInput,
  enterpriseListInput,
  flowCountInput,
  flowExportInput,
  flowListInput,
  flowListItem,
  listByMobileInput,
} from '../schemas/flow.js';
import {
  overviewCounts,
  overviewFlows,
  overviewScope,
  overviewSupplies,
  overviewWarning,
} from '../schemas/overview.js';

export const contractList = operation({
  path: '/signTask/contract/list',
  area: 'flows',
  source: 'required',
  title: { zh: '我的合同列表', en: "List the acting member's contracts" },
  links: { access: 'any' },
  request: flowListInput,
  answer: limitedPage(flowListItem),
  example: { docQueryType: 4, listPageNo: 1, listPageSize: 10 },
});

/** Counts the contracts that contract/list returns for the same filters. */
export const listCount = operation({
  path: '/signTask/myContract/listCount',
  area: 'flows',
  source: 'required',
  title: { zh: '我的合同数量', en: "Count the acting member's contracts" },
  links: { access: 'any' },
  request: flowCountInput,
  answer: data(int32(0)),
  example: { docQueryType: 4 },
});

/** Exports all contracts that match the filters of contract/list as a workbook; paging fields are ignored. */
export const contractExport = operation({
  path: '/signTask/contract/export',
  area: 'flows',
  source: 'required',
  title: { zh: '导出我的合同', en: "Export the acting member's contracts" },
  request: flowExportInput,
  answer: fileStream,
  example: { docQueryType: 0 },
});

/** Lists the contracts of an enterprise except confidential ones. */
export const enterpriseContractsList = operation({
  path: '/signTask/enterpriseContracts/list',
  area: 'flows',
  source: 'required',
  openCorp: true,
  right: 'readContracts',
  title: { zh: '企业合同列表', en: "List an enterprise's contracts" },
  request: enterpriseListInput,
  answer: limitedPage(flowListItem),
  example: { flowStatus: 2, listPageNo: 1, listPageSize: 10 },
});

export const enterpriseContractsCount = operation({
  path: '/signTask/enterpriseContracts/enterpriseContractsCount',
  area: 'flows',
  source: 'required',
  openCorp: true,
  right: 'readContracts',
  title: { zh: '企业合同数量', en: "Count an enterprise's contracts" },
  request: enterpriseCountInput,
  answer: data(int32(0)),
  example: { flowStatus: 2 },
});

/** Like contract/export, with the filters of enterpriseContracts/list. */
export const enterpriseContractsExport = operation({
  path: '/signTask/enterpriseContracts/export',
  area: 'flows',
  source: 'required',
  openCorp: true,
  right: 'readContracts',
  title: { zh: '导出企业合同', en: "Export an enterprise's contracts" },
  request: enterpriseExportInput,
  answer: fileStream,
  example: { flowStatus: 3 },
});

/**
 * What needs attention among the open contracts started by the acting member, or by their enterprise (requires
 * readContracts; without confidential contracts): contracts that have waited for the same act for 24 hours, ordered by
 * deadline and then by age; near deadlines; and warnings, each for those whose right it concerns. The answer may be ten
 * seconds old.
 */
export const signTaskOverview = operation({
  path: '/signTask/overview',
  area: 'flows',
  title: { zh: '待关注的合同与事项', en: 'What needs attention' },
  links: { access: 'any' },
  request: object({ scope: optional(overviewScope()) }),
  answer: data(
    object({
      counts: overviewCounts.means('数量', 'numbers'),
      stuck: overviewFlows(
        '等待同一人满 24 小时的合同，至多 50 份',
        'contracts that have waited for the same act for 24 hours, at most 50',
      ),
      soon: overviewFlows(
        '72 小时内截止的合同，至多 50 份',
        'contracts whose deadline is within 72 hours, at most 50',
      ),
      warnings: list(overviewWarning).means('提醒', 'warnings'),
      ...overviewSupplies,
    }),
  ),
  reasons: ['PERMISSION_DENIED'],
  example: { scope: 0 },
});

/** Lists contracts by a signer's mobile number, as far as the acting member may see them. */
export const listByMobile = operation({
  path: '/signTask/contract/listByMobile',
  area: 'flows',
  source: 'required',
  title: { zh: '按签署人手机号查询合同', en: "List contracts by a signer's mobile" },
  request: listByMobileInput,
  answer: limitedPage(flowListItem),
  example: { mobile: '13800138000', listPageNo: 1, listPageSize: 10 },
});
