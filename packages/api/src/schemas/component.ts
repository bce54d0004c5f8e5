/** Controls: fields to fill and areas to sign, on a template and, with values of their own, on a flow. */
import {
  boolean,
  choice,
  type Id,
  type Infer,
  InvalidField,
  id,
  int32,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  pattern,
  type Schema,
  text,
} from '../schema.js';

export type TemplateComponentId = Id<'TemplateComponent'>;

/** The types that the service knows; any other positive integer is kept and drawn as single-line text. */
export const componentTypes = Object.freeze({
  text: 1,
  number: 2,
  date: 3,
  signatureArea: 6,
  multiLineText: 8,
  checkBox: 101,
  dropDown: 102,
  image: 103,
});

export const fontNames = ['SimSun', 'FangSong', 'KaiTi', 'SimHei'] as const;
/** '' and '0' print plain digits, '1' and '#,##0' thousands separators. */
export const numberFormats = ['', '0', '1', '#,##0'] as const;

/**
 * A date format of the tokens yyyy, yy, MM, M, dd, d, HH, H, mm, ss with anything but Latin letters between them,
 * such as `yyyy年MM月dd日`.
 */
export const dateFormat = () =>
  pattern(
    /^(?=.{1,60}$)(?=.*[yMdHms])(?:(?:y{4}|y{2})(?!y)|M{1,2}(?!M)|d{1,2}(?!d)|H{1,2}(?!H)|mm(?!m)|ss(?!s)|[^A-Za-z])+$/u,
    {
      zh: '须由 yyyy、MM、dd、HH、mm、ss 组成，如 yyyy年MM月dd日',
      en: 'must be made of yyyy, MM, dd, HH, mm, ss, such as yyyy-MM-dd',
    },
  );

const textColor = () =>
  pattern(/^\s*#[0-9a-fA-F]{6}\s*$/, { zh: '须为 #RRGGBB', en: 'must be #RRGGBB' }, (given) =>
    given.trim().toUpperCase(),
  );

const maxLength = () =>
  pattern(
    /^\s*[1-9]\d{0,4}\s*$/,
    { zh: '须为 1 到 99999 的整数', en: 'must be an integer from 1 to 99999' },
    (given) => given.trim(),
  );

/** The attributes of a control as they are taken: everything may be left out. Lengths in px. */
export const specialAttributeFields = {
  dateFormat: optional(dateFormat()),
  numberFormat: optional(choice(numberFormats)),
  fractionDigits: optional(int32(0, 20)),
  maxLength: optional(maxLength()),
  font: optional(choice(fontNames, { ignoreCase: true })),
  fontSize: optional(int32(1, 500)),
  textColor: optional(textColor()),
  bold: optional(boolean()),
  italic: optional(boolean()),
  underLine: optional(boolean()),
  lineThrough: optional(boolean()),
  /** 0 left, 1 center, 3 right. */
  alignment: optional(oneOf(0, 1, 3)),
  width: optional(int32(1, 20_000)),
  height: optional(int32(1, 20_000)),
  order: optional(int32()),
  /** Signature areas: 1 actual size, 2 fitted into the area. */
  sealSpecs: optional(oneOf(1, 2)),
  showSignDate: optional(oneOf(0, 1)),
  /** Signature areas: 1 on its page, 2 seam over all pages. */
  signStyle: optional(oneOf(1, 2)),
  /** Choices of a drop-down. */
  options: optional(list(text(1, 200), { max: 200 })),
};
export const specialAttribute = object(specialAttributeFields);
export type GivenAttribute = Infer<typeof specialAttribute>;

