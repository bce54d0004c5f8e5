/** Sign flows: lists, counts and exports. */
import { data, fileStream, limitedPage, operation } from '../operation.js';
import { int32 } from '../schema.js';
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
  right: 'manageContracts',
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
  right: 'manageContracts',
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
  right: 'manageContracts',
  title: { zh: '导出企业合同', en: "Export an enterprise's contracts" },
  request: enterpriseExportInput,
  answer: fileStream,
  example: { flowStatus: 3 },
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
