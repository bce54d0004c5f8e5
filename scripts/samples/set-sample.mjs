/**
 * Sets a sample contract as A4 pages with its controls in their blanks. Pure. A source has one paragraph per line:
 *
 *   @name, @party FLAG 企业|个人 发起人|发起时指定 填写? 签署?   what the template is called, and its parties in order
 *   # and ##                                                 the title, and headings
 *   %% 甲方（盖章）：|乙方（签字）：                              the signature areas of the parties, side by side
 *   {PARTY TYPE KEY NAME EMS CHOICES 选填}                    a blank of so many characters, within any other line
 */

/** px at 96 dpi. */
export const PAGE = { width: 793.7, height: 1122.52 };
const LEFT = 96;
const WIDTH = 602;
const TOP = 84;
const BOTTOM = 1050;
const SIZE = 15;
const PITCH = 27;
const FIELD = 24;
const LINES = 72;
const TICK = 18;
const SIGNING = 230;
const AREAS = { enterprise: { width: 159, height: 159 }, person: { width: 120, height: 60 } };

const TYPES = { 文本: 1, 数字: 2, 日期: 3, 多行: 8, 勾选: 101, 下拉: 102 };
const SIGNATURE_AREA = 6;

const body = {
  ...{ font: 'SimSun', fontSize: SIZE, color: '#1A1A1A', bold: false, italic: false },
  ...{ underline: false, lineThrough: false, alignment: 'left' },
};
const heading = { ...body, font: 'SimHei', bold: true };
const title = { ...heading, fontSize: 28, alignment: 'center' };
const footer = { ...body, fontSize: 12, color: '#707070', alignment: 'center' };

/** Punctuation that must not begin a line (GB/T 15834). */
const NEVER_FIRST = /^[，。；：、！？）》」”%元]/u;

/** Width in px: ideographs and their punctuation are one em wide, everything else about half. */
const widthOf = (character) => (/[\u0020-\u007e]/.test(character) ? 0.55 : 1) * SIZE;

/** @returns {{ template: object, texts: object[], rules: object[], pageCount: number }} */
export function setSample(source) {
  const setter = new Setter();
  let name = '';
  for (const line of source.split('\n').filter((each) => each.trim() !== '')) {
    if (line.startsWith('@name ')) name = line.slice(6).trim();
    else if (line.startsWith('@party ')) setter.party(line.slice(7).trim());
    else if (line.startsWith('# ')) setter.title(line.slice(2));
    else if (line.startsWith('## ')) setter.heading(line.slice(3));
    else if (line.startsWith('%% ')) setter.signing(line.slice(3).split('|'));
    else setter.paragraph(line);
  }
  const pageCount = setter.page;
  for (let page = 1; page <= pageCount; page += 1) setter.pageNumber(page, pageCount);
  const { parties: participantList, controls: components, texts, rules } = setter;
  return { template: { templateName: name, participantList, components }, texts, rules, pageCount };
}

class Setter {
  parties = [];
  controls = [];
  texts = [];
  rules = [];
  page = 1;
  y = TOP;

  party(line) {
    const [participantFlag, type, mode, ...duties] = line.split(' ');
    const order = this.parties.length + 1;
    this.parties.push({
      participantFlag,
      participantType: type === '企业' ? 1 : 0,
      participateBizType: [
        ...(duties.includes('填写') ? ['1'] : []),
        ...(duties.includes('签署') ? ['2'] : []),
      ],
      participantSetMode: mode === '发起人' ? 3 : 0,
      draftSort: order,
      signOrder: order,
    });
  }

  title(text) {
    this.text(text, title, LEFT, WIDTH, 44);
    this.y += 64;
  }

  heading(text) {
    this.room(PITCH * 2 + 10);
    this.y += 10;
    this.text(text, heading, LEFT, WIDTH, PITCH);
    this.y += PITCH + 2;
  }