/** The attributes as they are kept and answered: defaults filled in, null where the type has no such attribute. */
export const keptAttribute = object({
  dateFormat: nullable(text(0, 60)),
  numberFormat: nullable(text(0, 20)),
  fractionDigits: nullable(int32()),
  maxLength: nullable(text(0, 5)),
  font: choice(fontNames),
  fontSize: int32(),
  textColor: text(7, 7),
  bold: boolean(),
  italic: boolean(),
  underLine: boolean(),
  lineThrough: boolean(),
  alignment: oneOf(0, 1, 3),
  width: int32(),
  height: int32(),
  order: nullable(int32()),
  sealSpecs: nullable(oneOf(1, 2)),
  showSignDate: nullable(oneOf(0, 1)),
  signStyle: nullable(oneOf(1, 2)),
  options: nullable(list(text(0, 200))),
});
export type KeptAttribute = Infer<typeof keptAttribute>;

/** Values of controls; a picture may come within one, 512 KiB in base64. Texts have at most 10000 characters. */
export const componentValue = () => text(0, 700_000);

const placedFields = {
  componentKey: optional(text(1, 100)),
  componentName: text(1, 100),
  componentType: int32(1),
  value: optional(componentValue()),
  required: oneOf(0, 1),
  /** px; required without a keyword, and without meaning beside one. */
  positionX: optional(number()),
  positionY: optional(number()),
  pageNum: optional(int32()),
  /** Instead of a position: where this text stands in the file. */
  keyword: optional(text(0, 200)),
  /** Which of its places, from 1, as people read. */
  keywordIndex: optional(int32(1)),
  /** px from the text's top left corner to the control's. */
  offsetX: optional(number()),
  offsetY: optional(number()),
  specialAttribute,
};

const givenFields = object({
  participantId: id<'TemplateParticipant'>(),
  contractFileId: id<'TemplateFile'>(),
  ...placedFields,
});

export type GivenComponent = Infer<typeof givenFields>;

const directFields = object({
  /** Of the request's participantList. */
  participantFlag: text(1, 100),
  /** Place in the request's contractFileList, from 0. */
  fileIndex: int32(0),
  ...placedFields,
});

export type DirectComponent = Infer<typeof directFields>;

/** The text that a control is placed by, null for one that is placed by its position. */
export function keywordOf({ keyword }: Pick<GivenComponent, 'keyword'>): string | null {
  return keyword === undefined || keyword.trim() === '' ? null : keyword;
}

type Placed = Pick<GivenComponent, 'keyword' | 'positionX' | 'positionY' | 'pageNum'>;

/** A control with a keyword or a position. */
function placed<T extends Placed>(fields: Schema<T>): Schema<T> {
  return {
    ...fields,
    read(value, path, reading) {
      const given = fields.read(value, path, reading);
      for (const field of ['positionX', 'positionY', 'pageNum'] as const) {
        if (keywordOf(given) === null && given[field] === undefined) {
          throw new InvalidField(`${path}.${field}`, { kind: 'missing' });
        }
      }
      return given;
    },
  };
}

/** One element of addComponent. */
export const givenComponent: Schema<GivenComponent> = placed(givenFields);

/** One element of directComponentSignFlow. */
export const directComponent: Schema<DirectComponent> = placed(directFields);

const modifiedFields = object({
  ...givenFields.fields,
  /** Left out: one more control. */
  componentId: optional(id<'TemplateComponent'>()),
});
export type ModifiedComponent = Infer<typeof modifiedFields>;

/** One element of modifyComponent. */
export const modifiedComponent = placed(modifiedFields);

/** Controls of one template. */
export const mostComponents = 5000;

/** A control of a template as answers show it: where it is kept, which may differ from where it was asked for. */
export const templateComponent = object({
  componentId: id<'TemplateComponent'>(),
  templateId: id<'Template'>(),
  participantId: id<'TemplateParticipant'>(),
  contractFileId: id<'TemplateFile'>(),
  componentKey: nullable(text(0, 100)),
  componentName: text(0, 100),
  componentType: int32(),
  value: nullable(text(0, 10_100)),
  required: oneOf(0, 1),
  positionX: number(),
  positionY: number(),
  pageNum: int32(),
  specialAttribute: keptAttribute,
});
