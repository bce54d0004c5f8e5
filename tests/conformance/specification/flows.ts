/** Specification 4.8 to 4.10 and 4.12 with the shapes of 2.10: sign flows. */
import { type Field, type Fields, givenAttribute, paging, type SpecifiedOperation } from './notation.js';

const payee: Fields = {
  id: 'int64',
  amount: 'number',
  payeeStatus: 'int32',
  auditStatus: 'int32',
  priority: 'int32',
  remark: 'string?',
};

export const signer: Fields = {
  participantId: 'int64',
  participantFlag: 'string',
  participantCorpId: 'int64?',
  participantCorpName: 'string',
  participantType: 'int32',
  participateBizType: { list: 'string' },
  psnId: 'int64',
  psnName: 'string',
  payeeContractFlag: 'int32',
  payee: { object: payee, need: '?' },
  signStatus: 'int32',
  draftSort: 'int32',
  signOrder: 'int32',
  dongStatus: 'string',
  draftTime: 'dateTime?',
  signTime: 'dateTime?',
  waitForMeToDo: 'boolean',
};

const flowListItem: Fields = {
  flowId: 'int64',
  corpName: 'string',
  flowCode: 'string',
  flowTitle: 'string',
  flowStatus: 'int32',
  flowDesc: 'string',
  operateStatus: 'int32',
  initiatorType: 'int32',
  initiatorId: 'int64',
  initiatorName: 'string',
};

const flowFile: Fields = {
  id: 'int64',
  fileId: 'int64',
  flowId: 'int64',
  fileCode: 'string',
  fileName: 'string',
  fileUrl: 'string',
};

const flowDetail: Fields = {
  flowId: 'int64',
  fileId: 'int64',
  fileName: 'string',
  fileUrl: 'string',
  filePath: 'string',
  totalPage: 'int32',
  width: 'int32',
  height: 'int32',
  componentList: {
    list: {
      componentId: 'int64',
      componentKey: 'string?',
      componentType: 'int32',
      participantId: 'int64',
      required: 'int32',
      value: 'string?',
      pageNum: 'int32',
      positionX: 'number',
      positionY: 'number',
      width: 'number',
      height: 'number',
    },
  },
  participantList: { list: signer },
  jpgUrlList: { list: 'string' },
  attachmentList: {
    list: { attachmentId: 'int64', fileName: 'string', fileUrl: 'string', signerUpload: 'int32' },
  },
};

const fillCommand: Fields = {
  componentId: 'int64!',
  participantId: 'int64!',
  contractFileId: 'int64!',
  value: 'string!',
};

export const intent: Fields = {
  verifyCode: 'string',
  signPwd: 'string',
  newPwd: 'boolean',
  code: 'string',
  orderNo: 'string',
  h5faceId: 'string',
  newSign: 'string',
  newSignature: 'string',
};

/** 4.10: shared by list, count and export. */
const flowFilters: Fields = {
  docQueryType: 'int32',
  flowCode: 'string',
  flowTitle: 'string',
  flowStatus: 'int32',
  flowStatusList: { list: 'int32' },
  mobile: 'string',
  participantType: 'int32',
  participantName: 'string',
  queryTimeType: 'int32',
  flowStartTime: 'dateTime',
  flowFinishTime: 'dateTime',
};

/** Ours: what a dry run says. */
const startTrial: Field = {
  need: '?',
  object: {
    problems: { list: { path: 'string?', code: 'string', reason: 'string?', msg: 'string' } },
    contracts: 'int32',
    collections: 'int32',
    contractBalance: 'int32',
    collectionBalance: 'int32',
  },
};

const startedFlow: Fields = {
  flowId: 'int64',
  flowStatus: 'int32',
  flowTitle: 'string',
  flowDesc: 'string',
  nextStatus: 'int32',
  resultStatus: 'int32?',
  errorMessage: 'string?',
  participantList: { list: signer },
  dryRun: startTrial,
};

/** Decisions 5. A person needs psnAccount, an enterprise corpName; see the tables. */
const copierList = {
  list: { copierType: 'int32!', psnAccount: 'string', psnName: 'string', corpName: 'string' },
} as const;

