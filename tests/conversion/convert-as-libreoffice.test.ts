import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFonts, textFontFolders } from '@cinnabar/fonts';
import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { writeOfficeFontConfig } from '@cinnabar/pdf/render/font-config.js';
import { DocumentConverter } from '@cinnabar/server/conversion/document-converter.js';
import { chooseOfficeConverter } from '@cinnabar/server/providers/office/choose-office-converter.js';
import { expect, test, vi } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { installedLibreOffice } from '../support/libreoffice.js';
import { docx, field, pageBreak, paragraph, run, table } from '../support/pdf/office-files.js';
import { type PagePicture, pagePictures, pictureDifference } from '../support/pdf/page-pictures.js';
import { pdffonts } from '../support/pdf/pdf-tools.js';

const containment = await chooseContainment('auto', null);

// Two cold starts of LibreOffice, on a machine that runs other tests too.
vi.setConfig({ testTimeout: 180_000 });

/** A table on each of three pages, header, footer with computed numbers, and Windows fonts. */
const contract = docx({
  header: paragraph(run('钢材采购合同　编号 CG-2026-001', 'SimSun')),
  footer: paragraph(
    run('第 ', 'SimSun'),
    field('PAGE'),
    run(' 页，共 ', 'SimSun'),
    field('NUMPAGES'),
    run(' 页', 'SimSun'),
  ),
  body: ['仿宋_GB2312', '微软雅黑', '等线']
    .flatMap((font, chapter) => [
      ...(chapter === 0 ? [] : [pageBreak]),
      paragraph(run(`第${'一二三'[chapter]}章　标的与价款`, 'SimHei', '<w:b/>')),
      paragraph(run('甲方、乙方经协商一致，订立本合同（Purchase Contract），共同遵守。'.repeat(6), font)),
      table(
        [
          ['品名', '规格型号', '金额（元）'],
          ['热轧钢板', 'Q235B 10×1500', '¥34,500.00'],
          ['螺纹钢', 'HRB400E Φ20', '¥128,000.50'],
        ],
        font,
      ),
      paragraph(run('付款：货到三十日内付清，逾期按日万分之五计。', 'KaiTi_GB2312', '<w:u w:val="single"/>')),
      paragraph(run('争议由合同签订地人民法院管辖。', '宋体', '<w:i/>')),
    ])
    .join(''),
});

test('a contract with tables, header, footer and Windows fonts is converted as by LibreOffice itself', {
  tags: ['libreoffice'],
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-as-libreoffice-'));
  const office = chooseOfficeConverter({ url: null, processes: 1, fontDir: null, containment });
  const converter = new DocumentConverter({ office, fonts: findFonts() });
  try {
    const expected = await libreOfficesOwn((await installedLibreOffice()).soffice, folder);
    const imported = await importPdf(await converter.toPdf(contract, 'docx', 1), testFonts);
    const pages = (await importPdf(expected, testFonts)).pages.length;
    expect([imported.pages.length, pages]).toEqual([3, 3]);
    const [ours, theirs] = [await picturesOf(imported.bytes, pages), await picturesOf(expected, pages)];
    for (const [index, picture] of ours.entries()) {
      const other = theirs[index] ?? null;
      if (picture === null || other === null) throw new Error(`page ${index + 1} has no picture`);
      expect(pictureDifference(picture, other).share, `page ${index + 1}`).toBe(0);
      expect(darkPixels(picture), `page ${index + 1}`).toBeGreaterThan(5_000);
    }
    // No substitute font is missing, which would make both results wrong alike.
    for (const font of ['NotoSerifSC', 'NotoSansSC', 'LXGWWenKai'])
      expect(pdffonts(imported.bytes)).toContain(font);
  } finally {
    await converter.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** One start of LibreOffice on the command line, with the same fonts. */
async function libreOfficesOwn(soffice: string, folder: string): Promise<Uint8Array> {
  const source = join(folder, 'contract.docx');
  await writeFile(source, contract);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  execFileSync(soffice, [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, source], {
    stdio: 'ignore',
    env: { ...process.env, FONTCONFIG_FILE: writeOfficeFontConfig(textFontFolders()) },
  });
  return readFile(join(folder, 'contract.pdf'));
}

async function picturesOf(pdf: Uint8Array, pages: number): Promise<readonly (PagePicture | null)[]> {
  const pictures: (PagePicture | null)[] = [];
  for await (const picture of pagePictures(pdf, pages)) pictures.push(picture);
  return pictures;
}

function darkPixels({ pixels }: PagePicture): number {
  let dark = 0;
  for (let at = 0; at < pixels.length; at += 3) if ((pixels[at] ?? 255) < 128) dark += 1;
  return dark;
}
