/** Specification 4.8 to 4.10 and 4.12: sign flows. */
import {
  directComponent,
  directStart,
  enterpriseFilters,
  fillCommand,
  flowDetail,
  flowFile,
  flowFilters,
  flowListItem,
  intent,
  signer,
  startedFlow,
  startTrial,
  templateStart,
} from './flow-shapes.js';
import { givenAttribute, paging, type SpecifiedOperation } from './notation.js';

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
            timestamps: { list: { time: 'dateTime', authority: 'string', trusted: 'boolean' } },
            changesAfter: { list: { kind: 'string', allowed: 'boolean', detail: 'string' } },
            problems: { list: { code: 'string', text: 'string' } },
          },
        },
        secondOpinion: 'string',
        problems: { list: { code: 'string', text: 'string' } },
        report: 'string?',
        record: { object: { matches: 'boolean', flowId: 'int64', flowCode: 'string' } },
      },
    },
  },
];
