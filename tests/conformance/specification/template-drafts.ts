/** Our own: drafts, publications and versions of templates. */
import { type Fields, givenAttribute, must, paging, type SpecifiedOperation } from './notation.js';
import { templateComponent, templateDetail, templateListItem } from './templates.js';

const givenParty: Fields = {
  participantId: 'int64',
  participantFlag: 'string!',
  participantType: 'int32!',
  participateBizType: must(['string']),
  participantSetMode: 'int32!',
  psnAccount: 'string',
  psnName: 'string',
  draftSort: 'int32!',
  signOrder: 'int32!',
  participantCorpName: 'string',
};

const givenFile: Fields = {
  fileId: 'int64',
  fileName: 'string!',
  fileUrl: 'string!',
  totalPage: 'int32!',
  width: 'number!',
  height: 'number!',
};

const givenComponent: Fields = {
  componentId: 'int64',
  participantFlag: 'string!',
  fileIndex: 'int32!',
  componentKey: 'string',
  componentName: 'string!',
  componentType: 'int32!',
  value: 'string',
  required: 'int32!',
  positionX: 'number',
  positionY: 'number',
  pageNum: 'int32',
  keyword: 'string',
  keywordIndex: 'int32',
  offsetX: 'number',
  offsetY: 'number',
  specialAttribute: must(givenAttribute),
};

const givenDocument: Fields = {
  templateId: 'int64',
  templateName: 'string!',
  encryptFlag: 'int32',
  participantList: must([givenParty]),
  contractFileList: must([givenFile]),
  copierList: [
    { copierId: 'int64', copierType: 'int32!', psnAccount: 'string', psnName: 'string', corpName: 'string' },
  ],
  attachmentList: [{ attachmentId: 'int64', fileName: 'string!', fileUrl: 'string!' }],
  components: must([givenComponent]),
};

/** Fields that the document of every template has. */
const document: Fields = {
  templateName: 'string',
  participantList: [
    {
      participantFlag: 'string',
      participantType: 'int32',
      participateBizType: ['string'],
      participantSetMode: 'int32',
      draftSort: 'int32',
      signOrder: 'int32',
    },
  ],
  contractFileList: [
    { fileName: 'string', fileUrl: 'string', totalPage: 'int32', width: 'number', height: 'number' },
  ],
  components: [
    {
      participantFlag: 'string',
      fileIndex: 'int32',
      componentName: 'string',
      componentType: 'int32',
      required: 'int32',
      positionX: 'number',
      positionY: 'number',
      pageNum: 'int32',
      specialAttribute: {},
    },
  ],
};

const held: Fields = {
  draftId: 'string',
  templateId: 'int64?',
  draftVersion: 'int32',
  by: 'string?',
  byUserId: 'int64?',
  time: 'dateTime?',
  inUse: 'boolean',
};

const detail: Fields = { ...templateDetail, componentList: [templateComponent] };

export const templateDraftOperations: readonly SpecifiedOperation[] = [
  [
    '/template/draft',
    '200',
    { templateId: 'int64', draftId: 'string', takeOver: 'boolean' },
    { ...held, updateTime: 'dateTime?', draft: document },
  ],
  ['/template/draftList', '200', paging, [{ ...held, templateName: 'string' }], 'paged'],
  [
    '/template/keepDraft',
    '200',
    {
      draftId: 'string!',
      draftVersion: 'int32!',
      templateId: 'int64',
      updateTime: 'dateTime',
      draft: must(givenDocument),
    },
    { draftId: 'string', draftVersion: 'int32', time: 'dateTime' },
  ],
  ['/template/deleteDraft', '200', { draftId: 'string!', templateId: 'int64' }, {}],
  [
    '/template/publish',
    '200',
    { ...givenDocument, updateTime: 'dateTime', note: 'string', draftId: 'string', draftVersion: 'int32' },
    { ...detail, version: 'int32' },
  ],
  [
    '/template/preview',
    '200',
    {
      ...givenDocument,
      updateTime: 'dateTime',
      sample: 'string',
      values: [{ index: 'int32!', value: 'string!' }],
    },
    {
      fileList: [
        {
          ...{ fileIndex: 'int32', fileName: 'string', httpUrl: 'string' },
          pages: [{ width: 'number', height: 'number', jpgUrl: 'string' }],
        },
      ],
      problems: [{ index: 'int32', msg: 'string' }],
      values: [{ index: 'int32', value: 'string' }],
    },
  ],
  [
    '/template/versionList',
    '200',
    { templateId: 'int64!', ...paging },
    [{ version: 'int32', time: 'dateTime', userName: 'string', note: 'string' }],
    'paged',
  ],
  [
    '/template/versionInfo',
    '200',
    { templateId: 'int64!', version: 'int32!' },
    // Its lists are those of publish.
    { ...templateListItem, version: 'int32', note: 'string' },
  ],
  ['/template/exportFile', '200', { templateId: 'int64!' }, 'file'],
  [
    '/template/importFile',
    '200',
    {},
    {
      draftId: 'string',
      draftVersion: 'int32',
      time: 'dateTime',
      templateName: 'string',
      changes: [{ path: 'string', msg: 'string' }],
      problems: [{ path: 'string', msg: 'string' }],
    },
  ],
  [
    '/template/sampleList',
    '200',
    {},
    [
      {
        sampleCode: 'string',
        templateName: 'string',
        note: 'string',
        participantFlags: ['string'],
        componentNum: 'int32',
        totalPage: 'int32',
      },
    ],
  ],
  // Its lists are those of publish.
  ['/template/addSample', '200', { sampleCode: 'string!', templateName: 'string' }, templateListItem],
];
