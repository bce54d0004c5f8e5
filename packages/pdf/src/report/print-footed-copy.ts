import { deflateSync } from 'node:zlib';
import { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { copyPageAsForm } from '../import/copy-page.js';
import { importPdf } from '../import/import-pdf.js';
import { layersOf, mergedLayers } from '../import/layers.js';
import { ObjectCopier } from '../import/object-copier.js';
import { SourceDocument } from '../import/source-document.js';
import { sourcePages } from '../import/source-pages.js';
import { multiply, type PageFrame } from '../layout/page-geometry.js';
import { A4 } from '../layout/write-pages.js';
import { writeCompleteFile } from '../syntax/complete-file.js';
import {
  dictionary,
  name,
  type PdfObject,
  type PdfReference,
  reference,
  stream,
  textString,
} from '../syntax/values.js';
import { printNumber } from '../syntax/write-value.js';
import type { FootedCopy, FootItem } from './footed-copy.js';
import { modulesForm } from './modules-form.js';
import { paintFoot } from './paint-foot.js';
import type { Report } from './report.js';
import { reportPages } from './set-report.js';
import { sheetFor } from './sheet.js';

/** A page as a form XObject, with its placement. */
interface Printed {
  readonly form: PdfReference;
  readonly frame: Pick<PageFrame, 'width' | 'height'>;
  /** Maps the space of the form XObject to the page as displayed. */
  readonly shown: PageFrame['toUserSpace'];
}

/**
 * Prints PDFs in sequence with a foot on every sheet, followed by a report. The result is a new PDF without signatures:
 * their appearances are drawn.
 *
 * @throws DocumentRefused like importPdf
 */
export async function printFootedCopy(copy: FootedCopy, library: FontLibrary): Promise<Uint8Array> {
  const objects: PdfObject[] = [];
  const add = (object: PdfObject): PdfReference => reference(objects.push(object));
  const pages: Printed[] = [];
  const layers = [];
  for (const file of copy.files) {
    const source = new SourceDocument(Buffer.from((await importPdf(file, library)).bytes));
    const copier = new ObjectCopier(source, objects);
    for (const page of sourcePages(source).pages) pages.push(copyPageAsForm(source, copier, page));
    layers.push(layersOf(source, copier));
    copier.finish();
  }
  pages.push(...sheetsOf(copy.appendix, library, add));

  const fonts = new EmbeddedFonts('C');
  const { items } = copy.foot;
  const forms = new Map<FootItem, string>();
  const footObjects = new Map<string, PdfReference>();
  for (const item of items) {
    if (item.kind !== 'modules') continue;
    const form = `M${forms.size + 1}`;
    forms.set(item, form);
    footObjects.set(form, add(modulesForm(item.rows)));
  }
  const sheets = pages.map((page, index) => {
    const sheet = sheetFor(page.frame, copy.foot);
    const place = multiply(page.shown, sheet.placing).map(printNumber).join(' ');
    const numbers = { page: index + 1, pages: pages.length };
    const foot = paintFoot({ fonts, library, forms }, items, sheet, numbers);
    return { sheet, page, content: `q ${place} cm /P Do Q\n${foot}` };
  });
  const Font = add(new Map(fonts.write(add)));
  const tree = add(null);
  const kids = sheets.map(({ sheet, page, content }) => {
    const operators = stream(
      dictionary({ Filter: name('FlateDecode') }),
      deflateSync(Buffer.from(content, 'latin1')),
    );
    return add(
      dictionary({
        Type: name('Page'),
        Parent: tree,
        MediaBox: [0, 0, sheet.width, sheet.height],
        Resources: dictionary({ Font, XObject: new Map([['P', page.form], ...footObjects]) }),
        Contents: add(operators),
      }),
    );
  });
  objects[tree.object - 1] = dictionary({ Type: name('Pages'), Kids: kids, Count: kids.length });
  const root = add(dictionary({ Type: name('Catalog'), Pages: tree, ...mergedLayers(layers) }));
  const info = add(dictionary({ Title: textString(copy.title) }));
  return new Uint8Array(writeCompleteFile(objects, root, info));
}

function sheetsOf(
  report: Report,
  library: FontLibrary,
  add: (object: PdfObject) => PdfReference,
): readonly Printed[] {
  const pages = reportPages(report, library);
  const contents = pages.finish(null);
  const Font = new Map(pages.fonts.write(add));
  return contents.map((content) => {
    const entries = dictionary({
      Type: name('XObject'),
      Subtype: name('Form'),
      BBox: [0, 0, A4.width, A4.height],
      Resources: dictionary({ Font }),
      Filter: name('FlateDecode'),
    });
    const form = add(stream(entries, deflateSync(Buffer.from(content, 'latin1'))));
    return { form, frame: A4, shown: [1, 0, 0, 1, 0, 0] };
  });
}
