import { componentTypes, type GivenAttribute } from '@cinnabar/api/schemas/component.js';
import type { TextCharacter } from '@cinnabar/pdf/render/page-layout.js';

/** What a label says about the value that belongs beside it. */
export interface ValueKind {
  readonly componentType: number;
  readonly attribute: GivenAttribute;
}

const MAX_NAME = 12;
const MAX_LATIN_NAME = 40;

/** Dates with the signs for year, month and day. */
const CHINESE_DATE: GivenAttribute = { dateFormat: 'yyyy年MM月dd日' };
const AMOUNT: GivenAttribute = { numberFormat: '#,##0', fractionDigits: 2 };

const IN_WORDS = /大写/;
const IS_DATE =
  /日期|(?<!起止)时间$|年月日|^日$|出生年月|(?:签订|签署|签约|入职|到岗|起始|截止|到期|交货|交付|出生)(?:日|时间)$|(?:交货|交付)期限$|\bdate\b/iu;
const IS_IDENTITY = /身份证(?!复印|件复印|扫描)|证件号|\bID\s*(?:card)?\s*(?:no|number)\b/iu;
const IS_MOBILE = /手机|移动电话|\bmobile\b|cell\s*phone/iu;
const IS_AMOUNT =
  /金额|合计|总计|小计|总价|总额|价款|单价|货款|租金|运费|价值|押金|定金|订金|预付款|保证金|违约金|服务费|费用|报酬|工资|薪资|薪酬|(?:借款|贷款|出资)(?!人|方|合同|双方|银行|机构)|本金|债权额|人民币|RMB|¥|￥|\((?:万|美)?元\)|\b(?:amount|price|total|fee|rent|deposit|salary|USD|CNY)\b/iu;
const IS_SHARE = /利率|税率|比例|[百千万]分之/;
const IS_COUNT = /(?:读数|人数|件数|天数|月数|里程)$/u;
/** `重量(吨)`, `行驶里程(公里)`: the unit stands in the label. */
const IS_MEASURED =
  /\((?:吨|公斤|千克|kg|克|立方米|m3|m³|平方米|㎡|m2|公里|千米|km|米|m|亩|升|小时|天|个月|个|件|台|套)\):?$/iu;
/** Units behind a blank that only a number has before it. */
const UNIT = /^(?:万|亿|美)?元|^%|^平方米|^㎡|^m2|^公斤|^千克|^吨|^公里|^亩|^‰|^度(?!假)/u;
/** `第__种`, `__日内`, `共__个月`; of `__人民法院` and `__项目` the blank is no count. */
const COUNTED =
  /^(?:个(?!人|体)|[日天年](?!期|常|津)|小?时(?!间)|分钟|层(?!次|面)|期(?!限|间|满)|种(?!类)|名(?!称|义|单)|人(?!民|员|士)|次(?!日|月|年)|周|台|套|件|份(?!额)|项(?!目)|倍|公里)/u;

/** @param after the text behind the blank, such as a unit */
export function valueKindOf(label: string, after = ''): ValueKind {
  if (IN_WORDS.test(label.slice(-6))) return { componentType: componentTypes.text, attribute: {} };
  if (IS_IDENTITY.test(label)) return { componentType: componentTypes.text, attribute: { maxLength: '18' } };
  if (IS_MOBILE.test(label)) return { componentType: componentTypes.text, attribute: { maxLength: '11' } };
  if (IS_DATE.test(label) && !(COUNTED.test(after) && !after.startsWith('年')))
    return { componentType: componentTypes.date, attribute: CHINESE_DATE };
  if (IS_SHARE.test(label) || /^[%‰]/.test(after))
    return { componentType: componentTypes.number, attribute: { fractionDigits: 2 } };
  const unit = after.replace(/^[)〕】\]]+/u, '');
  if (UNIT.test(unit)) {
    const isMoney = /元/.test(unit.slice(0, 2));
    return { componentType: componentTypes.number, attribute: isMoney ? AMOUNT : { fractionDigits: 2 } };
  }
  if (COUNTED.test(after) || IS_COUNT.test(label))
    return { componentType: componentTypes.number, attribute: { fractionDigits: 0 } };
  if (IS_MEASURED.test(label))
    return { componentType: componentTypes.number, attribute: { fractionDigits: 2 } };
  if (IS_AMOUNT.test(label) && !/名称|方式|账号|账户|说明|用途|标准|编号|单位/u.test(label))
    return { componentType: componentTypes.number, attribute: AMOUNT };
  return { componentType: componentTypes.text, attribute: {} };
}

/** Whether a text is a unit and nothing else, as in a cell that has room for the number before it. */
export function isUnit(text: string): boolean {
  return UNIT.exec(text)?.[0] === text || COUNTED.exec(text)?.[0] === text;
}

/** Text with a space where there is a gap between words: spaces are no characters of a page. */
export function readableText(characters: readonly TextCharacter[]): string {
  let text = '';
  let before: TextCharacter | null = null;
  for (const character of characters) {
    const gap = before === null ? 0 : character.left - before.right;
    const isWord = before !== null && isLatin(before.text) && isLatin(character.text);
    text +=
      isWord && gap > 0.12 * (character.right - character.left + 6) ? ` ${character.text}` : character.text;
    before = character;
  }
  return text;
}

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\d.,:;()/&'-]+$/u.test(text);

/** The name of a blank, from the text before it: its last clause, at most twelve ideographs. */
export function nameFrom(before: string): string {
  const clause =
    before.split(/[。;；,，、!?]|\d+[.、](?=\D)|第[一二三四五六七八九十百]+[条章款]/u).at(-1) ?? '';
  // A label such as "甲方(出租方:" stands in brackets of which only the first is before the blank.
  const open = clause.lastIndexOf('(');
  const unclosed = open >= 0 && !clause.slice(open).includes(')') ? clause.slice(open + 1) : clause;
  const label = unclosed
    .replace(/[□☐○◯☑✓]+/gu, '')
    .replace(/^[\s:：·.)\]】_]+/u, '')
    .replace(/^\d+(?:\.\d+)*[.、)]?(?=\p{Script=Han})/u, '')
    .replace(/[\s:：·(（[【¥￥_-]+$/u, '')
    .replace(/(?<=.{2})(?:为|是)?(?:人民币|:)?$/u, '')
    .trim();
  const isLatinName = /^[\p{ASCII}]+$/u.test(label);
  const letters = [...label];
  return isLatinName ? letters.slice(-MAX_LATIN_NAME).join('').trim() : letters.slice(-MAX_NAME).join('');
}
