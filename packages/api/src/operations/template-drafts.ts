/** The design of a template: its draft, publishing it, and its earlier versions. */
import { data, operation, page } from '../operation.js';
import { boolean, choice, dateTime, int32, list, object, optional, text } from '../schema.js';
import { maxComponents } from '../schemas/component.js';
import { templateId } from '../schemas/fields.js';
import { pagingFields } from '../schemas/paging.js';
import { modifiedTemplate } from '../schemas/template.js';
import {
  draftVersion,
  listedTemplateDraft,
  previewSamples,
  previewValue,
  publishedComponent,
  publishedTemplate,
  savedTemplateDraft,
  templateDocument,
  templateDraft,
  templateDraftId,
  templatePreview,
  templateVersion,
  templateVersionDetail,
  versionNote,
} from '../schemas/template-draft.js';

/** Bytes: 4 MiB, for 5000 controls with their values. */
export const maxDesignBytes = 4 * 1024 * 1024;

const base = { area: 'templates', right: 'manageTemplates' } as const;

const draftId = templateDraftId();
const sinceRead = optional(dateTime()).means(
  '草稿所依据的模板的更新时间；缺省为草稿已记录的，或当前的',
  'updateTime of the template that the draft derives from; by default the one kept with the draft, or the present one',
);

const exampleDraft = {
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
  components: [
    {
      participantFlag: '甲方',
      fileIndex: 0,
      componentKey: 'amount',
      componentName: '合同金额',
      componentType: 2,
      required: 1,
      positionX: 120,
      positionY: 300,
      pageNum: 1,
      specialAttribute: { numberFormat: '#,##0', fractionDigits: 2 },
    },
  ],
};
const exampleDraftId = '6f0c6a58-58f2-4a4a-9d63-0d5c4f0f7b21';

/**
 * Reads the draft of a template, or its present state if there is none; without both ids an empty one for a new
 * template. With `takeOver`, a draft that somebody else is editing passes to the caller.
 */
export const readTemplateDraft = operation({
  ...base,
  path: '/template/draft',
  writes: true,
  links: { templates: 'ownTemplate' },
  request: object({
    templateId: optional(templateId),
    draftId: optional(draftId),
    takeOver: optional(boolean()).means(
      'true：接手他人正在编辑的草稿',
      'true: take over a draft that somebody else is editing',
    ),
  }),
  answer: data(templateDraft),
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '读取模板草稿', en: 'Read the draft of a template' },
  example: { templateId: 1 },
});

/** Lists the drafts of the enterprise's templates, the one saved last first. */
export const templateDraftList = operation({
  ...base,
  path: '/template/draftList',
  links: { templates: 'everyTemplate' },
  request: object({ ...pagingFields }),
  answer: page(listedTemplateDraft),
  title: { zh: '分页查询模板草稿', en: 'List drafts of templates' },
  example: { listPageNo: 1, listPageSize: 10 },
});

/**
 * Saves the draft of a template; only its shape and limits are checked. `draftVersion` is the version that the caller has
 * read, 0 for one that is not saved yet.
 */
export const keepTemplateDraft = operation({
  ...base,
  path: '/template/keepDraft',
  writes: true,
  maxBodyBytes: maxDesignBytes,
  links: { templates: 'ownTemplate' },
  request: object({
    draftId,
    draftVersion: draftVersion(),
    templateId: optional(templateId),
    updateTime: sinceRead,
    draft: templateDocument.means('草稿内容', 'content of the draft'),
  }),
  answer: data(savedTemplateDraft),
  errors: ['TEMPLATE_NOT_FOUND'],
  reasons: ['DRAFT_CHANGED', 'DRAFT_IN_USE', 'DRAFT_LIMIT'],
  title: { zh: '保存模板草稿', en: 'Save the draft of a template' },
  example: { draftId: exampleDraftId, draftVersion: 0, draft: exampleDraft },
});

/** Deletes the draft of a template; one that does not exist is no error. */
export const deleteTemplateDraft = operation({
  ...base,
  path: '/template/deleteDraft',
  writes: true,
  links: { templates: 'ownTemplate' },
  request: object({ draftId, templateId: optional(templateId) }),
  answer: data(object({})),
  errors: ['TEMPLATE_NOT_FOUND'],
  reasons: ['DRAFT_IN_USE'],
  title: { zh: '删除模板草稿', en: 'Delete the draft of a template' },
  example: { draftId: exampleDraftId },
});

/**
 * Makes a draft the template: parties, files, controls and the rest at once, or nothing. Elements without an id are added,
 * those left out are removed. The draft is deleted; contracts that have been started stay as they are.
 */
export const publishTemplate = operation({
  ...base,
  path: '/template/publish',
  writes: true,
  maxBodyBytes: maxDesignBytes,
  links: { templates: 'ownTemplate' },
  request: object({
    ...modifiedTemplate.fields,
    templateId: templateDocument.fields.templateId,
    components: list(publishedComponent, { max: maxComponents }).means('控件', 'controls'),
    note: optional(text(0, 200)).like(versionNote),
    draftId: optional(draftId),
    draftVersion: optional(draftVersion()),
  }),
  answer: data(publishedTemplate),
  errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_NAME_EXIST'],
  reasons: ['TEMPLATE_CHANGED', 'DRAFT_CHANGED'],
  title: { zh: '发布模板', en: 'Publish a template' },
  example: { ...exampleDraft, note: '首次发布' },
});

/**
 * Draws a template as its contracts will look, by the code that prepares and signs them: with its values, the seals of the
 * enterprise and sample marks of everybody else. Nothing is kept, and nobody signs: the certificate of a preview belongs to
 * nobody.
 */
export const previewTemplate = operation({
  ...base,
  path: '/template/preview',
  maxBodyBytes: maxDesignBytes,
  links: { templates: 'ownTemplate' },
  request: object({
    ...modifiedTemplate.fields,
    templateId: templateDocument.fields.templateId,
    components: list(publishedComponent, { max: maxComponents }).means('控件', 'controls'),
    sample: optional(choice(previewSamples)).means(
      '示例值：typical 常见（缺省），longest 最长，rare 生僻字',
      'sample values: typical (default), longest, or rare characters',
    ),
    values: optional(list(previewValue, { max: maxComponents })).means(
      '自定的值，优先于示例值',
      'values of your own, which take precedence over the samples',
    ),
  }),
  answer: data(templatePreview),
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '预览模板', en: 'Preview a template' },
  example: { ...exampleDraft, sample: 'longest', values: [{ index: 0, value: '1234567.89' }] },
});

/** Lists the versions of a template, the newest, which is in force, first. */
export const templateVersionList = operation({
  area: 'templates',
  path: '/template/versionList',
  links: { templates: 'ownTemplate' },
  request: object({ templateId, ...pagingFields }),
  answer: page(templateVersion),
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '分页查询模板版本', en: 'List the versions of a template' },
  example: { templateId: 1, listPageNo: 1, listPageSize: 10 },
});

/** Looks up a version of a template as it was; its ids need not exist any more. */
export const templateVersionInfo = operation({
  area: 'templates',
  path: '/template/versionInfo',
  links: { templates: 'ownTemplate' },
  request: object({
    templateId,
    version: int32(1).means('版本号', 'number of the version'),
  }),
  answer: data(templateVersionDetail),
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '查询模板版本', en: 'Look up a version of a template' },
  example: { templateId: 1, version: 1 },
});
