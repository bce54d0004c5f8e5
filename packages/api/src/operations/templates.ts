/** Templates: files, participants and controls from which flows are started. */
import { data, operation, page } from '../operation.js';
import { choice, dateTime, list, object, oneOf, optional, text } from '../schema.js';
import { givenComponent, maxComponents, modifiedComponent } from '../schemas/component.js';
import { fileUrl, filter, name, returnUrl, templateId } from '../schemas/fields.js';
import { pagingFields } from '../schemas/paging.js';
import {
  givenTemplate,
  modifiedTemplate,
  templateDetail,
  templateFileComponents,
  templateListItem,
} from '../schemas/template.js';
import { listedPage, uploadedAttachment, uploadedContract } from '../schemas/uploaded-file.js';

/** Bytes: 50 MiB. */
export const maxUploadBytes = 50 * 1024 * 1024;

export const uploadContractFile = operation({
  path: '/template/uploadContractFile',
  area: 'templates',
  writes: true,
  links: { access: 'any', templates: 'any' },
  request: object({
    placeholders: optional(oneOf(0, 1)).means(
      '1：识别 Word 文件（docx）中的占位符，如 {{甲方.名称}}，存储的文件在该处留白',
      '1: read the placeholders of a Word document (docx), such as {{name}}; the stored file is blank in their place',
    ),
  }),
  query: ['placeholders'],
  file: { maxBytes: maxUploadBytes },
  answer: data(uploadedContract),
  errors: ['FILE_UPLOAD_ERROR'],
  title: { zh: '上传合同文件', en: 'Upload a contract file' },
});

/** Sizes and pictures of the pages of a stored contract file, whether a template uses it yet or not. */
export const filePages = operation({
  path: '/template/filePages',
  area: 'templates',
  right: 'manageTemplates',
  links: { templates: 'any' },
  request: object({ fileUrl: fileUrl() }),
  answer: data(list(listedPage)),
  title: { zh: '查询合同文件的页面', en: 'List the pages of a contract file' },
  example: { fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf' },
});

/** Uploads any file, stored unchanged. It is not signed, and offered for download only. */
export const uploadAttachmentFile = operation({
  path: '/template/uploadAttachmentFile',
  area: 'templates',
  writes: true,
  links: { sign: 'any', fill: 'any', access: 'any', templates: 'any' },
  request: object({}),
  file: { maxBytes: maxUploadBytes },
  answer: data(uploadedAttachment),
  errors: ['FILE_UPLOAD_ERROR'],
  title: { zh: '上传附件', en: 'Upload an attachment' },
});

export const addTemplate = operation({
  path: '/template/addTemplate',
  area: 'templates',
  right: 'manageTemplates',
  writes: true,
  links: { templates: 'everyTemplate' },
  request: givenTemplate,
  answer: data(templateDetail),
  errors: ['TEMPLATE_NAME_EXIST'],
  title: { zh: '创建模板', en: 'Create a template' },
  example: {
    templateName: '测试模板',
    participantList: [
      {
        participantFlag: '甲方',
        participantType: 1,
        participateBizType: ['1', '2'],
        participantSetMode: 3,
        draftSort: 1,
        signOrder: 1,
      },
      {
        participantFlag: '乙方',
        participantType: 1,
        participateBizType: ['1', '2'],
        participantSetMode: 0,
        draftSort: 2,
        signOrder: 2,
      },
    ],
    contractFileList: [
      {
        fileName: '采购合同.pdf',
        fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
        totalPage: 2,
        width: 794,
        height: 1123,
      },
    ],
  },
});

/**
 * Replaces everything except the controls. Files and participants that are left out are removed with their controls.
 */
export const modifyTemplate = operation({
  path: '/template/modifyTemplate',
  area: 'templates',
  right: 'manageTemplates',
  writes: true,
  links: { templates: 'ownTemplate' },
  request: modifiedTemplate,
  answer: data(templateDetail),
  errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_NAME_EXIST'],
  reasons: ['TEMPLATE_CHANGED'],
  title: { zh: '修改模板', en: 'Change a template' },
  example: {
    templateId: 1,
    templateName: '测试模板（新）',
    participantList: [
      {
        participantId: 2,
        participantFlag: '甲方',
        participantType: 1,
        participateBizType: ['1', '2'],
        participantSetMode: 3,
        draftSort: 1,
        signOrder: 1,
      },
      {
        participantFlag: '丙方',
        participantType: 0,
        participateBizType: ['2'],
        participantSetMode: 0,
        draftSort: 2,
        signOrder: 2,
      },
    ],
    contractFileList: [
      {
        fileId: 3,
        fileName: '采购合同.pdf',
        fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
        totalPage: 2,
        width: 794,
        height: 1123,
      },
    ],
  },
});

export const addComponent = operation({
  path: '/template/addComponent',
  area: 'templates',
  right: 'manageTemplates',
  writes: true,
  links: { templates: 'ownTemplate' },
  request: object({ templateId, components: list(givenComponent, { min: 1 }).means('控件', 'controls') }),
  answer: data(object({})),
  errors: ['TEMPLATE_NOT_FOUND', 'COMPONENT_ADD_FAILED'],
  title: { zh: '批量添加模板控件', en: 'Add controls to a template' },
  example: {
    templateId: 1,
    components: [
      {
        participantId: 2,
        contractFileId: 3,
        componentKey: 'amount',
        componentName: '合同金额',
        componentType: 2,
        required: 1,
        positionX: 120,
        positionY: 300,
        pageNum: 1,
        specialAttribute: { numberFormat: '#,##0', fractionDigits: 2, fontSize: 14 },
      },
    ],
  },
});

/** Replaces all controls: those left out are removed, those without an id are added. */
export const modifyComponent = operation({
  path: '/template/modifyComponent',
  area: 'templates',
  right: 'manageTemplates',
  writes: true,
  links: { templates: 'ownTemplate' },
  request: object({
    templateId,
    components: list(modifiedComponent, { max: maxComponents }).means('控件', 'controls'),
    updateTime: optional(dateTime()).means(
      '读取时模板的更新时间；此后模板有变动则拒绝修改',
      'updateTime of the template when it was read; refused if the template has changed since',
    ),
  }),
  answer: data(object({})),
  errors: ['TEMPLATE_NOT_FOUND', 'COMPONENT_UPDATE_FAILED'],
  reasons: ['TEMPLATE_CHANGED'],
  title: { zh: '批量修改模板控件', en: 'Change the controls of a template' },
  example: {
    templateId: 1,
    components: [
      {
        componentId: 4,
        participantId: 2,
        contractFileId: 3,
        componentKey: 'amount',
        componentName: '合同金额（元）',
        componentType: 2,
        required: 1,
        positionX: 120,
        positionY: 340,
        pageNum: 1,
        specialAttribute: { numberFormat: '#,##0', fractionDigits: 2, fontSize: 14 },
      },
    ],
  },
});

export const templateComponentInfoList = operation({
  path: '/template/componentInfoList',
  area: 'templates',
  links: { access: 'ownTemplate', templates: 'ownTemplate' },
  request: object({ templateId }),
  answer: data(list(templateFileComponents)),
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '查询模板控件', en: 'List the controls of a template' },
  example: { templateId: 1 },
});

