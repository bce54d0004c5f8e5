/** What a cell of a batch means: mended where the meaning is certain, named as a fault where it is not. */
import type { ColumnUse } from '@cinnabar/api/batch-columns.js';
import { dayOf } from './reading/read-workbook.js';

/** What was mended. */
export type Mend = 'width' | 'spaces' | 'scientific' | 'serial' | 'day' | 'money' | 'tick';

/** Why the cell cannot be sent as it stands. */
export type Fault =
  | 'empty'
  | 'digitsLost'
  | 'mobile'
  | 'number'
  | 'date'
  | 'tick'
  | 'option'
  | 'tooLong'
  | 'control';

export interface MendedCell {
  readonly value: string;
  readonly mend: Mend | null;
  readonly fault: Fault | null;
}

const TEXT = 1;
const NUMBER = 2;
const DATE = 3;
const TICK = 101;
const CHOICE = 102;

const TITLE_LENGTH = 200;
const NAME_LENGTH = 100;
const MAX_CHARACTERS = 10_000;

export function mendCell(use: ColumnUse, required: boolean, given: string): MendedCell {
  const text = given.trim();
  if (text === '') return { value: '', mend: null, fault: required ? 'empty' : null };
  switch (use.kind) {
    case 'title':
    case 'order':
      return ofLength(text, TITLE_LENGTH);
    case 'deadline':
      return mendDate(text);
    case 'party':
      return use.field === 'psnAccount' ? mendMobile(text) : ofLength(text, NAME_LENGTH);
    case 'value':
      return mendValue(use, text);
  }
}

function mendValue(use: Extract<ColumnUse, { kind: 'value' }>, text: string): MendedCell {
  switch (use.componentType) {
    case NUMBER:
      return mendNumber(text);
    case DATE:
      return mendDate(text);
    case TICK:
      return mendTick(text);
    case CHOICE:
      return mendChoice(text, use.options);
    default: {
      const isOneLine = use.componentType === TEXT;
      const plain = isOneLine ? text.replace(/[\t\r\n]+/g, ' ') : text;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they cannot be drawn
      if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(plain.replace(/\r?\n/g, ''))) {
        return { value: text, mend: null, fault: 'control' };
      }
      return ofLength(plain, use.maxLength ?? MAX_CHARACTERS);
    }
  }
}

const fine = (value: string, mend: Mend | null = null): MendedCell => ({ value, mend, fault: null });
const wrong = (value: string, fault: Fault): MendedCell => ({ value, mend: null, fault });

function ofLength(text: string, most: number): MendedCell {
  return [...text].length > most ? wrong(text, 'tooLong') : fine(text);
}

/** Digits and marks as typed with an input method for Chinese. */
function halfWidth(text: string): string {
  return text.normalize('NFKC').replaceAll('。', '.').replaceAll('，', ',');
}

const SCIENTIFIC = /^([+-]?)(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$/;

/** All digits of a number in scientific notation; null where the notation has fewer than the number. */
function expanded(text: string): string | null {
  const [, sign = '', first = '', rest = '', exponent = ''] = SCIENTIFIC.exec(text) ?? [];
  const places = Number(exponent);
  if (first === '' || rest.length < places) return null;
  const decimals = rest.slice(places);
  return `${sign === '-' ? '-' : ''}${first}${rest.slice(0, places)}${decimals === '' ? '' : `.${decimals}`}`;
}

const MOBILE = /^(?:\+?86)?(1[3-9]\d{9})$/;
const FOREIGN = /^\+(?!86)[1-9]\d{6,14}$/;

function mendMobile(given: string): MendedCell {
  const half = halfWidth(given);
  if (SCIENTIFIC.test(half)) {
    const digits = expanded(half);
    if (digits === null) return wrong(given, 'digitsLost');
    return MOBILE.test(digits) ? fine(digits, 'scientific') : wrong(given, 'mobile');
  }
  const plain = half.replace(/[\s\-().\u00a0]/g, '').replace(/^0086/, '');
  // A program has written the number as 13800138000.0.
  const whole = /^1\d{10}\.0+$/.test(half) ? half.replace(/\.0+$/, '') : plain;
  const [, mobile] = MOBILE.exec(whole) ?? [];
  const value = mobile ?? (FOREIGN.test(whole) ? whole : null);
  if (value === null) return wrong(given, 'mobile');
  if (value === given) return fine(value);
  return fine(value, half === given ? 'spaces' : 'width');
}

function mendNumber(given: string): MendedCell {
  const half = halfWidth(given);
  if (SCIENTIFIC.test(half)) {
    const digits = expanded(half);
    return digits === null ? wrong(given, 'digitsLost') : fine(digits, 'scientific');
  }
  const plain = half.replace(/^[¥￥$]\s*|\s*元整?$/gu, '').replace(/\s/g, '');
  const isNumber = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/.test(plain) && /\d/.test(plain);
  if (!isNumber) return wrong(given, 'number');
  if (plain === given) return fine(plain);
  return fine(plain, plain === half ? 'width' : 'money');
}

/** Serial numbers of days from 1954 to 2119, which no year is taken for. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/;

function mendDate(given: string): MendedCell {
  const half = halfWidth(given).replace(/\s+00?:00(?::00)?$/, '');
  if (SERIAL.test(half)) {
    const day = dayOf(Number(half));
    return day === null ? wrong(given, 'date') : fine(day, 'serial');
  }
  const [, year, month, day] =
    /^(\d{4})[-/.年]\s*(\d{1,2})[-/.月]\s*(\d{1,2})日?$/.exec(half) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(half) ??
    [];
  if (year === undefined || month === undefined || day === undefined) return wrong(given, 'date');
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== value)
    return wrong(given, 'date');
  return value === given ? fine(value) : fine(value, 'day');
}

const TICKED: readonly string[] = ['true', '1', 'yes', 'y', '是', '对', '√', '✓', '✔', '☑'];
const PLAIN: readonly string[] = ['false', '0', 'no', 'n', '否', '错', '×', '☐', '□'];

function mendTick(given: string): MendedCell {
  const text = given.normalize('NFKC').toLowerCase();
  if (TICKED.includes(text)) return fine('true', text === 'true' || text === '是' ? null : 'tick');
  if (PLAIN.includes(text)) return fine('false', text === 'false' || text === '否' ? null : 'tick');
  return wrong(given, 'tick');
}

function mendChoice(given: string, options: readonly string[]): MendedCell {
  const same = options.find((option) => option.trim() === given);
  if (same !== undefined) return fine(same);
  const half = given.normalize('NFKC').toLowerCase();
  const close = options.filter((option) => option.trim().normalize('NFKC').toLowerCase() === half);
  const [only] = close;
  return close.length === 1 && only !== undefined ? fine(only, 'width') : wrong(given, 'option');
}
