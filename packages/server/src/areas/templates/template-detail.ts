import type { Db, Tx } from '../../database/schema.js';
import type { StoredPage } from '../../database/tables/storage.js';
import type { CorpId } from '../../operation/context.js';
import { type StoredFile, storedFileFromJson } from '../../storage/stored-files.js';
import {
  type AttachmentRow,
  type ComponentRow,
  type CopierRow,
  type FileRow,
  findWholeTemplate,
  type ParticipantRow,
  type TemplateReference,
  type TemplateRow,
  type WholeTemplate,
} from './store.js';

/** A contract file of a template with its stored metadata. */
export interface TemplateFileDetail {
  readonly row: FileRow;
  readonly stored: StoredFile;
  /** px as displayed, not rounded. */
  readonly pages: readonly StoredPage[];
}

export interface TemplateAttachmentDetail {
  readonly row: AttachmentRow;
  readonly stored: StoredFile;
}

/** A template with everything on it: participants by draftSort, files, controls and the rest in their own order. */
export interface TemplateDetail {
  readonly template: TemplateRow;
  readonly participants: readonly ParticipantRow[];
  readonly files: readonly TemplateFileDetail[];
  readonly components: readonly ComponentRow[];
  readonly copiers: readonly CopierRow[];
  readonly attachments: readonly TemplateAttachmentDetail[];
}

/** The whole template; null if it is unknown, deleted or another enterprise's. */
export async function templateForStart(
  db: Db | Tx,
  corpId: CorpId,
  reference: TemplateReference,
): Promise<TemplateDetail | null> {
  const whole = await findWholeTemplate(db, corpId, reference);
  return whole === null ? null : detailOf(db, whole);
}

/** The whole template, which is locked. */
export async function loadDetail(
  tx: Tx,
  corpId: CorpId,
  { template_id }: TemplateRow,
): Promise<TemplateDetail> {
  const detail = await templateForStart(tx, corpId, { templateId: template_id });
  if (detail === null) throw new Error(`template ${template_id} is locked and does not exist`);
  return detail;
}

async function detailOf(db: Db | Tx, whole: WholeTemplate): Promise<TemplateDetail> {
  const { template, participants, files, components, copiers, attachments } = whole;
  return {
    template,
    participants,
    files: await Promise.all(
      files.map(async ({ stored: json, ...row }) => {
        const stored = await storedFileFromJson(db, json);
        return { row, stored, pages: stored.pages ?? [] };
      }),
    ),
    components,
    copiers,
    attachments: await Promise.all(
      attachments.map(async ({ stored, ...row }) => ({
        row,
        stored: await storedFileFromJson(db, stored),
      })),
    ),
  };
}
