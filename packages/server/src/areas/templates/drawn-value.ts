/** A control's value in the types of the PDF engine. */
import { componentTypes, type KeptAttribute } from '@cinnabar/api/schemas/component.js';
import type { Box, CheckBoxValue, TextValue } from '@cinnabar/pdf/model.js';
import { isTicked } from './check-box-value.js';
import { textStyleOf } from './component-attribute.js';

export interface ControlToDraw {
  readonly componentType: number;
  readonly attribute: KeptAttribute;
  readonly box: Box;
}

/** A picture is given by its storage key, and loaded when it is drawn. */
export type DrawnValue =
  | { readonly kind: 'text'; readonly value: TextValue }
  | { readonly kind: 'checkBox'; readonly value: CheckBoxValue }
  | {
      readonly kind: 'picture';
      readonly value: { readonly label: string; readonly box: Box; readonly fileKey: string };
    };

/**
 * What a control shows for its value; null for nothing. An unticked check box is still drawn. `label` identifies the
 * value in errors.
 */
export function drawnValueOf(control: ControlToDraw, value: string | null, label: string): DrawnValue | null {
  const { componentType, attribute, box } = control;
  const style = textStyleOf(attribute);
  if (componentType === componentTypes.checkBox) {
    const { color, alignment } = style;
    return { kind: 'checkBox', value: { label, box, checked: isTicked(value), color, alignment } };
  }
  if (value === null || value === '' || componentType === componentTypes.signatureArea) return null;
  if (componentType === componentTypes.image)
    return { kind: 'picture', value: { label, box, fileKey: value } };
  const multiLine = componentType === componentTypes.multiLineText;
  return { kind: 'text', value: { label, box, text: value, multiLine, style } };
}
