/** Templates and their elements in the form of answers. */
import { PartyType } from '@cinnabar/api/enums.js';
import type { Infer } from '@cinnabar/api/schema.js';
import type { templateComponent } from '@cinnabar/api/schemas/component.js';
import type {
  TemplateDetailView,
  TemplateListItem,
  templateFile,
  templateParticipant,
} from '@cinnabar/api/schemas/template.js';
import type { StoredPage } from '../../database/tables/storage.js';
import type { ComponentRow, ParticipantRow, TemplateRow } from './store.js';
import type { TemplateDetail, TemplateFileDetail } from './template-detail.js';

/** Number of pages, and size of page 1 in rounded px. */
export function documentSize(pages: readonly StoredPage[]): {
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
} {
  const [first] = pages;
  return {
    totalPage: pages.length,
    width: Math.round(first?.width ?? 0),
    height: Math.round(first?.height ?? 0),
  };
}

export function listItemView(row: TemplateRow, corpName: string): TemplateListItem {
  return {
    templateId: row.template_id,
    templateCode: row.template_code,
    templateName: row.template_name,
    templateStatus: row.template_status,
    corpName,
    encryptFlag: row.encrypt_flag,
    createTime: row.created_at,
    updateTime: row.updated_at,
    createName: row.create_name,
    updateName: row.update_name,
  };
}

export function participantView(row: ParticipantRow): Infer<typeof templateParticipant> {
  return {
    participantId: row.participant_id,
    templateId: row.template_id,
    participantFlag: row.participant_flag,
    participantType: row.participant_type,
    participateBizType: row.business_types,
    participantSetMode: row.set_mode,
    participantCorpId: row.participant_corp_id,
    participantCorpName: row.participant_type === PartyType.person ? '' : row.participant_corp_name,
    psnId: row.psn_id,
    psnAccount: row.psn_account,
    psnName: row.psn_name,
    draftSort: row.draft_sort,
    signOrder: row.sign_order,
  };
}

function fileView({ row, stored, pages }: TemplateFileDetail): Infer<typeof templateFile> {
  return {
    fileId: row.file_id,
    templateId: row.template_id,
    fileName: row.file_name,
    fileUrl: stored.fileKey,
    ...documentSize(pages),
  };
}

export function componentView(row: ComponentRow): Infer<typeof templateComponent> {
  return {
    componentId: row.component_id,
    templateId: row.template_id,
    participantId: row.participant_id,
    contractFileId: row.file_id,
    componentKey: row.component_key,
    componentName: row.component_name,
    componentType: row.component_type,
    value: row.value,
    required: row.required,
    positionX: row.position_x,
    positionY: row.position_y,
    pageNum: row.page_num,
    keyword: row.keyword,
    keywordIndex: row.keyword_index,
    offsetX: row.offset_x,
    offsetY: row.offset_y,
    specialAttribute: row.attribute,
  };
}

/** What makes up a template, without its state and the times of its changes. */
export type TemplateContent = Omit<TemplateDetailView, keyof TemplateListItem> &
  Pick<TemplateListItem, 'templateName' | 'encryptFlag'>;

export function detailView(detail: TemplateDetail, corpName: string): TemplateDetailView {
  return { ...listItemView(detail.template, corpName), ...contentView(detail) };
}

export function contentView(detail: TemplateDetail): TemplateContent {
  return {
    templateName: detail.template.template_name,
    encryptFlag: detail.template.encrypt_flag,
    contractFileList: detail.files.map(fileView),
    participantList: detail.participants.map(participantView),
    componentList: detail.components.map(componentView),
    copierList: detail.copiers.map((row) => ({
      copierId: row.copier_id,
      templateId: row.template_id,
      copierType: row.copier_type,
      psnAccount: row.psn_account,
      psnName: row.psn_name,
      corpName: row.corp_name,
    })),
    attachmentList: detail.attachments.map(({ row, stored }) => ({
      attachmentId: row.attachment_id,
      templateId: row.template_id,
      fileName: row.file_name,
      fileUrl: stored.fileKey,
    })),
  };
}
