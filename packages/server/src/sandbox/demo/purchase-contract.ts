/**
 * The demo contract: two A4 pages of a purchase contract with blanks, set line by line. Pure: returns the elements to
 * draw and the positions of the blanks, in px at 96 dpi, origin top left, y down.
 */
import type { Box, TextStyle, TextValue } from '@cinnabar/pdf/model.js';

export const pageCount = 2;
export const pageHeight = 1122.52;

/** A straight line of the page, horizontal or vertical. */
export interface Rule {
  readonly page: number;
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** The blanks, by the key of their control. */
export const blankKeys = [
  'contractNo',
  'partyA',
  'partyB',
  'goods',
  'model',
  'quantity',
  'unitPrice',
  'amount',
  'amountInWords',
  'deliveryDate',
  'deliveryAddress',
  'bankName',
  'bankAccount',
  'remark',
  'agentA',
  'agentB',
] as const;
export type BlankKey = (typeof blankKeys)[number];

export interface PurchaseContract {
  readonly texts: readonly TextValue[];
  readonly rules: readonly Rule[];
  readonly blanks: ReadonlyMap<BlankKey, Box>;
  /** Positions of the parties' seals, in the size of a round seal. */
  readonly sealOfA: Box;
  readonly sealOfB: Box;
}

const left = 96;
const width = 602;
const right = left + width;
const bodySize = 15;
const bodyPitch = 27;
const sealSize = 159;

const body: TextStyle = {
  font: 'SimSun',
  fontSize: bodySize,
  color: '#1A1A1A',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};
const heading: TextStyle = { ...body, font: 'SimHei', fontSize: 16, bold: true };
const title: TextStyle = { ...heading, fontSize: 30, alignment: 'center' };
const tableHead: TextStyle = { ...body, font: 'SimHei', alignment: 'center' };
const footer: TextStyle = { ...body, fontSize: 12, color: '#707070', alignment: 'center' };

/** Punctuation that must not begin a line (GB/T 15834). */
const NEVER_FIRST = /^[，。；：、！？）》」”]/u;

/** Width in ems: ideographs and their punctuation are one em wide, everything else about half. */
function ems(character: string): number {
  return /[\u0020-\u007e]/.test(character) ? 0.55 : 1;
}

/** Breaks a paragraph into lines of at most `ems` ems, with a first-line indent of two ems. */
function linesOf(paragraph: string, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '\u3000\u3000';
  let used = 2;
  for (const character of paragraph) {
    if (used + ems(character) > most) {
      const carried = NEVER_FIRST.test(character) ? line.slice(-1) : '';
      lines.push(carried === '' ? line : line.slice(0, -1));
      line = carried;
      used = [...carried].reduce((sum, each) => sum + ems(each), 0);
    }
    line += character;
    used += ems(character);
  }
  return [...lines, line];
}

/** Sets the pages in sequence; `y` is the top of the next element. */
class Typesetter {
  readonly texts: TextValue[] = [];
  readonly rules: Rule[] = [];
  readonly blanks = new Map<BlankKey, Box>();
  page = 1;
  y = 0;

  text(text: string, style: TextStyle, x: number, y: number, boxWidth: number, height: number): void {
    const box: Box = { page: this.page, x, y, width: boxWidth, height };
    this.texts.push({ label: text, text, style, box, multiLine: false });
  }

  rule(x1: number, y1: number, x2: number, y2: number): void {
    this.rules.push({ page: this.page, from: [x1, y1], to: [x2, y2] });
  }

  heading(text: string): void {
    this.y += 10;
    this.text(text, heading, left, this.y, width, 26);
    this.y += 30;
  }

  paragraph(text: string): void {
    for (const line of linesOf(text, width / bodySize)) {
      this.text(line, body, left, this.y, width, bodyPitch);
      this.y += bodyPitch;
    }
  }

  /** A label followed by a blank. `y` stays, so that two may share a line. */
  field(key: BlankKey, label: string, x: number, labelWidth: number, blankWidth: number, height = 24): void {
    this.text(label, body, x, this.y, labelWidth, 24);
    this.blank(key, x + labelWidth, this.y, blankWidth, height);
    this.rule(x + labelWidth, this.y + height + 1, x + labelWidth + blankWidth, this.y + height + 1);
  }

  blank(key: BlankKey, x: number, y: number, blankWidth: number, height: number): void {
    this.blanks.set(key, { page: this.page, x, y, width: blankWidth, height });
  }

