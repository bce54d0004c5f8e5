// @module-tag libreoffice
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFonts } from '@cinnabar/fonts';
import { UNCONTAINED } from '@cinnabar/pdf/containment/containment.js';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { DocumentConverter } from '@cinnabar/server/conversion/document-converter.js';
import type { Isolation } from '@cinnabar/server/providers/office/isolation.js';
import { LibreOfficePool } from '@cinnabar/server/providers/office/libreoffice-pool.js';
import { OneShotLibreOffice } from '@cinnabar/server/providers/office/one-shot-libreoffice.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { installedLibreOffice } from '../support/libreoffice.js';
import { refusalOf } from '../support/pdf/conversion-refusal.js';
import {
  docx,
  field,
  odt,
  pageBreak,
  paragraph,
  picture,
  rtf,
  run,
  table,
} from '../support/pdf/office-files.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';
import { outputOf } from '../support/programs.js';

// A cold start of LibreOffice takes seconds, and longer beside other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** The owner of these documents. */
const OWNER = 1;

let soffice: string;
let python: string;
let isolation: Isolation;
let folder: string;
let pool: LibreOfficePool;
let converter: DocumentConverter;

beforeAll(async () => {
  ({ soffice, python, isolation } = await installedLibreOffice());
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-office-test-'));
  pool = new LibreOfficePool({ soffice, python, isolation, fontDir: null, processes: 1, deadline: 60_000 });
  converter = new DocumentConverter({ office: pool, fonts: findFonts() });
});

afterAll(async () => {
  await converter.close();
  await rm(folder, { recursive: true });
});

async function kept(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Base names of a PDF's fonts, without subset tags; every font must be embedded. */
async function fontsOf(pdf: Uint8Array): Promise<readonly string[]> {
  const lines = outputOf('pdffonts', [await kept('fonts.pdf', pdf)])
    .split('\n')
    .slice(2);
  const fonts = lines.filter((line) => line !== '').map((line) => line.split(/\s+/));
  for (const columns of fonts) expect(columns.slice(-5)[0], columns.join(' ')).toBe('yes');
  return [...new Set(fonts.map(([name = '']) => name.replace(/^[A-Z]{6}\+/, '')))].sort();
}

const contract = async () =>
  docx({
    header: paragraph(run('采购合同　编号 2026-001', 'SimSun')),
    footer: paragraph(
      run('第', 'SimSun'),
      field('PAGE'),
      run('页 共', 'SimSun'),
      field('NUMPAGES'),
      run('页', 'SimSun'),
    ),
    body: [
      paragraph(run('第一条　标的', 'SimHei', '<w:b/>')),
      table(
        [
          ['品名', '数量', '金额'],
          ['钢材', '12', '¥34,500.00'],
        ],
        '仿宋_GB2312',
      ),
      picture(914400),
      pageBreak,
      paragraph(run('第二条　付款', 'KaiTi_GB2312')),
    ].join(''),
    picture: await sharp({ create: { width: 96, height: 96, channels: 3, background: '#e60012' } })
      .png()
      .toBuffer(),
  });

describe('a Word contract', () => {
  it('keeps its table, header, footer and computed page numbers', async () => {
    const pdf = await converter.toPdf(await contract(), 'docx', OWNER);
    const { pages, bytes } = await importPdf(pdf, testFonts);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [794, 1123],
      [794, 1123],
    ]);
    const [first = '', second = ''] = pdftotext(bytes).split('\f');
    expect(first).toMatch(/品名\s+数量\s+金额\s+钢材\s+12\s+¥34,500\.00/);
    expect(first).toMatch(/采购合同\s+编号 2026-001/);
    expect(first.replaceAll(/\s/g, '')).toContain('第1页共2页');
    expect(second.replaceAll(/\s/g, '')).toContain('第2页共2页');
    expect(second).toMatch(/第二条\s+付款/);
  });

  it('shows its picture', async () => {
    const pdf = await kept('picture.pdf', await converter.toPdf(await contract(), 'docx', OWNER));
    outputOf('pdftoppm', [
      '-r',
      '48',
      '-f',
      '1',
      '-l',
      '1',
      '-png',
      '-singlefile',
      pdf,
      join(folder, 'page'),
    ]);
    const { data, info } = await sharp(join(folder, 'page.png'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    let red = 0;
    for (let at = 0; at < data.length; at += info.channels) {
      if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 60 && (data[at + 2] ?? 0) < 60) red += 1;
    }
    // One inch at 48 dots.
    expect(red).toBeGreaterThan(2000);
    expect(red).toBeLessThan(2600);
  });

  it.each([
    ['SimSun', 'NotoSerifSC-Regular'],
    ['NSimSun', 'NotoSerifSC-Regular'],
    ['宋体', 'NotoSerifSC-Regular'],
    ['SimHei', 'NotoSansSC-Regular'],
    ['黑体', 'NotoSansSC-Regular'],
    ['微软雅黑', 'NotoSansSC-Regular'],
    ['Microsoft YaHei', 'NotoSansSC-Regular'],
    ['等线', 'NotoSansSC-Regular'],
    ['DengXian', 'NotoSansSC-Regular'],
    ['KaiTi', 'LXGWWenKai-Regular'],
    ['KaiTi_GB2312', 'LXGWWenKai-Regular'],
    ['楷体', 'LXGWWenKai-Regular'],
    ['FangSong', 'LXGWWenKai-Light'],
    ['FangSong_GB2312', 'LXGWWenKai-Light'],
    ['仿宋', 'LXGWWenKai-Light'],
    ['仿宋_GB2312', 'LXGWWenKai-Light'],
  ])('named in %s is drawn in %s, embedded', async (windows, bundled) => {
    const pdf = await converter.toPdf(docx({ body: paragraph(run('甲方乙方合同', windows)) }), 'docx', OWNER);
    expect(await fontsOf(pdf)).toEqual([bundled]);
    expect(pdftotext(pdf)).toContain('甲方乙方合同');
  });
});

