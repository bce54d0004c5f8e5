/** Specification 4.7 with the shapes of 2.9: templates. */
import {
  type Fields,
  givenAttribute,
  paging,
  type SpecifiedOperation,
  uploadedDocument,
} from './notation.js';

const templateListItem: Fields = {
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
  participateBizType: { list: 'string' },
  participantSetMode: 'int32',
  participantCorpId: 'int64?',
  participantCorpName: 'string?',
  psnId: 'int64?',
  psnAccount: 'string?',
  psnName: 'string?',
  draftSort: 'int32',
  signOrder: 'int32',
};

const templateDetail: Fields = {
  ...templateListItem,
  contractFileList: { list: { fileId: 'int64', templateId: 'int64', ...uploadedDocument } },
  participantList: { list: templateParticipant },
  copierList: {
    list: {
      copierId: 'int64',
      templateId: 'int64',
      copierType: 'int32',
      psnAccount: 'string?',
      corpName: 'string?',
    },
  },
  attachmentList: {
    list: { attachmentId: 'int64', templateId: 'int64', fileName: 'string', fileUrl: 'string' },
  },
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

const templateComponent: Fields = {
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
  specialAttribute: { object: keptAttribute },
};

const givenParticipant: Fields = {
  participantFlag: 'string!',
  participantType: 'int32!',
  participateBizType: { list: 'string', need: '!' },
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
  specialAttribute: { object: givenAttribute, need: '!' },
};

export const templateOperations: readonly SpecifiedOperation[] = [
  { path: '/template/uploadContractFile', code: '200', request: {}, data: { object: uploadedDocument } },
  {
    path: '/template/uploadAttachmentFile',
    code: '200',
    request: {},
    data: { object: { fileName: 'string', fileUrl: 'string', totalPage: 'int32' } },
  },
  {
    path: '/template/addTemplate',
    code: '200',
    request: {
      templateName: 'string!',
      encryptFlag: 'int32',
      participantList: { need: '!', list: givenParticipant },
      contractFileList: { need: '!', list: givenFile },
      copierList: { list: givenCopier },
      attachmentList: { list: givenAttachment },
    },
    data: { object: { ...templateDetail, componentList: { list: {} } } },
  },
  {
    path: '/template/addComponent',
    code: '200',
    request: {
      templateId: 'int64!',
      components: {
        need: '!',
        list: givenComponent,
      },
    },
    data: 'empty',
  },
  {
    path: '/template/modifyComponent',
    code: '200',
    request: {
      templateId: 'int64!',
      // Required by the specification; without it the control is added, by decisions 5, which are wider.
      components: { need: '!', list: { ...givenComponent, componentId: 'int64' } },
      // Ours, as in modifyTemplate.
      updateTime: 'dateTime',
    },
    data: 'empty',
  },
  {
    path: '/template/modifyTemplate',
    code: '200',
    request: {
      templateId: 'int64!',
      templateName: 'string!',
      encryptFlag: 'int32',
      // Decisions 5.
      updateTime: 'dateTime',
      // Elements without an id are new: decisions 5.
      participantList: { need: '!', list: { ...givenParticipant, participantId: 'int64' } },
      contractFileList: { need: '!', list: { ...givenFile, fileId: 'int64' } },
      copierList: { list: { ...givenCopier, copierId: 'int64' } },
      attachmentList: { list: { ...givenAttachment, attachmentId: 'int64' } },
    },
    data: { object: { ...templateDetail, componentList: { list: templateComponent } } },
  },
  {
    path: '/template/componentInfoList',
    code: '200',
    request: { templateId: 'int64!' },
    data: {
      list: {
        corpId: 'int64',
        templateId: 'int64',
        fileId: 'int64',
        fileName: 'string',
        totalPage: 'int32',
        width: 'int32',
        height: 'int32',
        jpgUrlList: { list: 'string' },
        participantList: { list: templateParticipant },
        componentList: { list: templateComponent },
      },
    },
  },
  {
    path: '/template/list',
    code: '200',
    request: { templateId: 'int64', templateName: 'string', templateStatus: 'int32', ...paging },
    data: { list: templateListItem },
    paged: true,
  },
  {
    path: '/template/info',
    code: '200',
    request: { templateId: 'int64!', templateType: 'string!' },
    data: { object: templateDetail },
  },
  {
    path: '/template/updateStatus',
    code: '200',
    request: { templateId: 'int64!', templateStatus: 'int32!' },
    data: 'empty',
  },
  // Decisions 4: ours.
  { path: '/template/delete', code: '200', request: { templateId: 'int64!' }, data: 'empty' },
  // Likewise.
  {
    path: '/template/copy',
    code: '200',
    request: { templateId: 'int64!', templateName: 'string' },
    data: { object: { ...templateDetail, componentList: { list: templateComponent } } },
  },
  // Decisions 5: ours.
  {
    path: '/template/getTemplateUrl',
    code: '200',
    request: { templateId: 'int64', returnUrl: 'string' },
    data: { value: 'string' },
  },
];
