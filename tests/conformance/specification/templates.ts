/** Specification 4.7 with the shapes of 2.9: templates. */
import {
  type Fields,
  givenAttribute,
  maybe,
  must,
  paging,
  type SpecifiedOperation,
  uploadedDocument,
} from './notation.js';

export const templateListItem: Fields = {
  templateId: 'int64',
  templateCode: 'string',
  templateName: 'string',
  templateStatus: 'int32',
  corpName: 'string',
  encryptFlag: 'int32',
  createTime: 'dateTime',
  updateTime: 'dateTime',
  createName: 'string',
  updateName: 'string',
};

const templateParticipant: Fields = {
  participantId: 'int64',
  templateId: 'int64',
  participantFlag: 'string',
  participantType: 'int32',
  participateBizType: ['string'],
  participantSetMode: 'int32',
  participantCorpId: 'int64?',
  participantCorpName: 'string?',
  psnId: 'int64?',
  psnAccount: 'string?',
  psnName: 'string?',
  draftSort: 'int32',
  signOrder: 'int32',
};

export const templateDetail: Fields = {
  ...templateListItem,
  contractFileList: [{ fileId: 'int64', templateId: 'int64', ...uploadedDocument }],
  participantList: [templateParticipant],
  copierList: [
    {
      copierId: 'int64',
      templateId: 'int64',
      copierType: 'int32',
      psnAccount: 'string?',
      corpName: 'string?',
    },
  ],
  attachmentList: [{ attachmentId: 'int64', templateId: 'int64', fileName: 'string', fileUrl: 'string' }],
};

const keptAttribute: Fields = {
  ...givenAttribute,
  dateFormat: 'string?',
  numberFormat: 'string?',
  fractionDigits: 'int32?',
  maxLength: 'string?',
  order: 'int32?',
  sealSpecs: 'int32?',
  showSignDate: 'int32?',
  signStyle: 'int32?',
};

export const templateComponent: Fields = {
  componentId: 'int64',
  templateId: 'int64',
  participantId: 'int64',
  contractFileId: 'int64',
  componentKey: 'string?',
  componentName: 'string',
  componentType: 'int32',
  value: 'string?',
  required: 'int32',
  positionX: 'number',
  positionY: 'number',
  pageNum: 'int32',
  keyword: 'string?',
  keywordIndex: 'int32?',
  offsetX: 'number?',
  offsetY: 'number?',
  specialAttribute: keptAttribute,
};

const givenParticipant: Fields = {
  participantFlag: 'string!',
  participantType: 'int32!',
  participateBizType: must(['string']),
  participantSetMode: 'int32!',
  // Required when participantSetMode is 1; see the table.
  psnAccount: 'string',
  psnName: 'string',
  draftSort: 'int32!',
  signOrder: 'int32!',
  participantCorpName: 'string',
};

const givenFile: Fields = {
  fileName: 'string!',
  fileUrl: 'string!',
  totalPage: 'int32!',
  width: 'number!',
  height: 'number!',
};

const givenCopier: Fields = {
  copierType: 'int32!',
  psnAccount: 'string',
  psnName: 'string',
  corpName: 'string',
};

const givenAttachment: Fields = { fileName: 'string!', fileUrl: 'string!' };

const givenComponent: Fields = {
  participantId: 'int64!',
  contractFileId: 'int64!',
  componentKey: 'string',
  componentName: 'string!',
  componentType: 'int32!',
  value: 'string',
  required: 'int32!',
  positionX: 'number!',
  positionY: 'number!',
  pageNum: 'int32!',
  specialAttribute: must(givenAttribute),
};

const proposedComponent: Fields = {
  participantFlag: 'string',
  fileIndex: 'int32',
  componentName: 'string',
  componentType: 'int32',
  required: 'int32',
  pageNum: 'int32',
  positionX: 'number',
  positionY: 'number',
  specialAttribute: {
    width: 'int32',
    height: 'int32',
    dateFormat: 'string?',
    numberFormat: 'string?',
    fractionDigits: 'int32?',
    maxLength: 'string?',
    fontSize: 'int32?',
    sealSpecs: 'int32?',
    options: maybe(['string']),
  },
};

const existingControl: Fields = {
  pageNum: 'int32!',
  positionX: 'number!',
  positionY: 'number!',
  specialAttribute: must({ width: 'int32', height: 'int32' }),
};

