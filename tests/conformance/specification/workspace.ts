/** Our own: what members keep for their work on contracts. */
import { must, paging, type SpecifiedOperation, uploadedDocument } from './notation.js';

const savedDraft = { draftKey: 'string', draftVersion: 'int32', updateTime: 'dateTime' } as const;

const party = {
  partyKey: 'string',
  participantType: 'int32',
  participantCorpName: 'string',
  psnName: 'string',
  psnAccount: 'string',
  signOrder: 'int32',
} as const;

const givenParty = {
  partyKey: 'string!',
  participantType: 'int32!',
  participantCorpName: 'string!',
  psnName: 'string!',
  psnAccount: 'string!',
  signOrder: 'int32!',
} as const;

const givenFile = {
  fileName: 'string!',
  fileUrl: 'string!',
  totalPage: 'int32!',
  width: 'number!',
  height: 'number!',
} as const;

const view = { viewName: 'string', query: 'string' } as const;

export const workspaceOperations: readonly SpecifiedOperation[] = [
  [
    '/signTask/contract/keepDraft',
    '0',
    {
      draftKey: 'string!',
      draftVersion: 'int32',
      step: 'int32',
      templateId: 'int64',
      flowTitle: 'string',
      contractFileList: [givenFile],
      participantList: [givenParty],
      fillComponents: [{ componentId: 'int64!', componentValue: 'string!' }],
      expireDate: 'string',
      privaryFlag: 'int32',
    },
    savedDraft,
  ],
  [
    '/signTask/contract/draftList',
    '0',
    paging,
    [
      {
        ...savedDraft,
        step: 'int32',
        templateId: 'int64?',
        flowTitle: 'string',
        partyNames: ['string'],
      },
    ],
    'paged',
  ],
  [
    '/signTask/contract/draftInfo',
    '0',
    { draftKey: 'string!' },
    {
      ...savedDraft,
      step: 'int32',
      templateId: 'int64?',
      flowTitle: 'string',
      contractFileList: [uploadedDocument],
      participantList: [party],
      fillComponents: [{ componentId: 'int64', componentValue: 'string' }],
      expireDate: 'string',
      privaryFlag: 'int32',
    },
  ],
  ['/signTask/contract/deleteDraft', '0', { draftKey: 'string!' }, {}],
  ['/signTask/contract/copyToDraft', '0', { flowId: 'int64!' }, { ...savedDraft, templateId: 'int64?' }],
  ['/signTask/contract/viewList', '0', {}, [view]],
  ['/signTask/contract/keepViews', '0', { views: must([{ viewName: 'string!', query: 'string!' }]) }, [view]],
];
