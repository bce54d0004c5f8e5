import type { GivenAttribute } from '@cinnabar/api/schemas/component.js';
import type { Area } from './suggest/found-control.js';

interface Proposed {
  readonly participantFlag: string;
  readonly fileIndex: number;
  readonly page: number;
  readonly box: Area;
  readonly name: string;
  readonly componentType: number;
  readonly required: 0 | 1;
  readonly attribute: GivenAttribute;
}

/** A proposed control in the interface; attributes that it does not state are null. */
export function proposedComponentOf(proposed: Proposed) {
  const { participantFlag, fileIndex, page, box, name, componentType, required, attribute } = proposed;
  const { dateFormat, numberFormat, fractionDigits, maxLength, fontSize, sealSpecs, options } = attribute;
  return {
    ...{ participantFlag, fileIndex, componentType, required, pageNum: page },
    componentName: name.slice(0, 100),
    positionX: rounded(box.x),
    positionY: rounded(box.y),
    specialAttribute: {
      width: Math.max(1, Math.round(attribute.width ?? box.width)),
      height: Math.max(1, Math.round(attribute.height ?? box.height)),
      dateFormat: dateFormat ?? null,
      numberFormat: numberFormat ?? null,
      fractionDigits: fractionDigits ?? null,
      maxLength: maxLength ?? null,
      fontSize: fontSize ?? null,
      sealSpecs: sealSpecs ?? null,
      options: options ?? null,
    },
  };
}

/** Hundredths of a pixel: finer is invisible. */
function rounded(value: number): number {
  return Math.max(0, Math.round(value * 100) / 100);
}
