// Marks other than plain seals: seals at both sizes, with date lines, remarks, handwriting and dates.
import sharp from 'sharp';
import { blankPdf, pageOfPixels } from './blank-pdf.mjs';
import { caption, heading, text } from './studio.mjs';

const HEIGHT = 350;

export async function markSection(studio, seal) {
  const read = await studio.engine.readHandwriting(await written());
  if ('refused' in read) throw new Error(`the handwriting was refused: ${read.refused}`);
  const nameSeal = await studio.engine.drawNameSeal({ name: '王小五', color: 'Red', alpha: 1 });
  const dateLine = '2026年11月21日';
  const style = (more) => text('', { x: 0, y: 0, width: 1 }, { font: 'KaiTi', fontSize: 20, ...more }).style;
  const sealOf = (size, date = null, of = seal) => ({ kind: 'seal', seal: of, size, dateLine: date });
  const agreed = '本人已阅读并同意本合同全部条款，知悉违约责任。';
  const samples = [
    ['原大 actual size', 170, 170, sealOf('actual')],
    ['原大加日期 dated', 170, 170, sealOf('actual', dateLine)],
    ['适应小框 fitted', 90, 90, sealOf('fitted')],
    ['适应加日期 fitted, dated', 120, 140, sealOf('fitted', dateLine)],
    ['姓名章 name seal', 100, 130, sealOf('actual', dateLine, nameSeal)],
    ['手写签名 handwriting', 200, 82, { kind: 'picture', png: read.bytes }],
    [
      '签署日期 date',
      200,
      40,
      { kind: 'text', text: dateLine, multiLine: false, style: style({ font: 'SimSun' }) },
    ],
    ['备注 remark', 250, 110, { kind: 'text', text: agreed, multiLine: true, style: style({}) }],
  ];
  let x = 40;
  const values = [heading('签署', 'Marks')];
  const boxes = [];
  const marks = samples.map(([name, width, height, mark]) => {
    const box = { page: 1, x, y: 90, width, height };
    boxes.push(box);
    values.push(caption(name, { x, y: 300, width: 190 }));
    x += Math.max(width, 130) + 14;
    return { box, mark };
  });
  const pdf = await studio.document(blankPdf([pageOfPixels(1600, HEIGHT, boxes)]), { values }, marks);
  return { picture: await studio.picture(pdf, 1, 1600), height: HEIGHT };
}

/** A signature drawn with a finger on a screen. */
async function written() {
  const strokes =
    'M40 60C90 40 140 50 170 44M60 110C100 100 130 104 160 96M100 40C104 90 98 140 92 170M30 176C90 160 150 166 190 158' +
    'M250 50C236 90 226 120 214 150M240 84C280 70 300 80 292 120C286 160 250 170 262 140M330 60C380 30 420 60 380 100' +
    'C350 130 340 160 400 150C440 144 470 120 500 90';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="220"><path d="${strokes}" fill="none" stroke="#111" stroke-width="7" stroke-linecap="round"/></svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
}
