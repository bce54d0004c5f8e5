/** Sign flows: lists, details, downloads. */
import { data, fileStream, operation, page } from './operation.js';
import { int32, list, object, oneOf, optional } from './schema.js';
import { fileId, flowId } from './schemas/fields.js';
import {
  enterpriseCountInput,
  enterpriseListInput,
  flowCountInput,
  flowDetail,
  flowFile,
  flowListInput,
  flowListItem,
  listByMobileInput,
  taskInfo,
} from './schemas/flow.js';
import { pagingFields } from './schemas/paging.js';

export const contractList = operation({
  path: '/signTask/contract/list',
  area: 'flows',
  source: 'required',
  title: { zh: '我的合同列表', en: "List the acting member's contracts" },
  request: flowListInput,
  answer: page(flowListItem),
  example: { docQueryType: 4, listPageNo: 1, listPageSize: 10 },
});

/** How many contracts all pages of contract/list with the same filters have together. */
export const listCount = operation({
  path: '/signTask/myContract/listCount',
  area: 'flows',
  source: 'required',
  title: { zh: '我的合同数量', en: "Count the acting member's contracts" },
  request: flowCountInput,
  answer: data(int32(0)),
  example: { docQueryType: 4 },
});

/** All contracts that the filters of contract/list find, as a workbook; the fields of paging limit nothing. */
export const contractExport = operation({
  path: '/signTask/contract/export',
  area: 'flows',
  source: 'required',
  title: { zh: '导出我的合同', en: "Export the acting member's contracts" },
  request: flowListInput,
  answer: fileStream,
  example: { docQueryType: 0 },
});

/** The contracts of an enterprise, but for confidential ones. */
export const enterpriseContractsList = operation({
  path: '/signTask/enterpriseContracts/list',
  area: 'flows',
  source: 'required',
  openCorp: true,
  right: 'manageContracts',
  title: { zh: '企业合同列表', en: "List an enterprise's contracts" },
  request: enterpriseListInput,
  answer: page(flowListItem),
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

/** As contract/export, for enterpriseContracts/list. */
export const enterpriseContractsExport = operation({
  path: '/signTask/enterpriseContracts/export',
  area: 'flows',
  source: 'required',
  openCorp: true,
  right: 'manageContracts',
  title: { zh: '导出企业合同', en: "Export an enterprise's contracts" },
  request: enterpriseListInput,
  answer: fileStream,
  example: { flowStatus: 3 },
});

/** Contracts with a signer of that mobile, as far as the acting member may see them. */
export const listByMobile = operation({
  path: '/signTask/contract/listByMobile',
  area: 'flows',
  source: 'required',
  title: { zh: '按签署人手机号查询合同', en: "List contracts by a signer's mobile" },
  request: listByMobileInput,
  answer: page(flowListItem),
  example: { mobile: '13800138000', listPageNo: 1, listPageSize: 10 },
});

const flowOnly = object({ flowId });
const fileOnly = object({ fileId });
const filesOfFlow = object({ flowId, ...pagingFields });

export const contractInfo = operation({
  path: '/signTask/contract/info',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同详情', en: 'Contract details' },
  request: flowOnly,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

/** The files of a flow, or one of them. A page of them only where one is asked for. */
export const signFlowContractFileList = operation({
  path: '/signTask/signFlowContractFile/list',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同文件列表', en: "List a flow's files" },
  request: object({
    flowId: optional(flowId),
    fileId: optional(fileId),
    ...pagingFields,
  }),
  answer: data(list(flowFile)),
  example: { flowId: 201 },
});

export const signFlowContractFileInfo = operation({
  path: '/signTask/signFlowContractFile/info',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同文件详情', en: "Look up a flow's file" },
  request: fileOnly,
  answer: data(flowFile),
  example: { fileId: 202 },
});

/** One file with all its controls, its pages and the parties. */
export const signFlowContractFileComponentInfoList = operation({
  path: '/signTask/signFlowContractFile/componentInfoList',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同文件的控件', en: "A flow's file with its controls" },
  request: fileOnly,
  answer: data(list(flowDetail)),
  example: { fileId: 202 },
});

export const contractTaskInfo = operation({
  path: '/signTask/contract/taskInfo',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同任务信息', en: 'Task information of a contract' },
  request: flowOnly,
  answer: data(taskInfo),
  example: { flowId: 201 },
});

export const fillComponentList = operation({
  path: '/signTask/fillComponentList',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '填写控件列表', en: 'List the controls to fill' },
  request: filesOfFlow,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

export const signComponentList = operation({
  path: '/signTask/signComponentList',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '签署控件列表', en: 'List the signature areas' },
  request: filesOfFlow,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

export const contractDownload = operation({
  path: '/signTask/contract/download',
  area: 'flows',
  source: 'required',
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE'],
  title: { zh: '下载合同', en: 'Download a contract' },
  request: object({
    flowId,
    fileId: optional(fileId),
    original: optional(oneOf(0, 1)).means('1 下载原文件', '1: the file as it was uploaded'),
    checkCopy: optional(oneOf(0, 1)).means(
      '1：打印核验件，每页带二维码，指向核验页；不是签署原件',
      '1: a print copy whose QR code opens the page that checks it; not the signed original',
    ),
  }),
  answer: fileStream,
  example: { flowId: 201 },
});
