import { SetMode } from '../enums.js';
import {
  choice,
  dateTime,
  type Id,
  type Infer,
  id,
  int32,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema.js';
import { templateComponent } from './component.js';
import { copierFields, givenCopier, reachable } from './copier.js';
import {
  corpId,
  corpName,
  createTime,
  fileName,
  fileUrl,
  mobile,
  name,
  psnName,
  templateId,
} from './fields.js';

export type TemplateId = Id<'Template'>;
export type TemplateParticipantId = Id<'TemplateParticipant'>;
export type TemplateFileId = Id<'TemplateFile'>;
export type TemplateCopierId = Id<'TemplateCopier'>;
export type TemplateAttachmentId = Id<'TemplateAttachment'>;

/** Duties of a participant: 1 fill, 2 sign. */
export const businessTypes = ['1', '2'] as const;
export type BusinessType = (typeof businessTypes)[number];

/** Array of strings or numbers, or one comma-joined string. */
const participateBizType = () =>
  list(choice(businessTypes), { min: 1, max: 10, commaJoined: true }).means(
    '1 填写，2 签署',
    '1: fill; 2: sign',
  );

export const givenParticipant = object({
  participantFlag: name().means('参与方标识，如甲方', 'label of the participant, such as Party A'),
  participantType: oneOf(0, 1).means('1 企业，0 个人', '1: enterprise; 0: person'),
  participateBizType: participateBizType(),
  participantSetMode: oneOf(...Object.values(SetMode)).means(
    '0 发起时指定，1 固定成员，3 发起人',
    '0: named at start; 1: fixed member; 3: initiator',
  ),
  psnAccount: optional(mobile()).means('经办人手机号', 'mobile number of the acting person'),
  psnName: optional(psnName),
  draftSort: int32(1, 255).means('填写顺序，模板内唯一', 'order of filling, unique within the template'),
  signOrder: int32(1, 255).means('签署顺序，相同为并行', 'order of signing; equal numbers sign in parallel'),
  participantCorpName: optional(name()).means(
    '参与企业名称，个人为空',
    'name of the enterprise; empty for a person',
  ),
});
export type GivenParticipant = Infer<typeof givenParticipant>;

export const givenContractFile = object({
  fileName: fileName(),
  fileUrl: fileUrl(),
  totalPage: int32().means('页数', 'number of pages'),
  width: number().means('首页宽，px', 'width of the first page in px'),
  height: number().means('首页高，px', 'height of the first page in px'),
});

export const givenAttachment = object({ fileName: fileName(), fileUrl: fileUrl() });

/** Maximum number of elements of each kind in a template. */
export const templateLimits = Object.freeze({ participants: 50, files: 50, copiers: 50, attachments: 50 });

/** Request of addTemplate. */
export const givenTemplate = object({
  templateName: name().means('模板名称', 'name of the template'),
  encryptFlag: optional(oneOf(0, 1)).means(
    '1 加密合同',
    '1: encrypted contract, visible to its parties only',
  ),
  participantList: list(givenParticipant, { min: 1, max: templateLimits.participants }).means(
    '参与方',
    'participants',
  ),
  contractFileList: list(givenContractFile, { min: 1, max: templateLimits.files }).means(
    '合同文件',
    'contract files',
  ),
  copierList: optional(list(givenCopier, { max: templateLimits.copiers })).means('抄送人', 'copiers'),
  attachmentList: optional(list(givenAttachment, { max: templateLimits.attachments })).means(
    '附件',
    'attachments',
  ),
});
export type GivenTemplate = Infer<typeof givenTemplate>;

/** Request of modifyTemplate. Elements with an id are changed, elements without one are added. */
export const modifiedTemplate = object({
  ...givenTemplate.fields,
  templateId,
  updateTime: optional(dateTime()).means(
    '读取时模板的更新时间；此后模板有变动则拒绝修改',
    'updateTime of the template when it was read; refused if the template has changed since',
  ),
  participantList: list(
    object({
      ...givenParticipant.fields,
      participantId: optional(id<'TemplateParticipant'>()).means('参与方编号', 'participant id'),
    }),
    { min: 1, max: templateLimits.participants },
  ).means('参与方', 'participants'),
  contractFileList: list(
    object({
      ...givenContractFile.fields,
      fileId: optional(id<'TemplateFile'>()).means('文件编号', 'file id'),
    }),
    {
      min: 1,
      max: templateLimits.files,
    },
  ).means('合同文件', 'contract files'),
  copierList: optional(
    list(
      reachable(
        object({
          ...copierFields.fields,
          copierId: optional(id<'TemplateCopier'>()).means('抄送人编号', 'copier id'),
        }),
      ),
      {
        max: templateLimits.copiers,
      },
    ),
  ).means('抄送人', 'copiers'),
  attachmentList: optional(
    list(
      object({
        ...givenAttachment.fields,
        attachmentId: optional(id<'TemplateAttachment'>()).means('附件编号', 'attachment id'),
      }),
      {
        max: templateLimits.attachments,
      },
    ),
  ).means('附件', 'attachments'),
});
export type ModifiedTemplate = Infer<typeof modifiedTemplate>;

const listItemFields = {
  templateId,
  templateCode: text(0, 64).means('模板编码', 'code of the template'),
  templateName: text(0, 100).means('模板名称', 'name of the template'),
  templateStatus: oneOf(0, 1).means('0 停用，1 启用', '0: disabled; 1: enabled'),
  corpName,
  encryptFlag: oneOf(0, 1).means('1 加密合同', '1: encrypted contract, visible to its parties only'),
  createTime,
  updateTime: dateTime().means('更新时间', 'time of the last change'),
  createName: text(0, 100).means('创建人', 'creator'),
  updateName: text(0, 100).means('更新人', 'author of the last change'),
};
export const templateListItem = object(listItemFields);
export type TemplateListItem = Infer<typeof templateListItem>;

export const templateParticipant = object({
  participantId: id<'TemplateParticipant'>().means('参与方编号', 'participant id'),
  templateId,
  participantFlag: text(0, 100).means('参与方标识，如甲方', 'label of the participant, such as Party A'),
  participantType: oneOf(0, 1).means('1 企业，0 个人', '1: enterprise; 0: person'),
  participateBizType: list(choice(businessTypes)).means('1 填写，2 签署', '1: fill; 2: sign'),
  participantSetMode: oneOf(...Object.values(SetMode)).means(
    '0 发起时指定，1 固定成员，3 发起人',
    '0: named at start; 1: fixed member; 3: initiator',
  ),
  participantCorpId: nullable(id<'Corp'>()).means('参与企业编号', 'enterprise id of the participant'),
  participantCorpName: nullable(text(0, 100)).means(
    '参与企业名称；个人为空，发起时指定者为 null',
    'name of the enterprise; empty for a person; null where the start names it',
  ),
  psnId: nullable(id<'User'>()).means('用户编号', 'user id'),
  psnAccount: nullable(text(0, 20)).means('经办人手机号', 'mobile number of the acting person'),
  psnName: nullable(text(0, 100)).means('姓名', 'name of the person'),
  draftSort: int32().means('填写顺序', 'order of filling'),
  signOrder: int32().means('签署顺序，相同为并行', 'order of signing; equal numbers sign in parallel'),
});

/** Sizes are those of page 1 as displayed, in whole px at 96 dpi. */
export const templateFile = object({
  fileId: id<'TemplateFile'>().means('文件编号', 'file id'),
  templateId,
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(1, 300).means('文件存储路径，长期有效', 'permanent storage path of the file'),
  totalPage: int32().means('页数', 'number of pages'),
  width: int32().means('首页宽，px', 'width of the first page in px'),
  height: int32().means('首页高，px', 'height of the first page in px'),
});

const templateCopier = object({
  copierId: id<'TemplateCopier'>().means('抄送人编号', 'copier id'),
  templateId,
  copierType: oneOf(0, 1).means('0 个人，1 企业', '0: person; 1: enterprise'),
  psnAccount: nullable(text(0, 20)).means('抄送人手机号', "copier's mobile number"),
  psnName: nullable(text(0, 100)).means('姓名', 'name of the person'),
  corpName: nullable(corpName),
});

const templateAttachment = object({
  attachmentId: id<'TemplateAttachment'>().means('附件编号', 'attachment id'),
  templateId,
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(1, 300).means('文件存储路径，长期有效', 'permanent storage path of the file'),
});

export const templateDetail = object({
  ...listItemFields,
  contractFileList: list(templateFile).means('合同文件', 'contract files'),
  participantList: list(templateParticipant).means('参与方', 'participants'),
  componentList: list(templateComponent).means('控件', 'controls'),
  copierList: list(templateCopier).means('抄送人', 'copiers'),
  attachmentList: list(templateAttachment).means('附件', 'attachments'),
});
export type TemplateDetailView = Infer<typeof templateDetail>;

/** A file of a template with all its controls. */
export const templateFileComponents = object({
  corpId,
  templateId,
  fileId: id<'TemplateFile'>().means('文件编号', 'file id'),
  fileName: text(0, 255).means('文件名', 'file name'),
  totalPage: int32().means('页数', 'number of pages'),
  width: int32().means('首页宽，px', 'width of the first page in px'),
  height: int32().means('首页高，px', 'height of the first page in px'),
  jpgUrlList: list(text(1, 4000)).means(
    '各页图片限时链接，JPEG，宽 1200 px',
    'signed links to the images of the pages, JPEG of 1200 px width',
  ),
  participantList: list(templateParticipant).means('参与方', 'participants'),
  componentList: list(templateComponent).means('控件', 'controls'),
});

/** The sample templates, in the order in which they are offered. */
export const sampleCodes = ['labour', 'purchase', 'nda', 'lease'] as const;
export type SampleCode = (typeof sampleCodes)[number];

export const sampleCode = () =>
  choice(sampleCodes).means(
    '示例编码：labour 劳动合同，purchase 采购合同，nda 保密协议，lease 房屋租赁合同',
    'code of the sample: labour contract, purchase contract, non-disclosure agreement or lease',
  );
