// Every style of seal at its real size, as signatures on one page.
import sharp from 'sharp';
import { blankPdf, pageOfPixels } from './blank-pdf.mjs';
import { caption, heading } from './studio.mjs';

const COLUMNS = 7;
const CELL = { width: 217, height: 222 };
const colors = ['Red', 'Blue', 'Black', 'Purple'];
const corpName = '上海朱砂电子合同有限公司';
const digits = '3101150012345';

/** @returns {picture, height, round}; `round` is the first seal, for the other sections */
export async function sealSection(studio) {
  const { engine } = studio;
  const template = (spec) =>
    engine.drawSeal({
      shape: 'round',
      corpName,
      horizontalText: '合同专用章',
      bottomText: digits,
      color: 'Red',
      alpha: 1,
      ...spec,
    });
  const named = (name, color = 'Red') => engine.drawNameSeal({ name, color, alpha: 1 });
  const samples = [];
  const add = async (name, seal) => samples.push({ name, seal: await seal });

  for (const color of colors) await add(`圆章 round, ${color}`, template({ color }));
  await add('无下弦文 no lower text', template({ bottomText: null }));
  await add('无横向文 no horizontal text', template({ horizontalText: null }));
  await add('只有名称 name alone', template({ horizontalText: null, bottomText: null }));
  for (const color of colors)
    await add(`椭圆章 oval, ${color}`, template({ shape: 'oval', color, horizontalText: '发票专用章' }));
  await add('椭圆 无下弦文', template({ shape: 'oval', bottomText: null }));
  await add('椭圆 无横向文', template({ shape: 'oval', horizontalText: null }));
  await add('半透明 alpha 0.5', template({ alpha: 0.5 }));
  const long = '内蒙古自治区呼和浩特市赛罕区某某网络信息技术服务（集团）股份有限责任公司';
  await add('长名称 long name', template({ corpName: long }));
  await add('椭圆 长名称', template({ shape: 'oval', corpName: long.slice(0, 30) }));
  await add('短名称 short name', template({ corpName: '朱砂公司' }));
  await add('生僻字 rare characters', template({ corpName: '龘靐㛃𬭎堃喆科技有限公司' }));
  await add(
    '英文名称 Latin name',
    template({ corpName: 'Cinnabar Contracts Ltd.', horizontalText: 'CONTRACT' }),
  );
  const scanned = await scan(await engine.sealPng(await template({}), 700));
  for (const color of [null, 'Blue']) {
    const read = await engine.readSealImage(scanned, color);
    if ('refused' in read) throw new Error(`the scan was refused: ${read.refused}`);
    const png = await engine.sealCanvas(read.bytes, { width: 42, height: 42 });
    await add(
      color === null ? '扫描件抠图 from a scan' : '扫描件换色 scan, Blue',
      Promise.resolve({ kind: 'picture', width: 42, height: 42, png }),
    );
  }
  for (const name of ['王五', '欧阳修', '司马相如', 'Zhang Wei']) await add(`姓名章 ${name}`, named(name));
  await add('姓名章 蓝 name seal, Blue', named('丁一', 'Blue'));
  await add('姓名章 少数民族 买买提·艾力', named('买买提·艾力'));

  const values = [heading('印章', 'Seals')];
  const boxes = [];
  const marks = samples.map(({ name, seal }, index) => {
    const x = 40 + (index % COLUMNS) * CELL.width;
    const y = 76 + Math.floor(index / COLUMNS) * CELL.height;
    values.push(caption(name, { x, y: y + 188, width: CELL.width - 8 }));
    const box = { page: 1, x: x + 8, y: y + 4, width: 180, height: 180 };
    boxes.push(box);
    return { box, mark: { kind: 'seal', seal, size: 'actual', dateLine: null } };
  });
  const cells = Math.ceil((samples.length + 1) / COLUMNS);
  const last = { x: 40 + (samples.length % COLUMNS) * CELL.width + 8, y: 80 + (cells - 1) * CELL.height };
  const scanBox = { page: 1, ...last, width: 180, height: 180 };
  values.push(caption('扫描原件 the scan', { x: last.x - 8, y: last.y + 184, width: CELL.width - 8 }));
  const height = 76 + cells * CELL.height + 16;
  const pdf = await studio.document(
    blankPdf([pageOfPixels(1600, height, boxes)]),
    { values, pictures: [{ label: 'scan', box: scanBox, picture: scanned }] },
    marks,
  );
  return { picture: await studio.picture(pdf, 1, 1600), height, round: samples[0].seal };
}

/** A yellowish sheet in uneven light, with print across the seal. */
async function scan(seal) {
  const [width, height] = [900, 900];
  const lines = Array.from({ length: 14 }, (_, row) => {
    const strokes = Array.from({ length: 24 }, (_, index) => {
      const [x, y] = [40 + index * 35, 50 + row * 60];
      return `M${x} ${y}h22M${x + 11} ${y - 8}v32M${x + 2} ${y + 12 + (index % 3) * 4}h18`;
    });
    return strokes.join('');
  });
  const print = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${lines.join('')}" stroke="#1a1a1a" stroke-width="3" fill="none"/></svg>`;
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#faf5e6"/><stop offset="1" stop-color="#c9c2b0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#l)"/></svg>`;
  const sheet = await sharp(Buffer.from(light))
    .composite([
      { input: Buffer.from(print) },
      { input: Buffer.from(seal), left: 100, top: 100, blend: 'multiply' },
    ])
    .removeAlpha()
    .jpeg({ quality: 82 })
    .toBuffer();
  return new Uint8Array(await sharp(sheet).png().toBuffer());
}
