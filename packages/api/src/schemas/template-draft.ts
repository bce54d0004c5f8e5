/**
 * The document of a template that is being designed: modifyTemplate's body with the controls in it, each naming its party by
 * flag and its file by index, because in a draft neither need have an id.
 */
import {
  boolean,
  choice,
  dateTime,
  type Id,
  type Infer,
  id,
  int32,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pattern,
  text,
} from '../schema.js';
import {
  componentPlaceFields,
  componentValue,
  type DirectComponent,
  directFields,
  maxComponents,
  placed,
  specialAttributeFields,
} from './component.js';
import { draftRuleFields } from './component-rules.js';
import { copierFields } from './copier.js';
import { templateId, userId } from './fields.js';
import {
  businessTypes,
  givenAttachment,
  givenContractFile,
  givenParticipant,
  modifiedTemplate,
  templateDetail,
  templateLimits,
} from './template.js';
import { filePage } from './uploaded-file.js';

export const templateDraftId = () =>
  pattern(/^[A-Za-z0-9-]{8,64}$/, {
    zh: '须为 8 至 64 个字母、数字或连字符',
    en: 'must be 8 to 64 letters, digits or hyphens',
  }).means('草稿标识', 'id of the draft');

const componentId = optional(id<'TemplateComponent'>()).means(
  '控件编号；缺省为新增',
  'control id; without it the control is added',
);

/** Element of template/publish's components. */
export const publishedComponent = placed(object({ ...directFields.fields, componentId }));
export type PublishedComponent = DirectComponent & { readonly componentId?: Id<'TemplateComponent'> };

/** Texts that somebody is still typing have no format yet. */
const draftAttribute = object({
  ...specialAttributeFields,
  dateFormat: optional(text(0, 60)).like(specialAttributeFields.dateFormat),
  maxLength: optional(text(0, 10)).like(specialAttributeFields.maxLength),
  textColor: optional(text(0, 20)).like(specialAttributeFields.textColor),
  options: optional(list(text(0, 200), { max: 200 })).like(specialAttributeFields.options),
  ...draftRuleFields,
});

const draftComponent = object({
  participantFlag: text(0, 100).like(directFields.fields.participantFlag),
  fileIndex: directFields.fields.fileIndex,
  componentId,
  componentKey: optional(text(0, 100)).like(directFields.fields.componentKey),
  componentName: text(0, 100).like(directFields.fields.componentName),
  componentType: directFields.fields.componentType,
  value: optional(componentValue()).like(directFields.fields.value),
  required: directFields.fields.required,
  ...componentPlaceFields,
  specialAttribute: draftAttribute.means('控件属性', 'attributes of the control'),
});

const { participantList, contractFileList, copierList, attachmentList } = modifiedTemplate.fields;

/** Only its shape and limits are checked; publishing checks the rest. */
export const templateDocument = object({
  templateId: optional(templateId).means('模板编号；缺省为新模板', 'template id; without it a new template'),
  templateName: text(0, 100).like(modifiedTemplate.fields.templateName),
  encryptFlag: modifiedTemplate.fields.encryptFlag,
  participantList: list(
    object({
      ...givenParticipant.fields,
      participantId: optional(id<'TemplateParticipant'>()).means('参与方编号', 'participant id'),
      participantFlag: text(0, 100).like(givenParticipant.fields.participantFlag),
      participateBizType: list(choice(businessTypes), { max: 10 }).like(
        givenParticipant.fields.participateBizType,
      ),
      psnAccount: optional(text(0, 40)).like(givenParticipant.fields.psnAccount),
      psnName: optional(text(0, 100)).like(givenParticipant.fields.psnName),
      participantCorpName: optional(text(0, 100)).like(givenParticipant.fields.participantCorpName),
    }),
    { max: templateLimits.participants },
  ).like(participantList),
  contractFileList: list(
    object({
      ...givenContractFile.fields,
      fileId: optional(id<'TemplateFile'>()).means('文件编号', 'file id'),
    }),
    { max: templateLimits.files },
  ).like(contractFileList),
  copierList: optional(
    list(
      object({
        copierId: optional(id<'TemplateCopier'>()).means('抄送人编号', 'copier id'),
        copierType: oneOf(0, 1).like(copierFields.fields.copierType),
        psnAccount: optional(text(0, 40)).like(copierFields.fields.psnAccount),
        psnName: optional(text(0, 100)).like(copierFields.fields.psnName),
        corpName: optional(text(0, 100)).like(copierFields.fields.corpName),
      }),
      { max: templateLimits.copiers },
    ),
  ).like(copierList),
  attachmentList: optional(
    list(
      object({
        ...givenAttachment.fields,
        attachmentId: optional(id<'TemplateAttachment'>()).means('附件编号', 'attachment id'),
      }),
      { max: templateLimits.attachments },
    ),
  ).like(attachmentList),
  components: list(draftComponent, { max: maxComponents }).means('控件', 'controls'),
});
export type TemplateDocument = Infer<typeof templateDocument>;

