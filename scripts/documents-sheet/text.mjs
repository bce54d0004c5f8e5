// Every font with every attribute, alignment, wrapping, shrinking, formats, rare characters, and the controls.

import { specialAttribute } from '@cinnabar/api/schemas/component.js';
import { keepAttribute } from '@cinnabar/server/areas/templates/component-attribute.js';
import { readComponentValue } from '@cinnabar/server/areas/templates/component-value.js';
import { printDate } from '@cinnabar/server/areas/templates/date-value.js';
import { blankPdf, pageOfPixels } from './blank-pdf.mjs';
import { caption, heading, text } from './studio.mjs';

const HEIGHT = 1130;
const fonts = [
  ['SimSun', '宋体'],
  ['FangSong', '仿宋'],
  ['KaiTi', '楷体'],
  ['SimHei', '黑体'],
];
const attributes = [
  ['常规 regular', {}],
  ['粗体 bold', { bold: true }],
  ['斜体 italic', { italic: true }],
  ['下划线 underline', { underline: true }],
  ['删除线 strike-through', { lineThrough: true }],
  ['全部 all', { bold: true, italic: true, underline: true, lineThrough: true }],
];
const dateFormats = [
  ...['yyyy年MM月dd日', 'yyyy年M月d日', 'yyyy-MM-dd', 'yyyy/M/d', 'yyyy.MM.dd', 'yyyyMMdd'],
  ...['yy-MM-dd', 'HH:mm:ss', 'yyyy-MM-dd HH:mm', 'yyyy年MM月dd日 HH:mm:ss'],
];
const clause =
  '第一条　甲方（委托方）应于每月“十五日”前，将上月服务费支付至乙方指定账户；逾期支付的，每逾期一日，按应付未付金额的0.05%支付违约金。Party A shall pay within 15 days（见附件《报价单》）。';

