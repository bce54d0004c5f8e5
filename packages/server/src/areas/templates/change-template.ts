/** Pure: the result of overwriting a template, or the element of the body that prevents it. */
import type { ModifiedTemplate } from '@cinnabar/api/schemas/template.js';
import { toJson } from '../../database/json.js';
import type { StoredPage } from '../../database/tables/storage.js';
import type { KnownParty } from './known-parties.js';
import { elementRows, type TemplateIds } from './new-template.js';
import { ownOrFresh } from './own-or-fresh.js';
import { placeBox } from './place-box.js';
import { type ElementProblem, mayHave } from './rules.js';
import type { ComponentRow } from './store.js';
import type { ElementRows, NewComponent } from './store-elements.js';
import type { TemplateDetail } from './template-detail.js';

interface Changing {
  /** Ids for elements without one. */
  readonly freshIds: TemplateIds;
  /** One entry for each participant. */
  readonly parties: readonly KnownParty[];
  /** One entry for each contract file of the body. */
  readonly pages: readonly (readonly StoredPage[])[];
}

export interface ChangedTemplate {
  readonly elements: ElementRows;
  /** The remaining controls, in order. */
  readonly components: readonly NewComponent[];
}

export function changeTemplate(
  before: TemplateDetail,
  given: ModifiedTemplate,
  { freshIds, parties, pages }: Changing,
): ChangedTemplate | { readonly refused: ElementProblem } {
  const unknown = unknownElement(before, given);
  if (unknown !== null) return { refused: unknown };
  const { corp_id: corpId, template_id: template } = before.template;
  const ids: TemplateIds = {
    template,
    participants: ownOrFresh(given.participantList, (each) => each.participantId, freshIds.participants),
    files: ownOrFresh(given.contractFileList, (each) => each.fileId, freshIds.files),
    copiers: ownOrFresh(given.copierList ?? [], (each) => each.copierId, freshIds.copiers),
    attachments: ownOrFresh(given.attachmentList ?? [], (each) => each.attachmentId, freshIds.attachments),
  };
  const elements = elementRows(given, { corpId, ids, parties });
  const components: NewComponent[] = [];
  for (const component of before.components) {
    const kept = keptComponent(component, elements, pages);
    if (kept === null) continue;
    if ('path' in kept) return { refused: kept };
    components.push(kept);
  }
  return { elements, components };
}

/** The first element whose id is not in this template's list, or is repeated. */
export function unknownElement(
  before: Pick<TemplateDetail, 'participants' | 'files' | 'copiers' | 'attachments'>,
  given: Omit<ModifiedTemplate, 'templateId'>,
): ElementProblem | null {
  const lists: readonly (readonly [string, string, readonly (number | undefined)[], readonly number[]])[] = [
    [
      'participantList',
      'participantId',
      given.participantList.map(({ participantId }) => participantId),
      before.participants.map((row) => row.participant_id),
    ],
    [
      'contractFileList',
      'fileId',
      given.contractFileList.map(({ fileId }) => fileId),
      before.files.map(({ row }) => row.file_id),
    ],
    [
      'copierList',
      'copierId',
      (given.copierList ?? []).map(({ copierId }) => copierId),
      before.copiers.map((row) => row.copier_id),
    ],
    [
      'attachmentList',
      'attachmentId',
      (given.attachmentList ?? []).map(({ attachmentId }) => attachmentId),
      before.attachments.map(({ row }) => row.attachment_id),
    ],
  ];
  for (const [list, field, ids, known] of lists) {
    const left = new Set(known);
    for (const [index, id] of ids.entries()) {
      if (id === undefined || left.delete(id)) continue;
      const problem = known.includes(id)
        ? { zh: '与另一元素重复', en: 'is the id of another element of the list' }
        : { zh: '不属于此模板', en: 'is none of this template' };
      return { path: `${list}[${index}].${field}`, problem };
    }
  }
  return null;
}

/**
 * The control on the changed template; null if its participant or file is gone. A control that nobody could fill or
 * sign, or that would be displaced, is an error: silently dropped it would be missing in a contract.
 */
function keptComponent(
  component: ComponentRow,
  elements: ElementRows,
  pages: Changing['pages'],
): NewComponent | ElementProblem | null {
  const { participants, files } = elements;
  const participantAt = participants.findIndex((row) => row.participant_id === component.participant_id);
  const fileAt = files.findIndex((row) => row.file_id === component.file_id);
  const participant = participants[participantAt];
  if (participant === undefined || fileAt === -1) return null;
  const { component_name: name, component_type: type, attribute } = component;
  if (!mayHave(participant, type)) {
    return {
      path: `participantList[${participantAt}].participateBizType`,
      problem: {
        zh: `该签署方仍有控件“${name}”，请先移除或改派`,
        en: `this participant still has the control "${name}": remove it or give it to another one first`,
      },
    };
  }
  const { position_x: x, position_y: y } = component;
  const { width, height } = attribute;
  const page = pages[fileAt]?.[component.page_num - 1];
  const box = page === undefined ? null : placeBox(page, { x, y, width, height });
  if (box === null || box.width < width || box.height < height) {
    return {
      path: `contractFileList[${fileAt}].fileUrl`,
      problem: {
        zh: `此文件第 ${component.page_num} 页容不下控件“${name}”，请先移除或移动`,
        en: `page ${component.page_num} has no room for the control "${name}": remove or move it first`,
      },
    };
  }
  return { ...component, position_x: box.x, position_y: box.y, attribute: toJson(attribute) };
}
