/** Fields as the canvas draws them. Pure. */
import type { CanvasControl, ControlKind } from '../canvas/canvas-types.js';
import { fieldTypes, type Placed, type View } from './placed.js';
import type { Problem } from './problems.js';
import { controlKindOf } from './tool-look.js';
import { type Tool, toolOf } from './tools.js';

export function canvasFields(
  { kept, placeParties }: View,
  fields: readonly Placed[],
  problems: readonly Problem[],
): readonly CanvasControl[] {
  const mistaken = new Set(problems.filter(({ isMistake }) => isMistake).map(({ fieldId }) => fieldId));
  const partyOf = (flag: string) => placeParties.findIndex((party) => party.flag === flag);
  const kindOf = (field: Pick<Placed, 'type' | 'seam' | 'flag'>) =>
    controlKindOf(toolOf(field), placeParties[partyOf(field.flag)]?.isEnterprise ?? false);
  return [
    ...kept.map(
      ({ componentId, fileId, page, x, y, width, height, flag, name, seam, type }): CanvasControl => ({
        key: `kept-${componentId}`,
        ...{ fileId, page, x, y, width, height, name },
        kind: seam ? 'seam' : type === fieldTypes.area ? 'seal' : 'text',
        party: partyOf(flag),
        required: false,
        state: 'locked',
        sizing: 'fixed',
      }),
    ),
    ...fields.map(
      (field): CanvasControl => ({
        key: field.id,
        ...{ fileId: field.fileId, page: field.page, name: field.name, required: field.required },
        ...{ x: field.x, y: field.y, width: field.width, height: field.height },
        kind: kindOf(field),
        party: partyOf(field.flag),
        state: mistaken.has(field.id) ? 'mistake' : 'plain',
        // A seal at its true size cannot be resized.
        sizing: field.type === fieldTypes.area && !field.fitted ? 'fixed' : 'free',
      }),
    ),
  ];
}

/** The tool whose fields are of that kind. */
export function toolWith(kind: ControlKind): Tool {
  if (kind === 'seal' || kind === 'signature') return 'sign';
  return kind === 'unknown' ? 'text' : kind;
}
