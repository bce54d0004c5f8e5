import { componentTypes, type GivenAttribute } from '@cinnabar/api/schemas/component.js';
import { valueKindOf } from './blank-labels.js';

/** What a placeholder of a Word document asks for. */
export interface Placeholder {
  /** '' if it names no party. */
  readonly participantFlag: string;
  readonly componentType: number;
  readonly name: string;
  readonly required: 0 | 1;
  readonly attribute: GivenAttribute & { readonly width: number; readonly height: number };
}

const KINDS: Readonly<Record<string, number>> = {
  文本: componentTypes.text,
  单行文本: componentTypes.text,
  多行: componentTypes.multiLineText,
  多行文本: componentTypes.multiLineText,
  数字: componentTypes.number,
  金额: componentTypes.number,
  日期: componentTypes.date,
  勾选: componentTypes.checkBox,
  下拉: componentTypes.dropDown,
  图片: componentTypes.image,
  签章: componentTypes.signatureArea,
  盖章: componentTypes.signatureArea,
  签字: componentTypes.signatureArea,
  签名: componentTypes.signatureArea,
};

const SIZES: Readonly<Record<number, readonly [width: number, height: number]>> = {
  [componentTypes.multiLineText]: [240, 72],
  [componentTypes.date]: [120, 24],
  [componentTypes.checkBox]: [20, 20],
  [componentTypes.image]: [160, 120],
  [componentTypes.signatureArea]: [159, 159],
};

/**
 * Reads `{{甲方.名称}}`, `{{乙方.签章}}`, `{{日期:入职日期}}`, `{{下拉:岗位|销售|研发}}`; `*` before or after the text: required.
 * @returns null for one that says nothing
 */
export function readPlaceholder(text: string): Placeholder | null {
  const inside = text
    .replace(/^\{\{|\}\}$/g, '')
    .normalize('NFKC')
    .trim();
  const required = /^\*|\*$/.test(inside) ? 1 : 0;
  const plain = inside.replace(/^\*|\*$/g, '').trim();
  const [flag = '', rest = ''] = plain.includes('.') ? splitAt(plain, '.') : ['', plain];
  const [word = '', named = ''] = rest.includes(':') ? splitAt(rest, ':') : [rest, ''];
  const declared = KINDS[word];
  if (rest.includes(':') && declared === undefined) return null;
  const [name = '', ...options] = (named === '' ? word : named).split('|').map((part) => part.trim());
  if (name === '' || name.length > 100 || flag.length > 100) return null;
  const isKindAlone = named === '' && declared !== undefined;
  const kind =
    declared === undefined || (isKindAlone && declared !== componentTypes.signatureArea)
      ? valueKindOf(name)
      : {
          componentType: declared,
          attribute:
            declared === componentTypes.number || declared === componentTypes.date
              ? valueKindOf(word).attribute
              : {},
        };
  const { componentType } = kind;
  if ((componentType === componentTypes.dropDown) !== options.length > 0) return null;
  const [width, height] = SIZES[componentType] ?? [160, 24];
  return {
    participantFlag: flag,
    componentType,
    name,
    required: componentType === componentTypes.signatureArea ? 1 : required,
    attribute: { ...kind.attribute, width, height, ...(options.length > 0 ? { options } : {}) },
  };
}

function splitAt(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
