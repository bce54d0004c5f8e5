import type { Db, Tx } from '../../database/schema.js';
import type { StoredPage } from '../../database/tables/storage.js';
import { transact } from '../../database/transact.js';
import type { CorpId } from '../../operation/context.js';
import { findFiles, type StoredFile } from '../../storage/stored-files.js';
import {
  type AttachmentRow,
  type ComponentRow,
  type CopierRow,
  type FileRow,
  findTemplate,
  loadElements,
  type ParticipantRow,
  type TemplateReference,
  type TemplateRow,
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

/**
 * The whole template in one snapshot: a concurrent change could otherwise yield controls without their participants.
 * Null if it is unknown, deleted or another enterprise's.
 */
export async function templateForStart(
  db: Db | Tx,
  corpId: CorpId,
  reference: TemplateReference,
): Promise<TemplateDetail | null> {
  return transact(
    db,
    async (tx) => {
      const template = await findTemplate(tx, corpId, reference);
      return template === null ? null : loadDetail(tx, corpId, template);
    },
    { isolation: 'repeatable read' },
  );
}

export async function loadDetail(
  db: Db | Tx,
  corpId: CorpId,
  template: TemplateRow,
): Promise<TemplateDetail> {
  const elements = await loadElements(db, corpId, template.template_id);
  const keys = [...elements.files, ...elements.attachments].map((row) => row.file_key);
  const found = await findFiles(db, corpId, [...new Set(keys)]);
  const storedByKey = new Map(found.map((stored) => [stored.fileKey, stored]));
  const storedOf = ({ file_key: key }: { readonly file_key: string }): StoredFile => {
    const stored = storedByKey.get(key);
    // A foreign key preserves the stored file while a template refers to it.
    if (stored === undefined) throw new Error(`template ${template.template_id}: no stored file ${key}`);
    return stored;
  };
  return {
    template,
    participants: elements.participants,
    files: elements.files.map((row) => {
      const stored = storedOf(row);
      return { row, stored, pages: stored.pages ?? [] };
    }),
    components: elements.components,
    copiers: elements.copiers,
    attachments: elements.attachments.map((row) => ({ row, stored: storedOf(row) })),
  };
}