export const templateOperations: readonly SpecifiedOperation[] = [
  [
    '/template/uploadContractFile',
    '200',
    // Our own: `placeholders` of the form, and of the response where they are asked for.
    {},
    uploadedDocument,
  ],
  [
    '/template/uploadAttachmentFile',
    '200',
    {},
    { fileName: 'string', fileUrl: 'string', totalPage: 'int32' },
  ],
  [
    '/template/addTemplate',
    '200',
    {
      templateName: 'string!',
      encryptFlag: 'int32',
      participantList: must([givenParticipant]),
      contractFileList: must([givenFile]),
      copierList: [givenCopier],
      attachmentList: [givenAttachment],
    },
    { ...templateDetail, componentList: [{}] },
  ],
  ['/template/addComponent', '200', { templateId: 'int64!', components: must([givenComponent]) }, {}],
  [
    '/template/modifyComponent',
    '200',
    {
      templateId: 'int64!',
      // Required by the specification; without it the control is added, according to decisions 5.
      components: must([{ ...givenComponent, componentId: 'int64' }]),
      // Our own, as in modifyTemplate.
      updateTime: 'dateTime',
    },
    {},
  ],
  [
    '/template/modifyTemplate',
    '200',
    {
      templateId: 'int64!',
      templateName: 'string!',
      encryptFlag: 'int32',
      // Decisions 5.
      updateTime: 'dateTime',
      // Elements without an id are new: decisions 5.
      participantList: must([{ ...givenParticipant, participantId: 'int64' }]),
      contractFileList: must([{ ...givenFile, fileId: 'int64' }]),
      copierList: [{ ...givenCopier, copierId: 'int64' }],
      attachmentList: [{ ...givenAttachment, attachmentId: 'int64' }],
    },
    { ...templateDetail, componentList: [templateComponent] },
  ],
  [
    '/template/componentInfoList',
    '200',
    { templateId: 'int64!' },
    [
      {
        corpId: 'int64',
        templateId: 'int64',
        fileId: 'int64',
        fileName: 'string',
        totalPage: 'int32',
        width: 'int32',
        height: 'int32',
        jpgUrlList: ['string'],
        participantList: [templateParticipant],
        componentList: [templateComponent],
      },
    ],
  ],
  [
    '/template/list',
    '200',
    { templateId: 'int64', templateName: 'string', templateStatus: 'int32', ...paging },
    [templateListItem],
    'paged',
  ],
  ['/template/info', '200', { templateId: 'int64!', templateType: 'string!' }, templateDetail],
  ['/template/updateStatus', '200', { templateId: 'int64!', templateStatus: 'int32!' }, {}],
  // Decisions 4: our own.
  ['/template/delete', '200', { templateId: 'int64!' }, {}],
  // Likewise.
  [
    '/template/copy',
    '200',
    { templateId: 'int64!', templateName: 'string' },
    { ...templateDetail, componentList: [templateComponent] },
  ],
  // Our own, for the designer and the list of templates.
  [
    '/template/filePages',
    '200',
    { fileUrl: 'string!' },
    [{ width: 'number', height: 'number', jpgUrl: 'string', thumbnailUrl: 'string' }],
  ],
  [
    '/template/overview',
    '200',
    { templateIds: must(['int64']) },
    [
      {
        templateId: 'int64',
        version: 'int32',
        pictureUrl: 'string?',
        participantList: [{ participantFlag: 'string', participantType: 'int32' }],
        componentNum: 'int32',
        openFlowNum: 'int32',
        recentFlowNum: 'int32',
        isFlowNumLimited: 'boolean',
        sealAuthors: [{ sealId: 'int64', sealName: 'string', userName: 'string' }],
      },
    ],
  ],
  [
    '/template/suggestComponents',
    '200',
    {
      fileUrl: 'string!',
      parties: must([{ participantFlag: 'string!', participantType: 'int32!', participantName: 'string' }]),
      fileIndex: 'int32',
      components: [existingControl],
    },
    [
      {
        component: proposedComponent,
        by: 'string',
        score: 'number',
      },
    ],
  ],
  [
    '/template/moveComponents',
    '200',
    {
      fromFileUrl: 'string!',
      toFileUrl: 'string!',
      components: must([
        {
          ...existingControl,
          keyword: 'string',
          keywordIndex: 'int32',
          specialAttribute: must({ width: 'int32', height: 'int32', signStyle: 'int32' }),
        },
      ]),
    },
    [
      {
        index: 'int32',
        pageNum: 'int32?',
        positionX: 'number?',
        positionY: 'number?',
        keywordIndex: 'int32?',
        keywordPlace: maybe({ pageNum: 'int32', positionX: 'number', positionY: 'number' }),
        by: 'string',
        score: 'number',
        doubtful: 'boolean',
      },
    ],
  ],
  // Decisions 5: our own.
  ['/template/getTemplateUrl', '200', { templateId: 'int64', returnUrl: 'string' }, 'string'],
];
