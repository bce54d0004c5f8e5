/**
 * Freely placed texts and pictures must not overlap what other participants have signed or have to sign: nobody may
 * alter the appearance of another signature. Seals may overlap, as they do on paper.
 */

import type { Box } from '@cinnabar/pdf/model.js';
import { coverOfSeal, coverOfSlice } from '@cinnabar/pdf/sign/covered-place.js';
import {
  type Component,
  type Flow,
  type FlowFile,
  type Participant,
  signatureAreaType,
} from '../../flow/flow.js';
import { shownComponents } from '../../flow/rules/component-rules.js';
import { isSeamArea } from '../../flow/rules/seams.js';
import type { PlannedMark } from './planned-mark.js';

/** The other participant's area or mark that a mark would overlap, even partly; null if there is none. */
export function coveredByMark(
  flow: Pick<Flow, 'components'>,
  signer: Pick<Participant, 'participantId'>,
  mark: Pick<PlannedMark, 'area' | 'kind' | 'image' | 'file' | 'box'>,
): Component | null {
  if (mark.area !== null || (mark.kind === 'seal' && mark.image === null)) return null;
  const others = shownComponents(flow.components).filter(
    (component) =>
      component.componentType === signatureAreaType &&
      component.participantId !== signer.participantId &&
      component.fileId === mark.file.fileId,
  );
  const covered = others.find((component) =>
    placesOf(component, mark.file, mark.box.page).some((place) => overlaps(place, mark.box)),
  );
  return covered ?? null;
}

/** Rectangle of an area or a mark on a page: its box, and the painted seal. */
function placesOf(component: Component, file: FlowFile, pageNumber: number): readonly Box[] {
  const { placed, attribute } = component;
  const box: Box = {
    page: component.pageNum,
    x: component.positionX,
    y: component.positionY,
    width: attribute.width,
    height: attribute.height,
  };
  const seal = placed?.seal ?? null;
  if (isSeamArea(component)) {
    const area = placed?.free === true ? null : box;
    const slice = coverOfSlice(file.pages, pageNumber, box, area, seal);
    return slice === null ? [] : [slice];
  }
  const page = file.pages[pageNumber - 1];
  if (component.pageNum !== pageNumber || page === undefined) return [];
  if (seal === null) return [box];
  const hadField = placed?.free === false && component.required;
  return [box, coverOfSeal(page, box, seal, hadField)];
}

/** Whether two boxes overlap; touching edges do not count. */
function overlaps(left: Box, right: Box): boolean {
  return (
    edge(left.x) < edge(right.x + right.width) &&
    edge(right.x) < edge(left.x + left.width) &&
    edge(left.y) < edge(right.y + right.height) &&
    edge(right.y) < edge(left.y + left.height)
  );
}

/** Thousandths of a pixel, so that sums of fractions compare equal. */
function edge(px: number): number {
  return Math.round(px * 1000);
}
