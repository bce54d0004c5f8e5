import { readNumberValue } from '@cinnabar/api/component-rules/number-value.js';
import { componentTypes, type KeptAttribute } from '@cinnabar/api/schemas/component.js';
import type { Words } from '../../operation/refusal.js';
import { readCheckBoxValue } from './check-box-value.js';
import { DEFAULT_DATE_FORMAT } from './component-attribute.js';
import { readDateValue } from './date-value.js';
import { readPictureValue } from './picture-value.js';

/** Limit for all values except pictures; a page holds fewer. */
const MAX_CHARACTERS = 10_000;

/** Properties that determine how a value is parsed. */
export interface ValueRules {
  readonly componentType: number;
  readonly attribute: KeptAttribute;
}

export type ReadValue = { readonly drawn: string } | { readonly problem: Words };

/**
 * Parses a value given for a control into the form that is drawn and displayed, or returns why it does not fit the
 * control's type. Whether it fits the control's box and has glyphs is decided by the PDF engine, whether a
 * picture is valid by keepPicture. A blank value is drawn as nothing; whether a value is required is decided by the
 * caller.
 * @param zone IANA name, for dates that are given as moments
 */
export function readComponentValue(component: ValueRules, given: string, zone: string): ReadValue {
  if (given.trim() === '') return { drawn: '' };
  const { componentType, attribute } = component;
  if (componentType !== componentTypes.image && [...given].length > MAX_CHARACTERS) {
    return tooLong(MAX_CHARACTERS);
  }
  switch (componentType) {
    case componentTypes.number:
      return readNumberValue(given, attribute);
    case componentTypes.date:
      return readDateValue(given, attribute.dateFormat ?? DEFAULT_DATE_FORMAT, zone);
    case componentTypes.signatureArea:
      return { problem: { zh: '签署区不能有值', en: 'a signature area takes no value' } };
    case componentTypes.checkBox:
      return readCheckBoxValue(given);
    case componentTypes.dropDown:
      return readChoice(given, attribute);
    case componentTypes.image:
      return readPictureValue(given);
    case componentTypes.multiLineText:
      return readText(given.replace(/\r\n?|[\u2028\u2029]/g, '\n'), attribute);
    default:
      return readText(given.replace(/\r\n?|[\n\u2028\u2029]/g, ' '), attribute);
  }
}

function tooLong(most: number): ReadValue {
  return { problem: { zh: `超过 ${most} 个字符`, en: `has more than ${most} characters` } };
}

/** Surrounding spaces of a choice are ignored; the choice is drawn as the designer wrote it. */
function readChoice(given: string, { options }: KeptAttribute): ReadValue {
  const choice = (options ?? []).find((option) => option.trim() === given.trim());
  if (choice !== undefined) return { drawn: choice };
  return { problem: { zh: `“${given}”不在选项中`, en: `"${given}" is none of the options` } };
}

function readText(given: string, { maxLength }: KeptAttribute): ReadValue {
  const text = given.replaceAll('\t', ' ');
  if (/(?!\n)\p{Control}/u.test(text)) {
    return { problem: { zh: '含有控制字符', en: 'contains control characters' } };
  }
  if (maxLength !== null && [...text].length > Number(maxLength)) return tooLong(Number(maxLength));
  return { drawn: text };
}
