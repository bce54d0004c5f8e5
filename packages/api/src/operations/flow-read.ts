/** Sign flows: details, files and controls of one flow. */
import { data, operation } from '../operation.js';
import { list, object, optional } from '../schema.js';
import { fileId, flowId } from '../schemas/fields.js';
import { flowDetail, flowFile, taskInfo } from '../schemas/flow.js';
import { flowHistory } from '../schemas/history.js';
import { pagingFields } from '../schemas/paging.js';

const flowOnly = object({ flowId });

const fileOnly = object({ fileId });

const filesOfFlow = object({ flowId, ...pagingFields });

/** Every kind of link that displays a contract. */
const readers = {
  sign: 'ownFlow',
  fill: 'ownFlow',
  copy: 'ownFlow',
  draft: 'ownFlow',
  approval: 'ownFlow',
  access: 'any',
} as const;

export const contractInfo = operation({
  path: '/signTask/contract/info',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同详情', en: 'Contract details' },
  links: readers,
  request: flowOnly,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

export const contractTaskInfo = operation({
  path: '/signTask/contract/taskInfo',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同任务信息', en: 'Get the tasks of a contract' },
  links: readers,
  request: flowOnly,
  answer: data(taskInfo),
  example: { flowId: 201 },
});

/**
 * Returns the history of a contract with the result of checking its hash chain. Everybody who sees the contract may read
 * it; texts of an encrypted contract are described only to those who see its contents.
 */
export const contractHistory = operation({
  path: '/signTask/contract/history',
  area: 'flows',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同历史', en: 'Get the history of a contract' },
  links: readers,
  request: flowOnly,
  answer: data(flowHistory),
  example: { flowId: 201 },
});

export const fillComponentList = operation({
  path: '/signTask/fillComponentList',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '填写控件列表', en: 'List the controls to fill' },
  links: readers,
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
  links: readers,
  request: filesOfFlow,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

/** Lists the files of a flow, or one of them. The result is paged only on request. */
export const signFlowContractFileList = operation({
  path: '/signTask/signFlowContractFile/list',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同文件列表', en: "List a flow's files" },
  links: { access: 'any' },
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
  links: { access: 'any' },
  request: fileOnly,
  answer: data(flowFile),
  example: { fileId: 202 },
});

/** Returns a file with all its controls, its pages and the parties. */
export const signFlowContractFileComponentInfoList = operation({
  path: '/signTask/signFlowContractFile/componentInfoList',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同文件的控件', en: "Get a flow's file with its controls" },
  links: { access: 'any' },
  request: fileOnly,
  answer: data(list(flowDetail)),
  example: { fileId: 202 },
});
