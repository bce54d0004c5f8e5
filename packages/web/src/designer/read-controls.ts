/** Controls from the clipboard, which anybody may have written: what is not a control is left out. Pure. */
import type { Attribute, WireControl } from './design.js';

export function readControls(given: readonly unknown[]): readonly WireControl[] {
  return given.flatMap((each) => {
    const control = readControl(each);
    return control === null ? [] : [control];
  });
}

function readControl(given: unknown): WireControl | null {
  const fields = fieldsOf(given);
  if (fields === null) return null;
  const flag = textIn(fields, 'participantFlag', 100);
  const name = textIn(fields, 'componentName', 100);
  const type = numberIn(fields, 'componentType');
  const x = numberIn(fields, 'positionX');
  const y = numberIn(fields, 'positionY');
  if (flag === null || name === null || type === null || type < 1 || x === null || y === null) return null;
  const componentKey = textIn(fields, 'componentKey', 100);
  const value = textIn(fields, 'value', 700_000);
  return {
    participantFlag: flag,
    fileIndex: 0,
    componentName: name,
    componentType: type,
    required: fields['required'] === 1 ? 1 : 0,
    positionX: x,
    positionY: y,
    pageNum: 1,
    ...(componentKey === null ? {} : { componentKey }),
    ...(value === null ? {} : { value }),
    specialAttribute: attributeOf(fieldsOf(fields['specialAttribute']) ?? {}),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(given: unknown): Fields | null {
  return typeof given === 'object' && given !== null ? { ...given } : null;
}

function textIn(fields: Fields, name: string, longest: number): string | null {
  const value = fields[name];
  return typeof value === 'string' && value.length <= longest ? value : null;
}

function numberIn(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

const FONTS = ['SimSun', 'FangSong', 'KaiTi', 'SimHei'] as const;
const ALIGNMENTS = [0, 1, 3] as const;
const ONE_OR_TWO = [1, 2] as const;
const YES_OR_NO = [0, 1] as const;
const NUMBER_FORMATS = ['', '0', '1', '#,##0'] as const;

/** The attributes that the interface takes; others are left out. */
export function attributeOf(given: Fields): Attribute {
  const one = <Value>(name: string, values: readonly Value[]) => values.find((each) => each === given[name]);
  const text = (name: string) => textIn(given, name, 60) ?? undefined;
  const whole = (name: string) => {
    const value = numberIn(given, name);
    return value === null ? undefined : Math.round(value);
  };
  const flag = (name: string) => (typeof given[name] === 'boolean' ? given[name] : undefined);
  const options = given['options'];
  return defined({
    dateFormat: text('dateFormat'),
    numberFormat: one('numberFormat', NUMBER_FORMATS),
    fractionDigits: whole('fractionDigits'),
    maxLength: text('maxLength')?.slice(0, 10),
    font: one('font', FONTS),
    fontSize: whole('fontSize'),
    textColor: text('textColor')?.slice(0, 20),
    bold: flag('bold'),
    italic: flag('italic'),
    underLine: flag('underLine'),
    lineThrough: flag('lineThrough'),
    alignment: one('alignment', ALIGNMENTS),
    width: whole('width'),
    height: whole('height'),
    order: whole('order'),
    formula: textIn(given, 'formula', 1000) ?? undefined,
    showWhen: conditionOf(fieldsOf(given['showWhen']) ?? {}),
    sealSpecs: one('sealSpecs', ONE_OR_TWO),
    showSignDate: one('showSignDate', YES_OR_NO),
    signStyle: one('signStyle', ONE_OR_TWO),
    options: Array.isArray(options)
      ? options.filter((each): each is string => typeof each === 'string').map((each) => each.slice(0, 200))
      : undefined,
  });
}

const OPERATORS = ['is', 'isNot', 'filled'] as const;

function conditionOf(given: Fields): Attribute['showWhen'] {
  const key = textIn(given, 'key', 100);
  const operator = OPERATORS.find((each) => each === given['operator']);
  const value = textIn(given, 'value', 10_000);
  if (key === null || operator === undefined) return undefined;
  return { key, operator, ...(value === null ? {} : { value }) };
}

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Without the fields that are undefined. */
function defined<T extends object>(fields: T): Defined<T> {
  const given: Defined<T> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) Object.assign(given, { [name]: value });
  }
  return given;
}
