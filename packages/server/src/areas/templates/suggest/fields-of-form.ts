import { componentTypes, type GivenAttribute } from '@cinnabar/api/schemas/component.js';
import type { FormField } from '@cinnabar/pdf/render/page-layout.js';
import { valueKindOf } from './blank-labels.js';
import type { FoundControl } from './found-control.js';

/** The fields of the original PDF form: their author has said where to fill in, and what. */
export function fieldsOfForm(
  fields: readonly FormField[],
  party: (field: FormField) => string,
): readonly FoundControl[] {
  return fields.map((field) => {
    const { page, x, y, width, height, name } = field;
    const { componentType, attribute } = kindOf(field);
    const box = { x: Math.max(0, x), y: Math.max(0, y), width, height };
    return {
      ...({ by: 'formField', score: 1, page, box, claimed: box, componentType } as const),
      name: name.slice(0, 100) || '填写',
      participantFlag: party(field),
      required:
        field.required || componentType === componentTypes.signatureArea ? (1 as const) : (0 as const),
      attribute: {
        ...attribute,
        width: Math.max(1, Math.round(width)),
        height: Math.max(1, Math.round(height)),
      },
    };
  });
}

function kindOf(field: FormField): {
  readonly componentType: number;
  readonly attribute: GivenAttribute;
} {
  switch (field.kind) {
    case 'checkBox':
      return { componentType: componentTypes.checkBox, attribute: {} };
    case 'signature':
      return { componentType: componentTypes.signatureArea, attribute: { sealSpecs: 2 } };
    case 'choice': {
      const options = [...new Set(field.options.map((option) => option.trim()))].filter(
        (each) => each !== '',
      );
      return options.length === 0
        ? { componentType: componentTypes.text, attribute: {} }
        : { componentType: componentTypes.dropDown, attribute: { options } };
    }
    case 'multiLine':
      return { componentType: componentTypes.multiLineText, attribute: maxLengthOf(field) };
    case 'text': {
      const kind = valueKindOf(field.name);
      return { ...kind, attribute: { ...kind.attribute, ...maxLengthOf(field) } };
    }
  }
}

function maxLengthOf({ maxLength }: FormField): GivenAttribute {
  const isUsable = maxLength !== null && maxLength >= 1 && maxLength <= 99_999;
  return isUsable ? { maxLength: String(Math.floor(maxLength)) } : {};
}