  pageNumber(): void {
    this.text(`第 ${this.page} 页　共 ${pageCount} 页`, footer, left, 1062, width, 20);
  }
}

/** The whole contract; deterministic. */
export function purchaseContract(): PurchaseContract {
  const set = new Typesetter();
  setFirstPage(set);
  set.page = 2;
  const { sealOfA, sealOfB } = setSecondPage(set);
  return { texts: set.texts, rules: set.rules, blanks: set.blanks, sealOfA, sealOfB };
}

function setFirstPage(set: Typesetter): void {
  set.text('设备采购合同', title, left, 84, width, 44);
  set.y = 146;
  set.field('contractNo', '合同编号：', 448, 76, right - 448 - 76);
  set.y = 188;
  set.field('partyA', '甲方（采购方）：', left, 122, width - 122);
  set.y = 224;
  set.field('partyB', '乙方（供应方）：', left, 122, width - 122);
  set.y = 264;
  set.paragraph(
    '甲乙双方本着平等自愿、诚实信用的原则，依照《中华人民共和国民法典》及有关法律的规定，就甲方向乙方采购设备事宜协商一致，订立本合同，共同遵守。',
  );
  set.heading('第一条　标的与价款');
  setTable(set);
  set.paragraph('上述价款为含税总价，包括设备、包装、运输、保险、安装、调试及培训的全部费用。');
  set.heading('第二条　质量标准');
  set.paragraph(
    '设备应当为全新、未经使用的合格产品，符合国家标准、行业标准及双方确认的技术规格。质量保证期为验收合格之日起二十四个月；保证期内出现的质量问题，由乙方免费修理或者更换。',
  );
  set.heading('第三条　交付');
  set.field('deliveryDate', '交付日期：', left, 80, 190);
  set.y += 40;
  set.field('deliveryAddress', '交付地点：', left, 80, width - 80, 46);
  set.y += 60;
  set.paragraph('设备毁损、灭失的风险自甲方在交付地点签收时起转移至甲方；所有权自价款付清时起转移。');
  set.heading('第四条　验收');
  set.paragraph(
    '甲方应当自收到设备之日起十个工作日内完成验收，并出具书面验收意见。逾期未提出异议的，视为验收合格。验收不合格的，乙方应当在七日内更换，由此产生的费用由乙方承担。',
  );
  set.pageNumber();
}

const columns = [
  { label: '设备名称', width: 170 },
  { label: '规格型号', width: 132 },
  { label: '数量（台）', width: 84 },
  { label: '单价（元）', width: 104 },
  { label: '金额（元）', width: 112 },
] as const;
const columnKeys: readonly BlankKey[] = ['goods', 'model', 'quantity', 'unitPrice', 'amount'];

function setTable(set: Typesetter): void {
  const top = set.y + 4;
  const bottoms = [top + 34, top + 76, top + 112];
  const [headBottom = top, rowBottom = top, bottom = top] = bottoms;
  for (const y of [top, ...bottoms]) set.rule(left, y, right, y);
  let x: number = left;
  for (const [index, column] of columns.entries()) {
    set.rule(x, top, x, index === 0 ? bottom : rowBottom);
    set.text(column.label, tableHead, x, top + 4, column.width, 26);
    const key = columnKeys[index];
    if (key !== undefined) set.blank(key, x + 4, headBottom + 5, column.width - 8, 32);
    x += column.width;
  }
  set.rule(right, top, right, bottom);
  set.text('合计（大写）：', body, left + 10, rowBottom + 6, 108, 24);
  set.blank('amountInWords', left + 118, rowBottom + 6, width - 128, 24);
  set.y = bottom + 12;
}

function setFrame(set: Typesetter, height: number): void {
  const bottom = set.y + height;
  for (const y of [set.y, bottom]) set.rule(left, y, right, y);
  for (const x of [left, right]) set.rule(x, set.y, x, bottom);
}

function setSecondPage(set: Typesetter): { sealOfA: Box; sealOfB: Box } {
  set.y = 84;
  set.heading('第五条　付款方式');
  set.paragraph(
    '甲方应当自验收合格并收到乙方开具的增值税专用发票之日起三十日内，将全部价款一次性汇入乙方的下列账户：',
  );
  set.y += 4;
  set.field('bankName', '开户银行：', left, 80, 220);
  set.field('bankAccount', '账号：', left + 324, 50, width - 374);
  set.y += 36;
  set.heading('第六条　违约责任');
  set.paragraph(
    '乙方逾期交付的，每逾期一日应当按照逾期部分价款的万分之五支付违约金；甲方逾期付款的，每逾期一日应当按照逾期款项的万分之五支付违约金。违约金总额不超过合同总价款的百分之十。',
  );
  set.heading('第七条　争议解决');
  set.paragraph(
    '因本合同发生的争议，双方应当协商解决；协商不成的，任何一方均可向甲方所在地有管辖权的人民法院提起诉讼。',
  );
  set.heading('第八条　电子签名');
  set.paragraph(
    '本合同以电子形式订立。双方确认，依照《中华人民共和国电子签名法》，可靠的电子签名与手写签名或者盖章具有同等的法律效力；本合同自双方完成电子签署之日起生效。',
  );
  set.heading('第九条　其他约定');
  setFrame(set, 84);
  set.blank('remark', left + 10, set.y + 9, width - 20, 66);
  set.y += 108;

  const half = width / 2;
  const columnB = left + half + 24;
  set.text('甲方（盖章）', heading, left, set.y, half, 26);
  set.text('乙方（盖章）', heading, columnB, set.y, half, 26);
  set.y += 36;
  set.field('agentA', '授权代表：', left, 80, 170);
  set.field('agentB', '授权代表：', columnB, 80, 170);
  set.y += 44;
  set.pageNumber();
  const seal = { page: 2, y: set.y, width: sealSize, height: sealSize };
  return { sealOfA: { ...seal, x: left + 50 }, sealOfB: { ...seal, x: columnB + 50 } };
}