describe('the other office formats', () => {
  it('rtf', async () => {
    expect(pdftotext(await converter.toPdf(rtf('租赁合同 Lease', 'SimSun'), 'rtf', OWNER))).toContain(
      '租赁合同 Lease',
    );
  });

  it('odt', async () => {
    expect(pdftotext(await converter.toPdf(odt('<text:p>保密协议</text:p>'), 'odt', OWNER))).toContain(
      '保密协议',
    );
  });

  it('doc', async () => {
    const doc = await readFile(made('old.doc'));
    expect(pdftotext(await converter.toPdf(doc, 'doc', OWNER))).toContain('劳动合同');
  });
});

describe('containment of a document', () => {
  it('none of its links is fetched, from the network or from this machine', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const secret = await kept('secret.txt', Buffer.from('TOPSECRET'));
    // Without a network to disconnect, the settings alone must prevent it.
    const open = new LibreOfficePool({
      soffice,
      python,
      isolation: { containment: UNCONTAINED, cutOff: false },
      fontDir: null,
      processes: 1,
      deadline: 60_000,
    });
    const linked = `<Relationship Id="rPicture" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${base}/docx.png" TargetMode="External"/>`;
    const texts = [
      await open.toPdf(docx({ body: picture(914400, 'link'), relationships: linked }), 'docx', OWNER),
      await open.toPdf(
        odt(
          `<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${base}/odt.png" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>
<text:section text:name="s"><text:section-source xlink:href="${base}/section.txt" xlink:type="simple"/><text:p>old</text:p></text:section>
<text:section text:name="t"><text:section-source xlink:href="file://${secret}" xlink:type="simple"/><text:p>old</text:p></text:section>`,
        ),
        'odt',
        OWNER,
      ),
      await open.toPdf(
        Buffer.from(
          `{\\rtf1 {\\field{\\*\\fldinst INCLUDETEXT "${secret}"}{\\fldrslt old}}{\\field{\\*\\fldinst INCLUDEPICTURE "${base}/rtf.png" \\\\d}{\\fldrslt }}}`,
        ),
        'rtf',
        OWNER,
      ),
    ].map(pdftotext);
    await open.close();
    await new Promise((resolve) => server.close(resolve));
    expect(asked).toEqual([]);
    for (const text of texts) expect(text).not.toContain('TOPSECRET');
  });
});

