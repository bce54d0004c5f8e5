/** A flow's controls in the words of the documents engine. */

import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Box, SignatureArea, TextValue } from '../../documents/model.js';
import { textValueOf } from '../templates/index.js';
import { type Component, type Flow, signatureAreaType } from './flow.js';

export function boxOf(component: Component): Box {
  return {
    page: component.pageNum,
    x: component.positionX,
    y: component.positionY,
    width: component.attribute.width,
    height: component.attribute.height,
  };
}

/** What an error about a control names: what its integrator calls it, and its id. */
export function labelOf(component: Component): string {
  return `${component.componentKey ?? component.componentName} (componentId ${component.componentId})`;
}

export function drawnValue(component: Component, value: string): TextValue {
  return textValueOf({ ...component, box: boxOf(component) }, value, labelOf(component));
}

/** Field names are unique in a file and contain no period, which would make them a path (ISO 32000-2, 12.7.4.2). */
export function areaFieldName(participantId: ParticipantId, componentId: number): string {
  return `sig-${participantId}-${componentId}`;
}

export function invisibleFieldName(participantId: ParticipantId, fileId: number): string {
  return `sig-${participantId}-file-${fileId}`;
}

/** Every value that a file shows. */
export function valuesOfFile(flow: Pick<Flow, 'components'>, fileId: number): readonly TextValue[] {
  const values: TextValue[] = [];
  for (const component of flow.components) {
    if (component.fileId !== fileId || component.componentType === signatureAreaType) continue;
    if (component.value !== null && component.value !== '')
      values.push(drawnValue(component, component.value));
  }
  return values;
}

/** The areas whose fields must exist before the first signature. */
export function requiredAreas(flow: Pick<Flow, 'components'>, fileId: number): readonly SignatureArea[] {
  return flow.components
    .filter(
      (component) =>
        component.fileId === fileId && component.componentType === signatureAreaType && component.required,
    )
    .map((component) => ({
      fieldName: areaFieldName(component.participantId, component.componentId),
      box: boxOf(component),
    }));
}
