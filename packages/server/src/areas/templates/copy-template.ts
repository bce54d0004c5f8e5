/** Pure: the rows of a copy. */
import { TemplateStatus } from '@cinnabar/api/enums.js';
import type { TemplateComponentId } from '@cinnabar/api/schemas/component.js';
import { toJson } from '../../database/json.js';
import type { TemplateIds } from './new-template.js';
import { templateCode } from './rules.js';
import { type Change, firstVersion, type NewTemplate } from './store.js';
import type { NewComponent } from './store-elements.js';
import type { TemplateDetail } from './template-detail.js';

export interface CopyIds extends TemplateIds {
  readonly components: readonly TemplateComponentId[];
}

export interface TemplateCopy extends NewTemplate {
  readonly components: readonly NewComponent[];
}

/** `ids`: new ones, in the order of the other template's lists. */
export function copyTemplate(source: TemplateDetail, name: string, ids: CopyIds, by: Change): TemplateCopy {
  const { deleted_at: _, ...template } = source.template;
  const template_id = ids.template;
  const participantIds = new Map(
    source.participants.map((row, index) => [row.participant_id, at(ids.participants, index)]),
  );
  const fileIds = new Map(source.files.map(({ row }, index) => [row.file_id, at(ids.files, index)]));
  return {
    template: {
      ...template,
      template_id,
      template_code: templateCode(template_id),
      template_name: name,
      // Enabled like every new template: a copy of a disabled one is made for use.
      template_status: TemplateStatus.enabled,
      created_by: by.userId,
      create_name: by.userName,
      created_at: by.now,
      updated_by: by.userId,
      update_name: by.userName,
      updated_at: by.now,
      ...firstVersion(by),
    },
    participants: source.participants.map((row, index) => ({
      ...row,
      template_id,
      participant_id: at(ids.participants, index),
    })),
    files: source.files.map(({ row }, index) => ({ ...row, template_id, file_id: at(ids.files, index) })),
    copiers: source.copiers.map((row, index) => ({
      ...row,
      template_id,
      copier_id: at(ids.copiers, index),
    })),
    attachments: source.attachments.map(({ row }, index) => ({
      ...row,
      template_id,
      attachment_id: at(ids.attachments, index),
    })),
    components: source.components.map((row, index) => ({
      ...row,
      template_id,
      component_id: at(ids.components, index),
      participant_id: known(participantIds.get(row.participant_id)),
      file_id: known(fileIds.get(row.file_id)),
      attribute: toJson(row.attribute),
    })),
  };
}

function at<T>(ids: readonly T[], index: number): T {
  return known(ids[index]);
}

function known<T>(id: T | undefined): T {
  if (id === undefined) throw new Error('a copy lacks an id');
  return id;
}
