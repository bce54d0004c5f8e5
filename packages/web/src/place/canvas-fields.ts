/** Fields as the canvas draws them. Pure. */
import type { CanvasControl, ControlKind } from '../canvas/canvas-types.js';
import type { SuggestedControl } from '../canvas/suggestions/suggested-control.js';
import type { Suggestion } from './place-suggestions.js';
import { fieldTypes, type Placed, type View } from './placed.js';
import type { Problem } from './problems.js';
import { controlKindOf } from './tool-look.js';
import { type Tool, toolOf } from './tools.js';

export function canvasFields(
  view: View,
  fields: readonly Placed[],
  problems: readonly Problem[],
): readonly CanvasControl[] {
  const mistaken = new Set(problems.filter(({ isMistake }) => isMistake).map(({ fieldId }) => fieldId));
  return [
    ...view.kept.map(
      ({ componentId, fileId, page, x, y, width, height, flag, name, seam, type }): CanvasControl => ({
        key: `kept-${componentId}`,
        ...{ fileId, page, x, y, width, height, name },
        kind: seam ? 'seam' : type === fieldTypes.area ? 'seal' : 'text',
        party: partyAt(view, flag),
        required: false,
        state: 'locked',
        sizing: 'fixed',
      }),
    ),
    ...fields.map(
      (field): CanvasControl => ({
        ...canvasField(view, field),
        state: mistaken.has(field.id) ? 'mistake' : 'plain',
        // A seal at its true size cannot be resized.
        sizing: field.type === fieldTypes.area && !field.fitted ? 'fixed' : 'free',
      }),
    ),
  ];
}

export function canvasSuggestions(
  view: View,
  suggestions: readonly Suggestion[],
): readonly SuggestedControl[] {
  return suggestions.map(({ field, by }) => ({
    ...canvasField(view, field),
    ...{ state: 'suggested', sizing: 'fixed', by },
  }));
}

/** What does not depend on whether the field is there or only proposed. */
function canvasField(view: View, field: Placed): Omit<CanvasControl, 'state' | 'sizing'> {
  const party = partyAt(view, field.flag);
  return {
    key: field.id,
    ...{ fileId: field.fileId, page: field.page, name: field.name, required: field.required },
    ...{ x: field.x, y: field.y, width: field.width, height: field.height },
    kind: controlKindOf(toolOf(field), view.placeParties[party]?.isEnterprise ?? false),
    party,
  };
}

function partyAt({ placeParties }: View, flag: string): number {
  return placeParties.findIndex((party) => party.flag === flag);
}

/** The tool whose fields are of that kind. */
export function toolWith(kind: ControlKind): Tool {
  if (kind === 'seal' || kind === 'signature') return 'sign';
  return kind === 'unknown' ? 'text' : kind;
}