describe('a document that cannot be converted', () => {
  it('is refused as broken, and the next one is converted', async () => {
    const whole = docx({ body: paragraph(run('合同', '宋体')) });
    expect(await refusalOf(converter.toPdf(whole.subarray(0, whole.length / 2), 'docx', OWNER))).toBe(
      'BROKEN',
    );
    const notXml = docx({ body: '<w:p>' });
    expect(await refusalOf(converter.toPdf(notXml, 'docx', OWNER))).toBe('BROKEN');
    expect(pdftotext(await converter.toPdf(whole, 'docx', OWNER))).toContain('合同');
  });

  it('is refused if it has a password', async () => {
    const ole = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(504),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect(await refusalOf(converter.toPdf(ole, 'docx', OWNER))).toBe('PASSWORD');
    for (const format of ['odt', 'doc'] as const) {
      const bytes = await readFile(made(`secret.${format}`));
      expect(await refusalOf(converter.toPdf(bytes, format, OWNER)), format).toBe('PASSWORD');
    }
  });

  it('that crashes LibreOffice is refused, and the next one is converted', async () => {
    const before = await converter.toPdf(rtf('一', 'SimSun'), 'rtf', OWNER);
    expect(pdftotext(before)).toContain('一');
    const [group] = pool.processGroups;
    const large = docx({ body: paragraph(run('很长的合同。'.repeat(50), '宋体')).repeat(4000) });
    const converting = refusalOf(converter.toPdf(large, 'docx', OWNER));
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The program itself, not the script that controls it.
    const members = outputOf('ps', ['-eo', 'pid=,pgid=,comm=']).split('\n');
    const office = members
      .map((line) => line.trim().split(/\s+/))
      .find(([, pgid, command]) => Number(pgid) === group && command === 'soffice.bin');
    expect(office).toBeDefined();
    process.kill(Number(office?.[0]), 'SIGKILL');
    expect(await converting).toBe('BROKEN');
    expect(pdftotext(await converter.toPdf(rtf('二', 'SimSun'), 'rtf', OWNER))).toContain('二');
    expect(pool.processGroups).not.toContain(group);
  });

  it('that takes too long is refused, its LibreOffice terminated, and nothing of it is left', async () => {
    const hasty = new LibreOfficePool({
      soffice,
      python,
      isolation,
      fontDir: null,
      processes: 1,
      deadline: 5,
    });
    const large = docx({ body: paragraph(run('很长的合同。'.repeat(50), '宋体')).repeat(2000) });
    const before = await officeFolders();
    expect(await refusalOf(hasty.toPdf(large, 'docx', OWNER))).toBe('TOO_SLOW');
    expect(hasty.processGroups).toEqual([]);
    await hasty.close();
    expect((await officeFolders()).filter((name) => !before.includes(name))).toEqual([]);
  });

  it('with an excessive unpacked size is refused before it is unpacked', async () => {
    const bomb = Buffer.from(docx({ body: '' }));
    // The size of the first entry in the central directory (APPNOTE.TXT section 4.3.12).
    bomb.writeUInt32LE(600 * 1024 * 1024, bomb.indexOf(Buffer.from('504b0102', 'hex')) + 24);
    expect(await refusalOf(converter.toPdf(bomb, 'docx', OWNER))).toBe('TOO_LARGE');
  });
});

it('a LibreOffice is replaced after a number of documents', async () => {
  const worn = new LibreOfficePool({
    ...{ soffice, python, isolation, fontDir: null, processes: 1, deadline: 60_000 },
    maxDocuments: 2,
  });
  const groups: (readonly number[])[] = [];
  for (const text of ['一', '二', '三']) {
    expect(pdftotext(await worn.toPdf(rtf(text, 'SimSun'), 'rtf', OWNER))).toContain(text);
    groups.push(worn.processGroups);
  }
  const [first] = groups[0] ?? [];
  expect(groups[0]).toContain(first);
  // Terminated after the second, its limit.
  for (const later of groups.slice(1)) expect(later).not.toContain(first);
  await worn.close();
});