/** Version of a draft; 0: not saved yet. */
export const draftVersion = () =>
  int32(0).means(
    '草稿版本，每次保存加 1；0 表示尚未保存',
    'version of the draft, one more with each save; 0: not saved yet',
  );

const savedFields = {
  draftId: templateDraftId(),
  draftVersion: draftVersion(),
  time: dateTime().means('最近一次保存的时间', 'time of the last save'),
};
export const savedTemplateDraft = object(savedFields);

const heldFields = {
  draftId: templateDraftId(),
  templateId: nullable(templateId).means('模板编号；新模板为 null', 'template id; null for a new template'),
  draftVersion: draftVersion(),
  by: nullable(text(0, 100)).means(
    '最近编辑草稿的成员；尚未保存时为 null',
    'member who edited the draft last; null if it is not saved yet',
  ),
  byUserId: nullable(userId).means(
    '最近编辑草稿的成员的用户编号',
    'user id of the member who edited the draft last',
  ),
  time: nullable(dateTime()).means('最近一次保存的时间', 'time of the last save'),
  inUse: boolean().means(
    '他人正在编辑：须接手后才能保存',
    'somebody else is editing it, so that it has to be taken over before it can be saved',
  ),
};

export const templateDraft = object({
  ...heldFields,
  updateTime: nullable(dateTime()).means(
    '草稿所依据的模板的更新时间；新模板为 null',
    'updateTime of the template that the draft derives from; null for a new template',
  ),
  draft: templateDocument.means('草稿内容', 'content of the draft'),
});

export const listedTemplateDraft = object({
  ...heldFields,
  templateName: text(0, 100).like(modifiedTemplate.fields.templateName),
});

const version = int32(1).means(
  '版本号，从 1 开始，每次改动加 1',
  'number of the version, from 1, one more with each change',
);
export const versionNote = text(0, 200).means('版本说明', 'note on the version');

export const publishedTemplate = object({ ...templateDetail.fields, version });

export const templateVersion = object({
  version,
  time: dateTime().means('生效时间', 'time from which it was in force'),
  userName: text(0, 100).means('改动人', 'who made it'),
  note: versionNote,
});

export const templateVersionDetail = object({ ...templateDetail.fields, version, note: versionNote });

/** Which values a preview invents. */
export const previewSamples = ['typical', 'longest', 'rare'] as const;
export type PreviewSample = (typeof previewSamples)[number];

const componentIndex = int32(0).means(
  '控件在 components 中的位置，从 0 开始',
  'index of the control in components, from 0',
);

export const previewValue = object({
  index: componentIndex,
  value: componentValue().means('控件的值', 'value of the control'),
});

export const templatePreview = object({
  fileList: list(
    object({
      fileIndex: directFields.fields.fileIndex,
      fileName: text(0, 255).means('文件名', 'file name'),
      httpUrl: text(1, 4000).means('限时访问链接，有效 30 分钟', 'signed link, valid for 30 minutes'),
      pages: list(filePage).means('各页', 'its pages'),
    }),
  ).means('各文件的预览，PDF', 'a preview of each file, PDF'),
  problems: list(
    object({
      index: componentIndex,
      msg: text(0, 1000).means('为何未画出该值', 'why the value was not drawn'),
    }),
  ).means('未能画出的值', 'values that could not be drawn'),
  values: list(previewValue).means(
    '示例值和自定的值，按控件的格式，含未能画出的；由公式算出的除外',
    'sample values and values of your own in the format of their controls, drawn or not; without those that formulas compute',
  ),
});