const directStart: Fields = {
  flowTitle: 'string!',
  contractFileList: {
    need: '!',
    list: {
      fileName: 'string!',
      fileUrl: 'string!',
      totalPage: 'int32!',
      width: 'number!',
      height: 'number!',
    },
  },
  participantList: {
    need: '!',
    list: {
      participantFlag: 'string!',
      participantType: 'int32!',
      psnAccount: 'string!',
      psnName: 'string!',
      participantCorpName: 'string',
      participateBizType: { list: 'string' },
      signOrder: 'int32',
      draftSort: 'int32',
      payeeContractFlag: 'int32',
      payee: { object: { id: 'int64', amount: 'number!', priority: 'int32', remark: 'string' } },
    },
  },
  attachmentList: { list: { fileName: 'string!', fileUrl: 'string!' } },
  copierList,
  expireDate: 'dateTime',
  encryptFlag: 'int32',
  privaryFlag: 'int32',
  reversePayFlag: 'int32',
  sourceOrderCode: 'string',
  remark: 'string',
};

const directComponent: Fields = {
  participantFlag: 'string!',
  fileIndex: 'int32!',
  componentKey: 'string',
  componentName: 'string!',
  componentType: 'int32!',
  value: 'string',
  required: 'int32!',
  positionX: 'number!',
  positionY: 'number!',
  pageNum: 'int32!',
  specialAttribute: { object: givenAttribute, need: '!' },
};

/** 4.10: the enterprise-level list. */
const enterpriseFilters: Fields = {
  flowStatus: 'int32',
  flowStatusList: { list: 'int32' },
  participantType: 'int32',
  participantName: 'string',
  mobile: 'string',
  queryTimeType: 'int32',
  flowStartTime: 'dateTime',
  flowFinishTime: 'dateTime',
};

/** 4.8, and ours: what starts from a template take. */
const templateStart = {
  templateName: 'string',
  privaryFlag: 'int32',
  encryptFlag: 'int32',
  reversePayFlag: 'int32',
  sourceOrderCode: 'string',
  participantList: {
    need: '!',
    list: {
      // One of the two; see the table.
      participantId: 'int64',
      participantFlag: 'string',
      psnAccount: 'string!',
      psnName: 'string!',
      participantCorpName: 'string',
      payeeContractFlag: 'int32',
      payee: {
        object: { id: 'int64', amount: 'number!', priority: 'int32', remark: 'string' },
      },
    },
  },
  attachmentList: {
    list: { attachmentId: 'int64', templateId: 'int64', fileName: 'string!', fileUrl: 'string!' },
  },
  autoFill: 'int32',
  fillComponents: {
    list: { componentId: 'int64', componentKey: 'string', componentValue: 'string!' },
  },
  copierList,
  expireDate: 'dateTime',
  remark: 'string',
} as const satisfies Fields;

