/** The rows of a new template. */
import { PartyType, TemplateStatus } from '@cinnabar/api/enums.js';
import type {
  GivenTemplate,
  TemplateAttachmentId,
  TemplateCopierId,
  TemplateFileId,
  TemplateId,
  TemplateParticipantId,
} from '@cinnabar/api/schemas/template.js';
import type { IdSource } from '../../database/ids.js';
import type { CorpId } from '../../operation/context.js';
import type { KnownParty } from './known-parties.js';
import { businessTypesOf, templateCode } from './rules.js';
import { type Change, firstVersion, type NewTemplate } from './store.js';
import type { ElementRows } from './store-elements.js';

/** One id for the template and one for each element of its lists. */
export interface TemplateIds {
  readonly template: TemplateId;
  readonly participants: readonly TemplateParticipantId[];
  readonly files: readonly TemplateFileId[];
  readonly copiers: readonly TemplateCopierId[];
  readonly attachments: readonly TemplateAttachmentId[];
}

export async function takeTemplateIds(ids: IdSource, given: GivenTemplate): Promise<TemplateIds> {
  return {
    template: await ids.next(),
    participants: await ids.take(given.participantList.length),
    files: await ids.take(given.contractFileList.length),
    copiers: await ids.take(given.copierList?.length ?? 0),
    attachments: await ids.take(given.attachmentList?.length ?? 0),
  };
}

interface Making {
  readonly corpId: CorpId;
  readonly ids: TemplateIds;
  /** One entry for each participant. */
  readonly parties: readonly KnownParty[];
}

function idAt<T>(ids: readonly T[], index: number): T {
  const id = ids[index];
  if (id === undefined) throw new Error('fewer ids than elements');
  return id;
}

/** The rows, with ids in the order of the lists. */
export function newTemplate(given: GivenTemplate, making: Making, by: Change): NewTemplate {
  const { corpId, ids } = making;
  return {
    template: templateRow(given, corpId, ids.template, by),
    ...elementRows(given, making),
  };
}

/** The row of a new template itself. */
export function templateRow(
  given: Pick<GivenTemplate, 'templateName' | 'encryptFlag'>,
  corpId: CorpId,
  templateId: TemplateId,
  by: Change,
): NewTemplate['template'] {
  return {
    corp_id: corpId,
    template_id: templateId,
    template_code: templateCode(templateId),
    template_name: given.templateName,
    template_status: TemplateStatus.enabled,
    encrypt_flag: given.encryptFlag ?? 0,
    created_by: by.userId,
    create_name: by.userName,
    created_at: by.now,
    updated_by: by.userId,
    update_name: by.userName,
    updated_at: by.now,
    ...firstVersion(by),
  };
}

/** The rows of the lists only. */
export function elementRows(given: GivenTemplate, { corpId, ids, parties }: Making): ElementRows {
  const of = { corp_id: corpId, template_id: ids.template };
  return {
    participants: given.participantList.map((participant, index) => ({
      ...of,
      participant_id: idAt(ids.participants, index),
      participant_flag: participant.participantFlag,
      participant_type: participant.participantType,
      business_types: businessTypesOf(participant.participateBizType),
      set_mode: participant.participantSetMode,
      participant_corp_id: parties[index]?.corpId ?? null,
      participant_corp_name:
        participant.participantType === PartyType.enterprise
          ? (participant.participantCorpName ?? null)
          : null,
      psn_id: parties[index]?.userId ?? null,
      psn_account: participant.psnAccount ?? null,
      psn_name: participant.psnName ?? null,
      draft_sort: participant.draftSort,
      sign_order: participant.signOrder,
    })),
    files: given.contractFileList.map((file, position) => ({
      ...of,
      file_id: idAt(ids.files, position),
      position,
      file_name: file.fileName,
      file_key: file.fileUrl,
    })),
    copiers: (given.copierList ?? []).map((copier, position) => ({
      ...of,
      copier_id: idAt(ids.copiers, position),
      position,
      copier_type: copier.copierType,
      psn_account: copier.psnAccount ?? null,
      psn_name: copier.psnName ?? null,
      corp_name: copier.copierType === PartyType.enterprise ? (copier.corpName ?? null) : null,
    })),
    attachments: (given.attachmentList ?? []).map((attachment, position) => ({
      ...of,
      attachment_id: idAt(ids.attachments, position),
      position,
      file_name: attachment.fileName,
      file_key: attachment.fileUrl,
    })),
  };
}
