/** Fields that the service proposes for the files of a draft. Pure. */
import {
  isTaken,
  type Proposals,
  type Proposed,
  type ProposedBy,
  proposalKey,
} from '../canvas/suggestions/suggested-control.js';
import { fieldTypes, type Party, type Placed, type View } from './placed.js';
import { freshField, obstacleTo, type Tool, toolOf } from './tools.js';

/** The field keeps the id of its proposal, by which the proposal is known to be accepted, also after an undo. */
export interface Suggestion {
  readonly field: Placed;
  readonly by: ProposedBy;
}

interface Asked {
  readonly view: View;
  readonly fields: readonly Placed[];
  /** By the index of the file; undefined without an answer. */
  readonly answers: readonly (Proposals | undefined)[];
  readonly dismissed: ReadonlySet<string>;
  /** Gets the fields of which the file does not say whose they are. */
  readonly chosen: Party['flag'] | undefined;
}

/**
 * Proposals that are open, in reading order: for a party that fills in or signs there, and not over a field. Areas of
 * neighbours may overlap as they are proposed: accepting one does not close the other.
 */
export function openSuggestions(asked: Asked): readonly Suggestion[] {
  const { view, fields, answers, dismissed, chosen } = asked;
  return view.files.flatMap(({ fileId }, index) => {
    const proposed = (answers[index] ?? []).flatMap(({ component, by }): readonly Suggestion[] => {
      const field = proposedField(view, fileId, component, chosen);
      return field === null ? [] : [{ field, by }];
    });
    const ids = new Set(proposed.map(({ field }) => field.id));
    const accepted = new Set(fields.map(({ id }) => id));
    const others = [...view.kept, ...fields.filter(({ id }) => !ids.has(id))];
    const there = others.filter((each) => each.fileId === fileId && !each.seam);
    return proposed.filter(
      ({ field }) => !dismissed.has(field.id) && !accepted.has(field.id) && !isTaken(field, there),
    );
  });
}

/** What the proposal does not state is as in a new field of its kind; null if nobody can have it. */
function proposedField(
  { placeParties }: View,
  fileId: View['files'][number]['fileId'],
  proposed: Proposed,
  chosen: Party['flag'] | undefined,
): Placed | null {
  const { componentType, componentName: name, required, pageNum, positionX, positionY } = proposed;
  const type = Object.values(fieldTypes).find((each) => each === componentType);
  if (type === undefined) return null;
  const tool = toolOf({ type, seam: false });
  const party = partyOf(placeParties, tool, proposed.participantFlag, chosen);
  if (party === undefined) return null;
  const fresh = freshField(tool, party, { id: proposalKey(`${fileId}`, proposed), name });
  const { width, height, sealSpecs, ...rest } = proposed.specialAttribute;
  return {
    ...fresh,
    ...{ fileId, page: pageNum, x: Math.round(positionX), y: Math.round(positionY), width, height },
    required: required === 1,
    fitted: sealSpecs === null ? fresh.fitted : sealSpecs === 2,
    maxLength: rest.maxLength ?? fresh.maxLength,
    fontSize: rest.fontSize ?? fresh.fontSize,
    dateFormat: rest.dateFormat ?? fresh.dateFormat,
    thousands: rest.numberFormat === '#,##0',
    digits: rest.fractionDigits === null ? fresh.digits : `${rest.fractionDigits}`,
    options: rest.options ?? fresh.options,
  };
}

/** The party that the file names, if it can have such a field; else, where none is named, the chosen or the first one. */
function partyOf(
  parties: readonly Party[],
  tool: Tool,
  named: Party['flag'],
  chosen: Party['flag'] | undefined,
): Party | undefined {
  const able = parties.filter((party) => obstacleTo(tool, party, [], undefined) === null);
  if (parties.some(({ flag }) => flag === named)) return able.find(({ flag }) => flag === named);
  return able.find(({ flag }) => flag === chosen) ?? able[0];
}
