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
import { fileName, fileUrl, mobile, name } from './fields.js';

export type TemplateId = Id<'Template'>;
export type TemplateParticipantId = Id<'TemplateParticipant'>;
export type TemplateFileId = Id<'TemplateFile'>;
export type TemplateCopierId = Id<'TemplateCopier'>;
export type TemplateAttachmentId = Id<'TemplateAttachment'>;

/** What a participant has to do: 1 fill, 2 sign. */
export const businessTypes = ['1', '2'] as const;
export type BusinessType = (typeof businessTypes)[number];

/** Array of strings or numbers, or one comma-joined string. */
export const participateBizType = () => list(choice(businessTypes), { min: 1, max: 10, commaJoined: true });

/** Who takes the part: 0 named when a flow starts, 1 fixed by the template, 3 the initiator. */
export const setModes = [0, 1, 3] as const;
export type SetMode = (typeof setModes)[number];

const givenParticipant = object({
  participantFlag: name(),
  /** 1 enterprise, 0 personal. */
  participantType: oneOf(0, 1),
  participateBizType: participateBizType(),
  participantSetMode: oneOf(...setModes),
  psnAccount: optional(mobile()),
  psnName: optional(name()),
  /** Order of filling, unique within the template. */
  draftSort: int32(1, 255),
  /** Order of signing; equal numbers sign in parallel. */
  signOrder: int32(1, 255),
  participantCorpName: optional(name()),
});
export type GivenParticipant = Infer<typeof givenParticipant>;

export const givenContractFile = object({
  fileName: fileName(),
  fileUrl: fileUrl(),
  totalPage: int32(),
  width: number(),
  height: number(),
});

const givenAttachment = object({ fileName: fileName(), fileUrl: fileUrl() });

/** The largest number of each kind of element in a template. */
export const templateLimits = Object.freeze({ participants: 50, files: 50, copiers: 50, attachments: 50 });

/** The body of addTemplate. */
export const givenTemplate = object({
  templateName: name(),
  /** 0 ordinary, 1 encrypted. */
  encryptFlag: optional(oneOf(0, 1)),
  participantList: list(givenParticipant, { min: 1, max: templateLimits.participants }),
  contractFileList: list(givenContractFile, { min: 1, max: templateLimits.files }),
  copierList: optional(list(givenCopier, { max: templateLimits.copiers })),
  attachmentList: optional(list(givenAttachment, { max: templateLimits.attachments })),
});
export type GivenTemplate = Infer<typeof givenTemplate>;

/** The body of modifyTemplate. An element with an id is that element from now on, one without is new. */
export const modifiedTemplate = object({
  ...givenTemplate.fields,
  templateId: id<'Template'>(),
  /** As the template showed it that is overwritten; when somebody changed it since, nothing is. */
  updateTime: optional(dateTime()),
  participantList: list(
    object({ ...givenParticipant.fields, participantId: optional(id<'TemplateParticipant'>()) }),
    { min: 1, max: templateLimits.participants },
  ),
  contractFileList: list(object({ ...givenContractFile.fields, fileId: optional(id<'TemplateFile'>()) }), {
    min: 1,
    max: templateLimits.files,
  }),
  copierList: optional(
    list(reachable(object({ ...copierFields.fields, copierId: optional(id<'TemplateCopier'>()) })), {
      max: templateLimits.copiers,
    }),
  ),
  attachmentList: optional(
    list(object({ ...givenAttachment.fields, attachmentId: optional(id<'TemplateAttachment'>()) }), {
      max: templateLimits.attachments,
    }),
  ),
});
export type ModifiedTemplate = Infer<typeof modifiedTemplate>;

const listItemFields = {
  templateId: id<'Template'>(),
  templateCode: text(0, 64),
  templateName: text(0, 100),
  /** 0 disabled, 1 enabled. */
  templateStatus: oneOf(0, 1),
  corpName: text(0, 100),
  encryptFlag: oneOf(0, 1),
  createTime: dateTime(),
  updateTime: dateTime(),
  createName: text(0, 100),
  updateName: text(0, 100),
};
export const templateListItem = object(listItemFields);
export type TemplateListItem = Infer<typeof templateListItem>;

export const templateParticipant = object({
  participantId: id<'TemplateParticipant'>(),
  templateId: id<'Template'>(),
  participantFlag: text(0, 100),
  participantType: oneOf(0, 1),
  participateBizType: list(choice(businessTypes)),
  participantSetMode: oneOf(...setModes),
  participantCorpId: nullable(id<'Corp'>()),
  /** "" for a person; null for an enterprise that the start will name. */
  participantCorpName: nullable(text(0, 100)),
  psnId: nullable(id<'User'>()),
  psnAccount: nullable(text(0, 20)),
  psnName: nullable(text(0, 100)),
  draftSort: int32(),
  signOrder: int32(),
});

/** Sizes are those of page 1 as displayed, rounded px at 96 dpi. */
export const templateFile = object({
  fileId: id<'TemplateFile'>(),
  templateId: id<'Template'>(),
  fileName: text(0, 255),
  fileUrl: text(1, 300),
  totalPage: int32(),
  width: int32(),
  height: int32(),
});

export const templateCopier = object({
  copierId: id<'TemplateCopier'>(),
  templateId: id<'Template'>(),
  copierType: oneOf(0, 1),
  psnAccount: nullable(text(0, 20)),
  psnName: nullable(text(0, 100)),
  corpName: nullable(text(0, 100)),
});

export const templateAttachment = object({
  attachmentId: id<'TemplateAttachment'>(),
  templateId: id<'Template'>(),
  fileName: text(0, 255),
  fileUrl: text(1, 300),
});

export const templateDetail = object({
  ...listItemFields,
  contractFileList: list(templateFile),
  participantList: list(templateParticipant),
  componentList: list(templateComponent),
  copierList: list(templateCopier),
  attachmentList: list(templateAttachment),
});
export type TemplateDetailView = Infer<typeof templateDetail>;

/** One file of a template with everything that stands on it. */
export const templateFileComponents = object({
  corpId: id<'Corp'>(),
  templateId: id<'Template'>(),
  fileId: id<'TemplateFile'>(),
  fileName: text(0, 255),
  totalPage: int32(),
  width: int32(),
  height: int32(),
  /** A signed link for each page, in their order; JPEG, 1200 px wide. */
  jpgUrlList: list(text(1, 4000)),
  participantList: list(templateParticipant),
  componentList: list(templateComponent),
});
