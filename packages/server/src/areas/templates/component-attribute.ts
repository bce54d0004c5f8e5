/** Attributes of a control: their defaults, and the appearance of its text. */
import { PartyType } from '@cinnabar/api/enums.js';
import { componentTypes, type GivenAttribute, type KeptAttribute } from '@cinnabar/api/schemas/component.js';
import type { TextStyle } from '@cinnabar/pdf/model.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** px */
const TEXT_SIZE: Size = { width: 160, height: 24 };
const MULTI_LINE_SIZE: Size = { width: 240, height: 72 };
const DATE_SIZE: Size = { width: 120, height: 24 };
const CHECK_BOX_SIZE: Size = { width: 20, height: 20 };
const IMAGE_SIZE: Size = { width: 160, height: 120 };
/** Size of a round seal of 42 mm. */
const ENTERPRISE_AREA: Size = { width: 159, height: 159 };
const PERSON_AREA: Size = { width: 120, height: 60 };

export const DEFAULT_DATE_FORMAT = 'yyyy-MM-dd';

function defaultSize(componentType: number, participantType: PartyType): Size {
  switch (componentType) {
    case componentTypes.multiLineText:
      return MULTI_LINE_SIZE;
    case componentTypes.date:
      return DATE_SIZE;
    case componentTypes.checkBox:
      return CHECK_BOX_SIZE;
    case componentTypes.image:
      return IMAGE_SIZE;
    case componentTypes.signatureArea:
      return participantType === PartyType.enterprise ? ENTERPRISE_AREA : PERSON_AREA;
    default:
      return TEXT_SIZE;
  }
}

/** Applies defaults. `participantType` of the control's owner: 1 enterprise, 0 personal. */
export function keepAttribute(
  given: GivenAttribute,
  componentType: number,
  participantType: PartyType,
): KeptAttribute {
  const size = defaultSize(componentType, participantType);
  const isArea = componentType === componentTypes.signatureArea;
  const showsDate = isArea || componentType === componentTypes.date;
  return {
    dateFormat: given.dateFormat ?? (showsDate ? DEFAULT_DATE_FORMAT : null),
    numberFormat: given.numberFormat ?? (componentType === componentTypes.number ? '' : null),
    fractionDigits: given.fractionDigits ?? null,
    maxLength: given.maxLength ?? null,
    font: given.font ?? 'SimSun',
    fontSize: given.fontSize ?? 14,
    textColor: given.textColor ?? '#000000',
    bold: given.bold ?? false,
    italic: given.italic ?? false,
    underLine: given.underLine ?? false,
    lineThrough: given.lineThrough ?? false,
    alignment: given.alignment ?? 0,
    width: given.width ?? size.width,
    height: given.height ?? size.height,
    order: given.order ?? null,
    // A name seal is larger than a person's area, so it is scaled to fit; an enterprise's seal has its true size.
    sealSpecs: given.sealSpecs ?? (isArea ? (participantType === PartyType.enterprise ? 1 : 2) : null),
    showSignDate: given.showSignDate ?? (isArea ? 0 : null),
    signStyle: given.signStyle ?? (isArea ? 1 : null),
    options: given.options ?? null,
    ...(given.showWhen === undefined ? {} : { showWhen: given.showWhen }),
    ...(given.formula === undefined ? {} : { formula: given.formula }),
  };
}

const ALIGNMENTS = { 0: 'left', 1: 'center', 3: 'right' } as const;

/** Appearance of a control's text, in the types of the PDF engine. */
export function textStyleOf(attribute: KeptAttribute): TextStyle {
  return {
    font: attribute.font,
    fontSize: attribute.fontSize,
    color: attribute.textColor,
    bold: attribute.bold,
    italic: attribute.italic,
    underline: attribute.underLine,
    lineThrough: attribute.lineThrough,
    alignment: ALIGNMENTS[attribute.alignment],
  };
}
