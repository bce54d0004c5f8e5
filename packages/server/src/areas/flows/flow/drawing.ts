/** A flow's controls in the types of the PDF engine. */

import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Box, SeamStrips, SignatureArea } from '@cinnabar/pdf/model.js';
import { type DrawnValue, drawnValueOf } from '../../templates/index.js';
import { type Component, type Flow, type FlowFile, signatureAreaType } from './flow.js';
import { shownComponents } from './rules/component-rules.js';
import { isSeamArea, seamsOfFile } from './rules/seams.js';

export function boxOf(component: Component): Box {
  return {
    page: component.pageNum,
    x: component.positionX,
    y: component.positionY,
    width: component.attribute.width,
    height: component.attribute.height,
  };
}

/** Identification of a control in errors: the key of the integrator, and its id. */
function labelOf(component: Component): string {
  return `${component.componentKey ?? component.componentName} (componentId ${component.componentId})`;
}

export function drawnValue(component: Component, value: string | null): DrawnValue | null {
  return drawnValueOf({ ...component, box: boxOf(component) }, value, labelOf(component));
}

/** Field names are unique in a file and contain no period, which would make them a path (ISO 32000-2, 12.7.4.2). */
export function areaFieldName(participantId: ParticipantId, componentId: number): string {
  return `sig-${participantId}-${componentId}`;
}

export function invisibleFieldName(participantId: ParticipantId, fileId: number): string {
  return `sig-${participantId}-file-${fileId}`;
}

/** Of the second signature of an act, by another algorithm. */
export function besideFieldName(participantId: ParticipantId, fileId: number): string {
  return `${invisibleFieldName(participantId, fileId)}-beside`;
}

/** Of the signature with the electronic seal of that number among those of the act in the file. */
export function sealFieldName(participantId: ParticipantId, fileId: number, number: number): string {
  return `${invisibleFieldName(participantId, fileId)}-seal-${number}`;
}

/** Prefix of the field names of a participant's seam strips; the page number follows. */
export function seamName(participantId: ParticipantId, fileId: number): string {
  return `seam-${participantId}-${fileId}`;
}

/** Every value that is shown in a file. */
export function valuesOfFile(flow: Pick<Flow, 'components'>, fileId: number): readonly DrawnValue[] {
  return shownComponents(flow.components)
    .filter((component) => component.fileId === fileId)
    .map((component) => drawnValue(component, component.value))
    .filter((drawn) => drawn !== null);
}

/** Areas on a page whose fields must exist before the first signature. */
export function requiredAreas(flow: Pick<Flow, 'components'>, fileId: number): readonly SignatureArea[] {
  return shownComponents(flow.components)
    .filter(
      (component) =>
        component.fileId === fileId &&
        component.componentType === signatureAreaType &&
        component.required &&
        !isSeamArea(component),
    )
    .map((component) => ({
      fieldName: areaFieldName(component.participantId, component.componentId),
      box: boxOf(component),
    }));
}

/** Fields for seam seals; the signature field of a required one must exist as well. */
export function seamStrips(
  flow: Pick<Flow, 'participants' | 'components'>,
  file: FlowFile,
): readonly SeamStrips[] {
  return seamsOfFile(flow, file).map(({ participantId, area }) => ({
    name: seamName(participantId, file.fileId),
    box: area === null ? null : boxOf(area),
    fieldName: area?.required === true ? areaFieldName(participantId, area.componentId) : null,
  }));
}