export async function textSection(studio, picture) {
  const boxes = [];
  const values = [heading('文字', 'Text')];
  const framed = (content, box, style, multiLine = false) => {
    boxes.push(box);
    values.push(text(content, box, style, multiLine));
  };

  for (const [column, [name]] of attributes.entries()) {
    values.push(caption(name, { x: 170 + column * 232, y: 72, width: 230 }));
  }
  fonts.forEach(([font, chinese], row) => {
    const y = 100 + row * 52;
    values.push(caption(`${chinese} ${font}`, { x: 40, y: y + 8, width: 130 }));
    attributes.forEach(([, attribute], column) => {
      const style = { font, fontSize: 22, ...attribute };
      values.push(text('甲方 Party A 26', { x: 170 + column * 232, y, width: 226, height: 36 }, style));
    });
  });

  for (const [index, alignment] of ['left', 'center', 'right'].entries()) {
    const x = 40 + index * 250;
    framed('对齐 Aligned', { x, y: 330, width: 230, height: 40 }, { fontSize: 18, alignment });
    values.push(caption(alignment, { x, y: 374, width: 230 }));
  }
  for (const [index, color] of ['#C8102E', '#0B3FA8', '#2E7D32', '#6A1B9A'].entries()) {
    const box = { x: 800 + index * 190, y: 330, width: 180, height: 40 };
    values.push(text('颜色 Colour', box, { fontSize: 20, color }));
    values.push(caption(color, { x: box.x, y: 374, width: 180 }));
  }

  for (const [index, [font, fontSize]] of [
    ['SimSun', 16],
    ['KaiTi', 20],
    ['SimHei', 13],
  ].entries()) {
    const box = { x: 40 + index * 510, y: 410, width: 490, height: 170 };
    framed(clause, box, { font, fontSize }, true);
    values.push(caption(`多行 wrapped, ${fontSize} px`, { x: box.x, y: 584, width: 490 }));
  }

  framed(
    '缩小以适应 Shrunk to fit 上海浦东新区世纪大道',
    { x: 40, y: 620, width: 330, height: 34 },
    { fontSize: 22 },
  );
  values.push(caption('单行缩小 shrunk on one line', { x: 40, y: 658, width: 330 }));
  framed(clause.slice(0, 64), { x: 400, y: 620, width: 330, height: 62 }, { fontSize: 20 }, true);
  values.push(caption('多行缩小 shrunk on several', { x: 400, y: 686, width: 330 }));
  framed(
    '龘 靐 㛃 𬭎 𠮷 堃 喆 犇 骉 彧 昇 䶮',
    { x: 760, y: 620, width: 390, height: 40 },
    { fontSize: 26, font: 'SimSun' },
  );
  values.push(caption('生僻字 rare characters, 宋体', { x: 760, y: 664, width: 390 }));
  framed(
    '龘 靐 㛃 𬭎 𠮷 堃 喆 犇 骉 彧 昇 䶮',
    { x: 1170, y: 620, width: 390, height: 40 },
    { fontSize: 26, font: 'KaiTi' },
  );
  values.push(caption('生僻字 rare characters, 楷体', { x: 1170, y: 664, width: 390 }));

  for (const [row, sample] of numberSamples().entries()) sampleRow(values, sample, 40, 730 + row * 34);
  for (const [index, sample] of dateSamples().entries()) {
    sampleRow(values, sample, 560 + (index % 2) * 500, 730 + Math.floor(index / 2) * 34);
  }

  const checkBoxes = ['left', 'center', 'right'].flatMap((alignment, index) =>
    [true, false].map((checked, below) => {
      const box = { page: 1, x: 40 + index * 80, y: 1000 + below * 40, width: 70, height: 30 };
      boxes.push(box);
      return { label: 'tick', box, checked, color: index === 1 ? '#0B3FA8' : '#222222', alignment };
    }),
  );
  values.push(caption('复选框 check boxes', { x: 40, y: 1082, width: 240 }));
  framed('下拉框：一次性付清', { x: 320, y: 1000, width: 260, height: 34 }, { fontSize: 18 });
  values.push(caption('下拉框 drop-down', { x: 320, y: 1040, width: 260 }));
  const pictures = [120, 220].map((width, index) => {
    const box = { page: 1, x: 640 + index * 160, y: 990, width, height: 84 };
    boxes.push(box);
    return { label: 'picture', box, picture };
  });
  values.push(caption('图片 pictures, 按框缩放', { x: 640, y: 1082, width: 380 }));
  values.push(
    text(
      'H₂O  m²  ½  ℃  ①②③  “引号”  ——破折号……  ￥  ©',
      { x: 1060, y: 1000, width: 500, height: 36 },
      { fontSize: 20, font: 'SimSun' },
    ),
    caption('符号 signs', { x: 1060, y: 1040, width: 500 }),
  );

  const pdf = await studio.document(blankPdf([pageOfPixels(1600, HEIGHT, boxes)]), {
    values,
    checkBoxes,
    pictures,
  });
  return { picture: await studio.picture(pdf, 1, 1600), height: HEIGHT };
}

function sampleRow(values, [name, drawn], x, y) {
  values.push(caption(name, { x, y: y + 4, width: 210 }));
  values.push(text(drawn, { x: x + 215, y, width: 280, height: 28 }, { fontSize: 18, font: 'SimSun' }));
}

/** Follows the rules that fill real controls. */
function numberSamples() {
  const given = [
    ['原样 plain', {}],
    ['千分位 thousands', { numberFormat: '1' }],
    ['两位小数 two places', { numberFormat: '0', fractionDigits: 2 }],
    ['千分位两位小数 both', { numberFormat: '1', fractionDigits: 2 }],
  ];
  return given.map(([name, attribute]) => {
    const taken = specialAttribute.read(attribute, 'specialAttribute', { zone: 'Asia/Shanghai' });
    const value = { componentType: 2, attribute: keepAttribute(taken, 2, 1) };
    return [name, readComponentValue(value, '1234567.5', 'Asia/Shanghai').drawn];
  });
}

function dateSamples() {
  const moment = new Date('2026-01-05T01:02:03Z');
  return dateFormats.map((format) => [format, printDate(moment, format, 'Asia/Shanghai')]);
}
