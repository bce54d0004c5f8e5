/** Controls that the service proposes, as the canvas draws them and as the design takes them. Pure. */
import type { suggestComponents } from '@cinnabar/api/operations/template-places.js';
import type { DataOf } from '../api/wire.js';
import type { CanvasControl } from '../canvas/canvas-types.js';
import { overlapOf } from '../canvas/geometry/box.js';
import { inReadingOrder } from '../canvas/geometry/reading-order.js';
import { canvasControls, freeName } from './canvas-bridge.js';
import { mayHave } from './commands.js';
import { firstAttribute, isArea, kindOf, sizeOf } from './control-kinds.js';
import { type Control, type Design, type Party, UNPLACED } from './design.js';
import { attributeOf } from './read-controls.js';

export type Proposals = DataOf<typeof suggestComponents>;
export type Proposed = Proposals[number]['component'];
type ProposedBy = Proposals[number]['by'];

/** The control keeps the key of its proposal, by which the proposal is known to be accepted, also after an undo. */
export interface Suggestion {
  readonly control: Control;
  readonly by: ProposedBy;
}

/** A proposal is about a control that covers more than this share of it, or of which it covers as much. */
const SAME_PLACE = 0.3;

/** The party that a proposal names, else the chosen one, else the first one: of those that can have such a control. */
export function partyOf(
  { parties }: Pick<Design, 'parties'>,
  { participantFlag, componentType }: Pick<Proposed, 'participantFlag' | 'componentType'>,
  chosen: Party['key'] | null,
): Party | undefined {
  const able = parties.filter((party) => mayHave(party, { type: componentType }));
  return (
    able.find(({ flag }) => flag === participantFlag) ?? able.find(({ key }) => key === chosen) ?? able[0]
  );
}

interface Given {
  readonly key: string;
  readonly party: Party;
  readonly file: Control['file'];
}

/** What the proposal does not state is as in a new control of its kind. */
export function proposedControl(proposed: Proposed, { key, party, file }: Given): Control {
  const { componentType: type, componentName, required, pageNum, positionX, positionY } = proposed;
  const kind = kindOf({ type, attribute: {} }) ?? 'text';
  return {
    ...{ key, componentId: null, party: party.key, file, type },
    ...{ page: pageNum, x: Math.round(positionX), y: Math.round(positionY) },
    ...{ name: componentName, componentKey: '', value: '', isRequired: required === 1, anchor: null },
    attribute: { ...firstAttribute(kind, party), ...attributeOf({ ...proposed.specialAttribute }) },
  };
}

/** The key of a proposal: the same whenever the file is read. */
function keyOf(fileUrl: string, { pageNum, positionX, positionY, componentType }: Proposed): string {
  return ['suggested', fileUrl, pageNum, positionX, positionY, componentType].join(' ');
}

/**
 * Proposals that are open, in reading order: neither dismissed nor accepted, and not over a control.
 * @param answers by the address of the file
 */
export function openSuggestions(
  design: Design,
  answers: ReadonlyMap<string, Proposals>,
  dismissed: ReadonlySet<string>,
  chosen: Party['key'] | null,
): readonly Suggestion[] {
  const found = design.files.flatMap(({ key: file, fileUrl }) => {
    const own = design.controls.filter((control) => control.file === file && isOnPage(control));
    const accepted = new Set(own.map(({ key }) => key));
    return (answers.get(fileUrl) ?? []).flatMap(({ component, by }): readonly Suggestion[] => {
      const key = keyOf(fileUrl, component);
      const party = partyOf(design, component, chosen);
      if (party === undefined || dismissed.has(key) || accepted.has(key)) return [];
      const control = proposedControl(component, { key, party, file });
      const isOver = own.some(
        (other) => other.page === control.page && overlapOf(boxOf(other), boxOf(control)) > SAME_PLACE,
      );
      return isOver ? [] : [{ control, by }];
    });
  });
  const placed = found.map((each) => ({ ...each, ...each.control, fileId: each.control.file }));
  const order = inReadingOrder(
    design.files.map(({ key }) => ({ fileId: key })),
    placed,
  );
  return order.map(({ control, by }) => ({ control, by }));
}

/** Proposals of which none has the name of another control. */
export function acceptedControls(
  { controls }: Pick<Design, 'controls'>,
  suggestions: readonly Suggestion[],
): readonly Control[] {
  const named: Control[] = [];
  for (const { control } of suggestions) {
    named.push({ ...control, name: freeName([...controls, ...named], control.name) });
  }
  return named;
}

export function canvasSuggestions(
  design: Design,
  suggestions: readonly Suggestion[],
): readonly CanvasControl[] {
  const controls = suggestions.map(({ control }) => control);
  return canvasControls({ ...design, controls }, new Map()).map((each) => ({
    ...each,
    ...{ state: 'suggested', sizing: 'fixed' },
  }));
}

function isOnPage(control: Control): boolean {
  return control.page !== UNPLACED && !(isArea(control) && kindOf(control) === 'seam');
}

function boxOf(control: Control) {
  return { x: control.x, y: control.y, ...sizeOf(control) };
}
