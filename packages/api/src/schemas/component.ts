/** Controls: fields to fill in and areas to sign, of templates and, with values, of flows. */
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
import { formula, showWhen } from './component-rules.js';
import { templateId } from './fields.js';

export type TemplateComponentId = Id<'TemplateComponent'>;

/** Known types. Any other positive integer is stored and drawn as single-line text. */
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

const fontNames = ['SimSun', 'FangSong', 'KaiTi', 'SimHei'] as const;
/** '' and '0': plain digits; '1' and '#,##0': thousands separators. */
const numberFormats = ['', '0', '1', '#,##0'] as const;

/**
 * A date format of the tokens yyyy, yy, MM, M, dd, d, HH, H, mm and ss, separated by anything but Latin letters, such
 * as `yyyy年MM月dd日`.
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

/** Attributes of a control in requests; all are optional. Lengths are px. */
export const specialAttributeFields = {
  dateFormat: optional(dateFormat()).means('日期格式', 'date format'),
  numberFormat: optional(choice(numberFormats)).means('数字格式', 'number format'),
  fractionDigits: optional(int32(0, 20)).means('小数位数', 'digits after the decimal point'),
  maxLength: optional(maxLength()).means('最多字数', 'maximum number of characters'),
  font: optional(choice(fontNames, { ignoreCase: true })).means('字体', 'font'),
  fontSize: optional(int32(1, 500)).means('字号，px', 'font size in px'),
  textColor: optional(textColor()).means('文字颜色', 'text colour'),
  bold: optional(boolean()).means('粗体', 'bold'),
  italic: optional(boolean()).means('斜体', 'italic'),
  underLine: optional(boolean()).means('下划线', 'underlined'),
  lineThrough: optional(boolean()).means('删除线', 'struck through'),
  alignment: optional(oneOf(0, 1, 3)).means('0 左 1 中 3 右', '0 left 1 centre 3 right'),
  width: optional(int32(1, 20_000)).means('宽，px', 'width in px'),
  height: optional(int32(1, 20_000)).means('高，px', 'height in px'),
  order: optional(int32()).means('排序', 'sort order'),
  sealSpecs: optional(oneOf(1, 2)).means(
    '1 实际大小，2 适应控件',
    '1: actual size; 2: fitted into the control',
  ),
  showSignDate: optional(oneOf(0, 1)).means('1 显示签署日期', '1: show the signing date'),
  signStyle: optional(oneOf(1, 2)).means('1 单页，2 骑缝', '1: single page; 2: seam over all pages'),
  options: optional(list(text(1, 200), { max: 200 })).means('下拉选项', 'choices of a drop-down'),
};
export const specialAttribute = object({ ...specialAttributeFields, showWhen, formula });
export type GivenAttribute = Infer<typeof specialAttribute>;

/** Attributes as stored and returned: with defaults, and null where the type lacks the attribute. */
export const keptAttribute = object({
  dateFormat: nullable(text(0, 60)).like(specialAttributeFields.dateFormat),
  numberFormat: nullable(text(0, 20)).like(specialAttributeFields.numberFormat),
  fractionDigits: nullable(int32()).like(specialAttributeFields.fractionDigits),
  maxLength: nullable(text(0, 5)).like(specialAttributeFields.maxLength),
  font: choice(fontNames).like(specialAttributeFields.font),
  fontSize: int32().like(specialAttributeFields.fontSize),
  textColor: text(7, 7).like(specialAttributeFields.textColor),
  bold: boolean().like(specialAttributeFields.bold),
  italic: boolean().like(specialAttributeFields.italic),
  underLine: boolean().like(specialAttributeFields.underLine),
  lineThrough: boolean().like(specialAttributeFields.lineThrough),
  alignment: oneOf(0, 1, 3).like(specialAttributeFields.alignment),
  width: int32().like(specialAttributeFields.width),
  height: int32().like(specialAttributeFields.height),
  order: nullable(int32()).like(specialAttributeFields.order),
  sealSpecs: nullable(oneOf(1, 2)).like(specialAttributeFields.sealSpecs),
  showSignDate: nullable(oneOf(0, 1)).like(specialAttributeFields.showSignDate),
  signStyle: nullable(oneOf(1, 2)).like(specialAttributeFields.signStyle),
  options: nullable(list(text(0, 200))).like(specialAttributeFields.options),
  showWhen,
  formula,
});
export type KeptAttribute = Infer<typeof keptAttribute>;

/** Value of a control: text of at most 10000 characters, or a picture of up to 512 KiB in base64. */
export const componentValue = () => text(0, 700_000);

