import type { TemplateComponentId } from '@cinnabar/api/schemas/component.js';
import { toJson } from '../../database/json.js';
import type { PlannedComponent } from './plan-components.js';
import type { TemplateRow } from './store.js';
import type { NewComponent } from './store-elements.js';

/** Rows of planned controls, with ids in order; the first one is at `position` of its template. */
export function componentRows(
  { corp_id, template_id }: Pick<TemplateRow, 'corp_id' | 'template_id'>,
  planned: readonly PlannedComponent[],
  ids: readonly TemplateComponentId[],
  position: number,
): readonly NewComponent[] {
  return planned.map((component, index) => {
    const id = ids[index];
    if (id === undefined) throw new Error('fewer ids than controls');
    return {
      corp_id,
      template_id,
      component_id: id,
      position: position + index,
      participant_id: component.participantId,
      file_id: component.fileId,
      component_key: component.componentKey,
      component_name: component.componentName,
      component_type: component.componentType,
      value: component.value,
      required: component.required,
      page_num: component.pageNum,
      position_x: component.x,
      position_y: component.y,
      keyword: component.anchor?.keyword ?? null,
      keyword_index: component.anchor?.index ?? null,
      offset_x: component.anchor?.offsetX ?? null,
      offset_y: component.anchor?.offsetY ?? null,
      attribute: toJson(component.attribute),
    };
  });
}
