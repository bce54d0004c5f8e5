import { PX_PER_MM } from '../shared/document/seal-geometry.js';
import type { CanvasControl, CanvasParty, ControlKind } from './canvas-types.js';
import { partyLook } from './party-look.js';

/** Words of the page's language. */
export type SpokenWords = Readonly<
  Record<ControlKind | 'required' | 'requiredSign' | 'suggested' | 'mistake' | 'comma', string>
> & {
  readonly value: (value: string) => string;
  readonly page: (page: number) => string;
  readonly distance: (left: number, top: number) => string;
};

/** What a screen reader says of a control, such as “单行文本 身份证号，B 员工，必填，第 4 页，左 32 毫米，上 56 毫米”. */
export function spokenName(control: CanvasControl, parties: readonly CanvasParty[], t: SpokenWords): string {
  const { kind, name, party, required, page, x, y, state, shown } = control;
  const isArea = kind === 'seal' || kind === 'signature' || kind === 'seam';
  const owner = parties[party];
  return [
    [t[kind], name].filter((word, index) => word !== '' && (index === 0 || word !== t[kind])).join(' '),
    ...(shown === undefined ? [] : [t.value(shown)]),
    ...(owner === undefined ? [] : [`${partyLook(party).letter} ${owner.name}`]),
    ...(required ? [isArea ? t.requiredSign : t.required] : []),
    ...(state === 'suggested' ? [t.suggested] : []),
    ...(state === 'mistake' ? [t.mistake] : []),
    t.page(page),
    t.distance(millimetres(x), millimetres(y)),
  ].join(t.comma);
}

export function millimetres(px: number): number {
  return Math.round(px / PX_PER_MM);
}
