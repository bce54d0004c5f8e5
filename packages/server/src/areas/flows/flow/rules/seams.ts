/** Seam seals by participant and file: determined when filling ends, and computed identically at each signature. */
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type Component, type Flow, type FlowFile, signatureAreaType } from '../flow.js';
import { shownComponents } from './component-rules.js';

/** Limit of seam fields in one file; PDF readers become slow beyond it. */
const maxStrips = 2000;

export interface Seam {
  readonly participantId: ParticipantId;
  /** null: the signer chooses the height. */
  readonly area: Component | null;
}

type Parties = Pick<Flow, 'participants' | 'components'>;

export function isSeamArea(component: Component): boolean {
  return component.componentType === signatureAreaType && component.attribute.signStyle === 2;
}

/**
 * One seam for every signer: that of their area, otherwise one that they may place freely. In a file with too many
 * pages for all of them, only areas have seams. An area created by a free placement does not affect the others.
 */
export function seamsOfFile(flow: Parties, file: Pick<FlowFile, 'fileId' | 'pages'>): readonly Seam[] {
  const components = shownComponents(flow.components);
  const seams = flow.participants
    .filter((participant) => participant.signs)
    .map(({ participantId }): Seam => {
      const area = components.find(
        (component) =>
          isSeamArea(component) &&
          component.participantId === participantId &&
          component.fileId === file.fileId,
      );
      return { participantId, area: area ?? null };
    });
  const strips = seams.length * (file.pages.length - 1);
  return strips <= maxStrips ? seams : seams.filter(({ area }) => area !== null);
}
