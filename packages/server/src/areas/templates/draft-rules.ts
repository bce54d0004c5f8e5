/** Who may save a draft of a template, and what it begins as. */
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { type TemplateDocument, templateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { UserId } from '../../operation/context.js';
import { isFileKey } from '../../storage/file-key.js';
import type { HeldDraft } from './draft-store.js';
import type { TemplateDetail } from './template-detail.js';
import { contentView } from './template-view.js';

/** Drafts of new templates, per enterprise. */
export const MAX_NEW_DRAFTS = 100;

/** How long somebody counts as editing after a save, ms. */
const EDITING_MS = 5 * 60_000;

/** Whether somebody else is editing the draft, so that it has to be taken over. */
export function isInUse(held: Pick<HeldDraft, 'userId' | 'time'>, reader: UserId, now: Date): boolean {
  return held.userId !== reader && now.getTime() - held.time.getTime() < EDITING_MS;
}

/**
 * Whether a save may replace what is stored: only what its caller has read. `gone`: the draft was published or discarded in the
 * meantime. `inUse`: somebody else is editing it.
 */
export function judgeSave(
  held: Pick<HeldDraft, 'version' | 'userId' | 'time'> | null,
  given: number,
  by: { readonly userId: UserId; readonly now: Date },
): 'save' | 'changed' | 'gone' | 'inUse' {
  if (held === null) return given === 0 ? 'save' : 'gone';
  if (held.version !== given) return 'changed';
  return isInUse(held, by.userId, by.now) ? 'inUse' : 'save';
}

const nowhere = { zone: 'UTC' } as const;

/** Read by the schema, which takes null for an omitted field. */
const emptyDocument = { templateName: '', participantList: [], contractFileList: [], components: [] };

export function documentOfNewTemplate(): TemplateDocument {
  return templateDocument.read(emptyDocument, '', nowhere);
}

/** The template as a document that publishing would leave unchanged. */
export function documentOf(detail: TemplateDetail): TemplateDocument {
  const { componentList, ...content } = contentView(detail);
  const flags = new Map(detail.participants.map((row) => [row.participant_id, row.participant_flag]));
  const places = new Map(detail.files.map(({ row }, index) => [row.file_id, index]));
  const components = componentList.map((component) => ({
    ...component,
    participantFlag: flags.get(component.participantId),
    fileIndex: places.get(component.contractFileId),
  }));
  const document = { ...content, templateId: detail.template.template_id, components };
  return templateDocument.read(document, '', nowhere);
}

/** The stored files that a document names, each with the path of the field. */
export function filesOfDocument(
  document: TemplateDocument,
): readonly { readonly path: string; readonly fileKey: string }[] {
  const { contractFileList, attachmentList = [], components } = document;
  return [
    ...contractFileList.map(({ fileUrl }, index) => ({
      path: `contractFileList[${index}].fileUrl`,
      fileKey: fileUrl,
    })),
    ...attachmentList.map(({ fileUrl }, index) => ({
      path: `attachmentList[${index}].fileUrl`,
      fileKey: fileUrl,
    })),
    ...components.flatMap(({ componentType, value }, index) =>
      componentType === componentTypes.image && value !== undefined && isFileKey(value)
        ? [{ path: `components[${index}].value`, fileKey: value }]
        : [],
    ),
  ];
}