/** By coordinates, or by a keyword. */
export const componentPlaceFields = {
  positionX: optional(number()).means(
    '左上角横坐标，px；未按文字定位时必填',
    'x of the top left corner in px; required without a keyword',
  ),
  positionY: optional(number()).means(
    '左上角纵坐标，px；未按文字定位时必填',
    'y of the top left corner in px, downwards; required without a keyword',
  ),
  pageNum: optional(int32()).means(
    '页码，从 1 开始；未按文字定位时必填',
    'page number, from 1; required without a keyword',
  ),
  keyword: optional(text(0, 200)).means(
    '按此文字定位，代替坐标',
    'text in the file at which the control is placed, instead of coordinates',
  ),
  keywordIndex: optional(int32(1)).means('第几处，从 1 开始', 'occurrence of the keyword, from 1'),
  offsetX: optional(number()).means('相对文字的横向偏移，px', 'horizontal offset from the keyword in px'),
  offsetY: optional(number()).means('相对文字的纵向偏移，px', 'vertical offset from the keyword in px'),
};

const placedFields = {
  componentKey: optional(text(1, 100)).means('控件键，用于赋值', 'key by which values are assigned'),
  componentName: text(1, 100).means('控件名称', 'name of the control'),
  componentType: int32(1).means(
    '1 单行文本 2 数字 3 日期 6 签署区 8 多行文本 101 勾选 102 下拉 103 图片',
    '1 text 2 number 3 date 6 signature area 8 multi-line text 101 check box 102 drop-down 103 picture',
  ),
  value: optional(componentValue()).means('值', 'value'),
  required: oneOf(0, 1).means('1 必填', '1: required'),
  ...componentPlaceFields,
  specialAttribute: specialAttribute.means('控件属性', 'attributes of the control'),
};

const givenFields = object({
  participantId: id<'TemplateParticipant'>().means('参与方编号', 'participant id'),
  contractFileId: id<'TemplateFile'>().means('所在文件编号', 'id of the file that contains it'),
  ...placedFields,
});

export type GivenComponent = Infer<typeof givenFields>;

export const directFields = object({
  participantFlag: text(1, 100).means('参与方标识，如甲方', 'label of the participant, such as Party A'),
  fileIndex: int32(0).means('文件在列表中的位置，从 0 开始', 'index of the file in contractFileList, from 0'),
  ...placedFields,
});

export type DirectComponent = Infer<typeof directFields>;

/** The keyword that a control is positioned by; null for one with explicit coordinates. */
export function keywordOf({ keyword }: Pick<GivenComponent, 'keyword'>): string | null {
  return keyword === undefined || keyword.trim() === '' ? null : keyword;
}

type Placed = Pick<GivenComponent, 'keyword' | 'positionX' | 'positionY' | 'pageNum'>;

/** Requires a keyword or coordinates. */
export function placed<T extends Placed>(fields: Schema<T>): Schema<T> {
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

/** Element of addComponent. */
export const givenComponent: Schema<GivenComponent> = placed(givenFields);

/** Element of directComponentSignFlow. */
export const directComponent: Schema<DirectComponent> = placed(directFields);

const modifiedFields = object({
  ...givenFields.fields,
  componentId: optional(id<'TemplateComponent'>()).means(
    '控件编号；缺省为新增',
    'control id; without it the control is added',
  ),
});
export type ModifiedComponent = Infer<typeof modifiedFields>;

/** Element of modifyComponent. */
export const modifiedComponent = placed(modifiedFields);

/** Maximum number of controls of one template. */
export const maxComponents = 5000;

/** A control of a template in responses. Its position may have been corrected. */
export const templateComponent = object({
  componentId: id<'TemplateComponent'>().means('控件编号', 'control id'),
  templateId,
  participantId: id<'TemplateParticipant'>().means('参与方编号', 'participant id'),
  contractFileId: id<'TemplateFile'>().means('所在文件编号', 'id of the file that contains it'),
  componentKey: nullable(text(0, 100)).means('控件键，用于赋值', 'key by which values are assigned'),
  componentName: text(0, 100).means('控件名称', 'name of the control'),
  componentType: int32().means(
    '1 单行文本 2 数字 3 日期 6 签署区 8 多行文本 101 勾选 102 下拉 103 图片',
    '1 text 2 number 3 date 6 signature area 8 multi-line text 101 check box 102 drop-down 103 picture',
  ),
  value: nullable(text(0, 10_100)).means('值', 'value'),
  required: oneOf(0, 1).means('1 必填', '1: required'),
  positionX: number().means('左上角横坐标，px', 'x of the top left corner in px'),
  positionY: number().means('左上角纵坐标，px', 'y of the top left corner in px, downwards'),
  pageNum: int32().means('页码，从 1 开始', 'page number, from 1'),
  keyword: nullable(text(0, 200)).means(
    '控件据以定位的文字；按坐标定位时为 null',
    'text by which the control is placed; null for one placed by coordinates',
  ),
  keywordIndex: nullable(int32()).like(componentPlaceFields.keywordIndex),
  offsetX: nullable(number()).like(componentPlaceFields.offsetX),
  offsetY: nullable(number()).like(componentPlaceFields.offsetY),
  specialAttribute: keptAttribute.means('控件属性', 'attributes of the control'),
});
