/** Controls that the service proposes for a file, whichever editor takes them. Pure. */
import type { suggestComponents } from '@cinnabar/api/operations/template-places.js';
import type { DataOf } from '../../api/wire.js';
import type { CanvasControl, Placement } from '../canvas-types.js';
import { overlapOf } from '../geometry/box.js';

export type Proposals = DataOf<typeof suggestComponents>;
export type Proposed = Proposals[number]['component'];
export type ProposedBy = Proposals[number]['by'];

/** A proposal as the canvas draws it. */
export interface SuggestedControl extends CanvasControl {
  readonly state: 'suggested';
  readonly by: ProposedBy;
}

/** The key of a proposal: the same whenever the file is read. */
export function proposalKey(
  file: string,
  { pageNum, positionX, positionY, componentType }: Proposed,
): string {
  return ['suggested', file, pageNum, positionX, positionY, componentType].join(' ');
}

/** A proposal is about a control that covers more than this share of it, or of which it covers as much. */
const SAME_PLACE = 0.3;

type OnPage = Pick<Placement, 'page' | 'x' | 'y' | 'width' | 'height'>;

/** Whether one of the controls of the same file is there already. */
export function isTaken(place: OnPage, controls: readonly OnPage[]): boolean {
  return controls.some((other) => other.page === place.page && overlapOf(other, place) > SAME_PLACE);
}