export const templateList = operation({
  path: '/template/list',
  area: 'templates',
  links: { access: 'everyTemplate', seals: 'any', templates: 'everyTemplate' },
  request: object({
    templateId: optional(templateId),
    templateName: optional(filter()).means('模板名称', 'name of the template'),
    templateStatus: optional(oneOf(0, 1)).means('0 停用，1 启用', '0: disabled; 1: enabled'),
    ...pagingFields,
  }),
  answer: page(templateListItem),
  errors: ['QUERY_ERROR'],
  title: { zh: '分页查询模板', en: 'List templates' },
  example: { templateName: '合同', templateStatus: 1, listPageNo: 1, listPageSize: 10 },
});

export const templateInfo = operation({
  path: '/template/info',
  area: 'templates',
  links: { access: 'ownTemplate', templates: 'ownTemplate' },
  request: object({
    templateId,
    templateType: choice(['1', '2']).means('1 用于编辑，2 用于发起', '1: for editing; 2: for starting flows'),
  }),
  answer: data(templateDetail),
  errors: ['TEMPLATE_NOT_FOUND'],
  reasons: ['TEMPLATE_DISABLED'],
  title: { zh: '查询模板详情', en: 'Look up a template' },
  example: { templateId: 1, templateType: '1' },
});

export const updateStatus = operation({
  path: '/template/updateStatus',
  area: 'templates',
  right: 'manageTemplates',
  writes: true,
  links: { templates: 'ownTemplate' },
  request: object({
    templateId,
    templateStatus: oneOf(0, 1).means('0 停用，1 启用', '0: disabled; 1: enabled'),
  }),
  answer: data(object({})),
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '启用或停用模板', en: 'Enable or disable a template' },
  example: { templateId: 1, templateStatus: 0 },
});

/** Deletes a template permanently; flows started from it continue. */
export const templateDelete = operation({
  path: '/template/delete',
  area: 'templates',
  right: 'manageTemplates',
  writes: true,
  links: { templates: 'everyTemplate' },
  request: object({ templateId }),
  answer: data(object({})),
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '删除模板', en: 'Delete a template' },
  example: { templateId: 1 },
});

/** Copies a template including its controls. */
export const templateCopy = operation({
  path: '/template/copy',
  area: 'templates',
  right: 'manageTemplates',
  writes: true,
  links: { templates: 'everyTemplate' },
  request: object({
    templateId,
    templateName: optional(name()).means(
      '新模板的名称，缺省为原名称加“副本”',
      'name of the new template; by default the old name followed by 副本, with a number if that name is taken',
    ),
  }),
  answer: data(templateDetail),
  errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_NAME_EXIST'],
  title: { zh: '复制模板', en: 'Copy a template' },
  example: { templateId: 1, templateName: '采购合同（副本）' },
});

/** Returns a link to the template designer, for one template or all templates of the enterprise. */
export const getTemplateUrl = operation({
  path: '/template/getTemplateUrl',
  area: 'templates',
  right: 'manageTemplates',
  writes: true,
  request: object({ templateId: optional(templateId), returnUrl }),
  answer: data(text(1, 2000)),
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '获取模板设计页面链接', en: 'Get a link to the template designer' },
  example: { templateId: 101 },
});
