/** Controls that the service proposes, as the canvas draws them and as the design takes them. Pure. */
import { inReadingOrder } from '../canvas/geometry/reading-order.js';
import {
  isTaken,
  type Proposals,
  type Proposed,
  type ProposedBy,
  proposalKey,
  type SuggestedControl,
} from '../canvas/suggestions/suggested-control.js';
import { canvasControls, freeName } from './canvas-bridge.js';
import { mayHave } from './commands.js';
import { firstAttribute, isArea, kindOf, sizeOf } from './control-kinds.js';
import { type Control, type Design, type Party, UNPLACED } from './design.js';
import { attributeOf } from './read-controls.js';

/** The control keeps the key of its proposal, by which the proposal is known to be accepted, also after an undo. */
export interface Suggestion {
  readonly control: Control;
  readonly by: ProposedBy;
}

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
    const proposals = answers.get(fileUrl) ?? [];
    const keys = new Set(proposals.map(({ component }) => proposalKey(fileUrl, component)));
    // Areas of neighbours may overlap as they are proposed: accepting one does not close the other.
    const places = own.filter(({ key }) => !keys.has(key)).map(placeOf);
    return proposals.flatMap(({ component, by }): readonly Suggestion[] => {
      const key = proposalKey(fileUrl, component);
      const party = partyOf(design, component, chosen);
      if (party === undefined || dismissed.has(key) || accepted.has(key)) return [];
      const control = proposedControl(component, { key, party, file });
      return isTaken(placeOf(control), places) ? [] : [{ control, by }];
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
): readonly SuggestedControl[] {
  const controls = suggestions.map(({ control }) => control);
  const bys = new Map(suggestions.map(({ control, by }) => [control.key, by]));
  return canvasControls({ ...design, controls }, new Map()).flatMap((each): readonly SuggestedControl[] => {
    const by = bys.get(each.key);
    return by === undefined ? [] : [{ ...each, state: 'suggested', sizing: 'fixed', by }];
  });
}

function isOnPage(control: Control): boolean {
  return control.page !== UNPLACED && !(isArea(control) && kindOf(control) === 'seam');
}

function placeOf(control: Control) {
  return { page: control.page, x: control.x, y: control.y, ...sizeOf(control) };
}
