/** The marks with which each party signs. */
import type { ResolvedMark } from '@cinnabar/server/areas/flows/sign/rules/act-terms.js';
import type { PlacedMark } from '@cinnabar/server/areas/flows/sign/rules/placed-marks.js';
import { component, file, idOf } from '../../support/flow-model.js';
import type { Flag } from './contract-model.js';

/** Ids of their participants and controls. */
export const numbers: Readonly<Record<Flag, number>> = { 甲方: 1, 乙方: 2 };

/** The seal of a party's area, with a remark beside it. */
export function marksOf(flag: Flag, words: boolean): readonly ResolvedMark[] {
  const area = component(50 + numbers[flag], numbers[flag], { componentType: 6 });
  const { attribute } = area;
  const place = { path: '', file, seam: false, attribute, image: null, sealId: 0 as const };
  const box = { page: 1, x: 100, y: 100, width: 160, height: 160 };
  const seal = { ...place, box, area, kind: 'seal' as const, value: null };
  const remark = { ...place, box, area: null, kind: 'remark' as const, value: WORDS };
  return [
    { planned: seal, sealId: 1, pictureHash: 'a'.repeat(64) },
    ...(words ? [{ planned: remark, sealId: null, pictureHash: null }] : []),
  ];
}

const WORDS = '同意';

/** The same after placement. */
export function remarkOf(flag: Flag): PlacedMark {
  const [, remark] = marksOf(flag, true);
  if (remark === undefined) throw new Error('no remark');
  const plain = { bold: false, italic: false, underline: false, lineThrough: false };
  const style = { font: 'SimSun', fontSize: 14, color: '#000000', alignment: 'left', ...plain } as const;
  const mark = { kind: 'text', text: WORDS, multiLine: false, style } as const;
  return { ...remark, mark, sealId: null, componentId: idOf<'Component'>(270 + numbers[flag]), salt: null };
}