  /** A label with its blank begins at the margin, a sentence with an indent of two characters. */
  paragraph(line) {
    const atoms = atomsOf(line);
    const [first] = atoms;
    const isForm = /^[^{，。；]{2,12}[：:]\{/u.test(line) || typeof first !== 'string';
    const parts = isForm ? atoms : ['\u3000\u3000', ...atoms];
    let run = { x: LEFT, text: '' };
    let x = LEFT;
    this.room(PITCH);
    const flush = () => {
      if (run.text.trim() !== '') this.text(run.text, body, run.x, x - run.x + SIZE, PITCH);
      run = { x, text: '' };
    };
    const wrap = () => {
      flush();
      this.y += PITCH;
      this.room(PITCH);
      x = LEFT;
      run = { x, text: '' };
    };
    for (const part of parts) {
      if (typeof part !== 'string') {
        const width = Math.min(part.ems * SIZE, WIDTH);
        if (x + width > LEFT + WIDTH) wrap();
        flush();
        this.blank(part, x, width);
        x += width;
        run = { x, text: '' };
        if (part.type === TYPES.多行) this.y += LINES - FIELD;
        continue;
      }
      for (const character of part) {
        const width = widthOf(character);
        if (x + width > LEFT + WIDTH + (NEVER_FIRST.test(character) ? SIZE * 1.5 : 0)) wrap();
        run.text += character;
        x += width;
      }
    }
    flush();
    this.y += PITCH;
  }

  blank({ party, type, key, name, choices, isRequired }, x, width) {
    const isTick = type === TYPES.勾选;
    const height = isTick ? TICK : type === TYPES.多行 ? LINES : FIELD;
    const [left, top] = isTick ? [x + 4, this.y + 5] : [x + 2, this.y + 2];
    const size = isTick ? { width: TICK, height } : { width: Math.round(width - 4), height };
    this.control(party, type, left, top, {
      ...{ componentKey: key, componentName: name, required: isRequired ? 1 : 0 },
      specialAttribute: { ...size, ...attributeOf(type, choices, size.width) },
    });
    if (isTick) this.frame(left, top, TICK);
    else this.rule(x, this.y + height + 2, x + width, this.y + height + 2);
  }

  /** Below each label the area of its party, one beside the other. */
  signing(labels) {
    this.room(SIGNING);
    this.y += 24;
    for (const [index, label] of labels.entries()) {
      const party = this.parties[index];
      const x = LEFT + index * (WIDTH / 2);
      this.text(label, body, x, WIDTH / 2, PITCH);
      const { width, height } = party.participantType === 1 ? AREAS.enterprise : AREAS.person;
      this.control(party.participantFlag, SIGNATURE_AREA, x + 8, this.y + PITCH + 6, {
        ...{ componentName: label.replace(/[：:]$/u, ''), required: 1 },
        specialAttribute: { width, height, sealSpecs: 1, showSignDate: 1, dateFormat: 'yyyy年MM月dd日' },
      });
    }
    this.y += SIGNING - 24;
  }

  control(participantFlag, componentType, x, y, more) {
    const place = { positionX: Math.round(x), positionY: Math.round(y), pageNum: this.page };
    this.controls.push({ participantFlag, fileIndex: 0, componentType, ...place, ...more });
  }

  pageNumber(page, count) {
    const box = { page, x: LEFT, y: 1072, width: WIDTH, height: 20 };
    const text = `第 ${page} 页　共 ${count} 页`;
    this.texts.push({ label: text, text, style: footer, box, multiLine: false });
  }

  text(text, style, x, width, height) {
    const box = { page: this.page, x, y: this.y, width, height };
    this.texts.push({ label: text, text, style, box, multiLine: false });
  }

  rule(x1, y1, x2, y2) {
    this.rules.push({ page: this.page, from: [x1, y1], to: [x2, y2] });
  }

  frame(x, y, size) {
    this.rule(x, y, x + size, y);
    this.rule(x, y + size, x + size, y + size);
    this.rule(x, y, x, y + size);
    this.rule(x + size, y, x + size, y + size);
  }

  /** Begins a new page unless so much fits on this one. */
  room(height) {
    if (this.y + height <= BOTTOM) return;
    this.page += 1;
    this.y = TOP;
  }
}

/** Texts of a line, and the blanks between them. */
function atomsOf(line) {
  return line
    .split(/(\{[^}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? blankOf(part.slice(1, -1)) : part));
}

function blankOf(written) {
  const [party, type, key, name, ems, ...rest] = written.split(' ');
  if (!(type in TYPES) || !(Number(ems) > 0)) throw new Error(`no blank: ${written}`);
  const choices = rest.find((each) => each.includes('|'))?.split('|') ?? [];
  const isRequired = type !== '勾选' && !rest.includes('选填');
  return { party, type: TYPES[type], key, name, ems: Number(ems), choices, isRequired };
}

/** A text as long as it may be is drawn smaller, and still fits. */
function attributeOf(type, choices, width) {
  switch (type) {
    case TYPES.数字:
      return { fontSize: 14, numberFormat: '#,##0', fractionDigits: 2 };
    case TYPES.日期:
      return { fontSize: 14, dateFormat: 'yyyy年MM月dd日' };
    case TYPES.下拉:
      return { fontSize: 14, options: choices };
    case TYPES.文本:
      return { fontSize: 14, maxLength: String(Math.floor((width / 14) * 1.4)) };
    case TYPES.勾选:
      return {};
    default:
      return { fontSize: 14 };
  }
}