describe('documents of two enterprises', () => {
  it('never share a LibreOffice: each gets one with a clean profile, and one is kept ready', async () => {
    const shared = new LibreOfficePool({
      ...{ soffice, python, isolation, fontDir: null, processes: 1, deadline: 60_000 },
    });
    const foldersBefore = await officeFolders();
    const convert = async (text: string, owner: number): Promise<readonly number[]> => {
      expect(pdftotext(await shared.toPdf(rtf(text, 'SimSun'), 'rtf', owner))).toContain(text);
      await vi.waitFor(() => expect(shared.processGroups.length).toBe(2), { timeout: 60_000, interval: 100 });
      return shared.processGroups;
    };
    const [own, standingBy] = await convert('甲', 1);
    const ownFolders = (await officeFolders()).filter((name) => !foldersBefore.includes(name));
    // The same enterprise continues with its own.
    expect(await convert('甲又', 1)).toEqual([own, standingBy]);
    // Another enterprise gets the unused one, and the first one's is gone with its profile.
    const [others, next] = await convert('乙', 2);
    expect([others, own === others, own === next]).toEqual([standingBy, false, false]);
    const foldersLater = await officeFolders();
    expect(ownFolders.filter((name) => foldersLater.includes(name))).toHaveLength(1);
    // Nor does the first get one that the second has used.
    expect(await convert('甲再', 1)).toEqual([next, expect.any(Number)]);
    expect(shared.processGroups).not.toContain(others);
    await shared.close();
  });
});

it('without UNO every document starts LibreOffice anew', async () => {
  const oneShot = new OneShotLibreOffice({
    soffice,
    isolation,
    fontDir: null,
    processes: 1,
    deadline: 60_000,
  });
  const pdf = await oneShot.toPdf(docx({ body: paragraph(run('一次转换', '仿宋')) }), 'docx');
  expect(pdftotext(pdf)).toContain('一次转换');
  expect(await fontsOf(pdf)).toEqual(['LXGWWenKai-Light']);
});

/** Folders of this process alone: other test files convert documents at the same time. */
async function officeFolders(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`cinnabar-office-${process.pid}-`));
}

/**
 * A document that LibreOffice has written over UNO: of the old format of Word, and with a password. All of them are
 * written at the first call, because starting LibreOffice takes most of the time.
 */
function made(name: string): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const script = `
import subprocess, sys, time, uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
office = subprocess.Popen([sys.argv[1], "--headless", "--norestore", "-env:UserInstallation=file://" + sys.argv[2] + "/writing", "--accept=pipe,name=" + sys.argv[3] + ";urp;"])
resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
while True:
    try:
        context = resolver.resolve("uno:pipe,name=" + sys.argv[3] + ";urp;StarOffice.ComponentContext")
        break
    except NoConnectException:
        time.sleep(0.1)
desktop = context.ServiceManager.createInstance("com.sun.star.frame.Desktop")
for name, text, kind, password in (
    ("old.doc", "劳动合同", "MS Word 97", None),
    ("secret.odt", "secret", "writer8", "123456"),
    ("secret.doc", "secret", "MS Word 97", "123456"),
):
    document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, (PropertyValue("Hidden", 0, True, 0),))
    document.Text.String = text
    options = (PropertyValue("FilterName", 0, kind, 0),)
    if password is not None:
        options += (PropertyValue("Password", 0, password, 0),)
    document.storeToURL("file://" + sys.argv[2] + "/" + name, options)
    document.close(True)
try:
    desktop.terminate()
except Exception:
    pass
`;
  const done = spawnSync(python, ['-c', script, soffice, folder, `writing${process.pid}`]);
  // The bridge to LibreOffice occasionally crashes at its end, long after the documents are stored.
  if (!existsSync(path)) throw new Error(done.stderr.toString());
  return path;
}