export const flowOperations: readonly SpecifiedOperation[] = [
  {
    path: '/signTask/startSignFlow',
    code: '200',
    request: {
      // One of the two; see the table.
      templateId: 'int64',
      templateCode: 'string',
      ...templateStart,
      dryRun: 'boolean',
    },
    data: {
      object: {
        flowId: 'int64',
        flowStatus: 'int32',
        flowTitle: 'string',
        flowDesc: 'string',
        nextStatus: 'int32',
        resultStatus: 'int32?',
        errorMessage: 'string?',
        participantList: { list: signer },
        dryRun: startTrial,
      },
    },
  },
  // 4.8 "not shown": the decisions.
  {
    path: '/signTask/directSignFlow',
    code: '200',
    request: { ...directStart, dryRun: 'boolean' },
    data: { object: startedFlow },
  },
  {
    path: '/signTask/directComponentSignFlow',
    code: '200',
    request: {
      ...directStart,
      dryRun: 'boolean',
      components: { need: '!', list: directComponent },
    },
    data: { object: startedFlow },
  },
  {
    path: '/signTask/getDesignatedSignatureUrl',
    code: '200',
    request: { ...directStart, returnUrl: 'string' },
    data: { value: 'string' },
  },
  // Ours.
  {
    path: '/signTask/batchStartSignFlow',
    code: '0',
    request: {
      // One of the two; see the table.
      templateId: 'int64',
      templateCode: 'string',
      items: {
        need: '!',
        list: {
          ...templateStart,
          // Who is missing in an item is missing there alone; see the journeys.
          participantList: {
            need: '!',
            list: { ...templateStart.participantList.list, psnAccount: 'string', psnName: 'string' },
          },
        },
      },
    },
    data: {
      object: {
        batchId: 'int64',
        successCount: 'int32',
        failedCount: 'int32',
        results: {
          list: {
            index: 'int32',
            flowId: 'int64?',
            flowCode: 'string?',
            code: 'string',
            reason: 'string?',
            msg: 'string',
          },
        },
      },
    },
  },
  {
    path: '/signTask/contract/send',
    code: '0',
    request: { flowId: 'int64!', components: { list: directComponent } },
    data: { object: { flowId: 'int64', flowStatus: 'int32' } },
  },
  {
    path: '/signTask/fillSignForm',
    code: '0',
    request: { flowId: 'int64!', components: { list: fillCommand, need: '!' }, finish: 'boolean' },
    data: { object: { flowId: 'int64', flowStatus: 'int32' } },
  },
  {
    path: '/signTask/signContract',
    code: '0',
    request: {
      flowId: 'int64!',
      participantId: 'int64',
      signComponents: {
        need: '!',
        list: {
          componentId: 'int64!',
          // Left out where the request names the participant, or there is only one.
          participantId: 'int64',
          contractFileId: 'int64!',
          pageNum: 'int32!',
          positionX: 'number!',
          positionY: 'number!',
          fieldType: 'int32!',
          sealId: 'int64!',
          specialAttribute: { object: givenAttribute, need: '!' },
        },
      },
      fillComponents: { list: fillCommand },
      authType: 'string',
      ...intent,
    },
    data: {
      object: {
        flowId: 'int64',
        flowStatus: 'int32',
        flowDesc: 'string',
        flowTitle: 'string',
        signStatus: 'int32',
        approvalId: 'int64?',
      },
    },
  },
  {
    path: '/signTask/signWish',
    code: '0',
    request: { flowId: 'int64!', flowIds: { list: 'int64' }, authType: 'string!', ...intent },
    data: 'empty',
  },
  // Decisions 6, "Links".
  {
    path: '/signTask/getFillUrl',
    code: '0',
    request: { flowId: 'int64!', participantId: 'int64', returnUrl: 'string' },
    data: { value: 'string' },
  },
  {
    path: '/signTask/getSignUrl',
    code: '0',
    request: { flowId: 'int64!', participantId: 'int64', returnUrl: 'string' },
    data: { value: 'string' },
  },
  {
    path: '/signTask/contract/list',
    code: '200',
    request: { ...flowFilters, ...paging },
    data: { list: flowListItem },
    paged: true,
  },
  // "paging fields ignored"
  {
    path: '/signTask/myContract/listCount',
    code: '200',
    request: flowFilters,
    data: { value: 'int32' },
  },
  { path: '/signTask/contract/export', code: '200', request: { ...flowFilters, ...paging }, data: 'file' },
  {
    path: '/signTask/enterpriseContracts/list',
    code: '200',
    request: { ...enterpriseFilters, ...paging },
    data: { list: flowListItem },
    paged: true,
  },
  {
    path: '/signTask/enterpriseContracts/enterpriseContractsCount',
    code: '200',
    request: enterpriseFilters,
    data: { value: 'int32' },
  },
  {
    path: '/signTask/enterpriseContracts/export',
    code: '200',
    request: { ...enterpriseFilters, ...paging },
    data: 'file',
  },
  {
    path: '/signTask/contract/listByMobile',
    code: '200',
    request: {
      mobile: 'string!',
      flowStatus: 'int32',
      flowStatusList: { list: 'int32' },
      queryTimeType: 'int32',
      flowStartTime: 'dateTime',
      flowFinishTime: 'dateTime',
      ...paging,
    },
    data: { list: flowListItem },
    paged: true,
  },
  {
    path: '/signTask/contract/info',
    code: '200',
    request: { flowId: 'int64!' },
    data: { list: flowDetail },
  },
  {
    path: '/signTask/contract/taskInfo',
    code: '200',
    request: { flowId: 'int64!' },
    data: {
      object: {
        flowId: 'int64',
        flowTitle: 'string',
        expireDate: 'dateTime',
        flowStatus: 'int32',
        flowDesc: 'string',
        flowStartTime: 'dateTime',
        flowFinishTime: 'dateTime?',
        operateStatus: 'int32',
        corpId: 'int64',
        corpName: 'string',
        initiatorId: 'int64',
        initiatorName: 'string',
        initiatorType: 'int32',
        templateId: 'int64?',
        encryptFlag: 'int32',
        reversePayFlag: 'int32',
        feePayFlag: 'int32',
        payeeContractFlag: 'int32',
        totalAmount: 'number?',
        createTime: 'dateTime',
        participantList: { list: { ...signer, participateBizType: 'string' } },
        contractFileList: {
          list: flowFile,
        },
        // Ours.
        waiting: {
          list: {
            participantId: 'int64',
            psnName: 'string',
            corpName: 'string',
            for: 'int32',
            since: 'dateTime',
          },
        },
      },
    },
  },
  // "at least one required"
  {
    path: '/signTask/signFlowContractFile/list',
    code: '200',
    request: { flowId: 'int64', fileId: 'int64', ...paging },
    data: { list: flowFile },
  },
  {
    path: '/signTask/signFlowContractFile/info',
    code: '200',
    request: { fileId: 'int64!' },
    data: { object: flowFile },
  },
  {
    path: '/signTask/signFlowContractFile/componentInfoList',
    code: '200',
    request: { fileId: 'int64!' },
    data: { list: flowDetail },
  },
  {
    path: '/signTask/fillComponentList',
    code: '200',
    request: { flowId: 'int64!', ...paging },
    data: { list: flowDetail },
  },
  {
    path: '/signTask/signComponentList',
    code: '200',
    request: { flowId: 'int64!', ...paging },
    data: { list: flowDetail },
  },
  {
    path: '/signTask/contract/cancel',
    code: '0',
    request: { flowId: 'int64!', cancelMsg: 'string' },
    data: 'empty',
  },
  { path: '/signTask/contract/del', code: '0', request: { flowId: 'int64!' }, data: 'empty' },
  {
    path: '/signTask/contract/modify',
    code: '0',
    request: { flowId: 'int64!', remark: 'string!' },
    data: 'empty',
  },
  { path: '/signTask/signFlowRemind', code: '0', request: { flowId: 'int64!' }, data: 'empty' },
  // Ours.
  {
    path: '/signTask/contract/refuse',
    code: '0',
    request: { flowId: 'int64!', refuseMsg: 'string' },
    data: 'empty',
  },
  {
    path: '/signTask/contract/extend',
    code: '0',
    request: { flowId: 'int64!', expireDate: 'dateTime!' },
    data: 'empty',
  },
  {
    path: '/signTask/contract/transfer',
    code: '0',
    request: { flowId: 'int64!', participantId: 'int64', psnAccount: 'string!', psnName: 'string!' },
    data: 'empty',
  },
  {
    path: '/signTask/contract/changeParticipant',
    code: '0',
    request: { flowId: 'int64!', participantId: 'int64!', psnAccount: 'string!', psnName: 'string!' },
    data: 'empty',
  },
  {
    path: '/signTask/contract/addAttachment',
    code: '0',
    request: { flowId: 'int64!', fileName: 'string!', fileUrl: 'string!' },
    data: { object: { attachmentId: 'int64' } },
  },
  {
    path: '/signTask/contract/download',
    code: '0',
    request: { flowId: 'int64!', fileId: 'int64', original: 'int32', checkCopy: 'int32' },
    data: 'file',
  },
  {
    path: '/signTask/contract/evidence',
    code: '0',
    request: { flowId: 'int64!', format: 'string' },
    data: 'file',
  },
  {
    path: '/service/verifyDocument',
    code: '200',
    request: {},
    data: {
      object: {
        valid: 'boolean',
        sha256: 'string',
        policy: 'string',
        signatures: {
          list: {
            fieldName: 'string',
            signerName: 'string',
            signTime: 'dateTime',
            intact: 'boolean',
            trusted: 'boolean',
            coversWholeDocument: 'boolean',
            level: 'string',
            certificate: {
              object: {
                subject: 'string',
                issuer: 'string',
                serialNumber: 'string',
                notBefore: 'dateTime',
                notAfter: 'dateTime',
                algorithm: 'string',
              },
            },
            timestamp: { object: { time: 'dateTime', authority: 'string', trusted: 'boolean' } },
            changesAfter: { list: { kind: 'string', allowed: 'boolean', detail: 'string' } },
            problems: { list: { code: 'string', text: 'string' } },
          },
        },
        record: { object: { matches: 'boolean', flowId: 'int64', flowCode: 'string' } },
      },
    },
  },
];
