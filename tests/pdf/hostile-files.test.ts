import { randomFillSync } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine, type EngineOptions } from '@cinnabar/pdf/engine/engine.js';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { qpdfProblems } from '../support/pdf/pdf-tools.js';
import { deflatedZeros, handMadePdf, onePagePdf, streamText } from './support/hand-made-pdf.js';

const MEBIBYTE = 1024 * 1024;
const PLAIN = streamText('', Buffer.from('0 g'));

let engine: DocumentEngine;

beforeAll(() => {
  engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });
});
afterAll(() => engine.close());

async function outcomeOf(bytes: Uint8Array, by: DocumentEngine = engine): Promise<string> {
  return by.importPdf(bytes).then(
    ({ pages }) => `${pages.length} pages`,
    (error: unknown) => {
      if (error instanceof DocumentRefused) return error.reason;
      throw error;
    },
  );
}

/** The service continues: the next file is read normally. */
async function expectServing(by: DocumentEngine = engine): Promise<void> {
  expect(await outcomeOf(onePagePdf(PLAIN), by)).toBe('1 pages');
}

describe('files made to hang the reader or exhaust its memory', () => {
  test('unbalanced brackets', async () => {
    const stray = onePagePdf(
      PLAIN,
      ['[ ) ) ) > > } { ]', '<</A ) /B (', '<<<</C [[[ >>'],
      ') /Annots [5 0 R ) 6 0 R]',
    );
    expect(await outcomeOf(stray)).toBe('1 pages');
    for (const bracket of ['(', ')', '[', ']', '<', '>', '<<', '>>', '{', '}']) {
      const pile = Buffer.from(`%PDF-1.7\n1 0 obj\n${bracket.repeat(MEBIBYTE)}`);
      expect(await outcomeOf(pile)).toBe('BROKEN');
    }
    await expectServing();
  });

  test('excessive nesting: arrays, dictionaries, page trees, fields, references', async () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    const deepDictionary = '<</A '.repeat(300_000) + '>>'.repeat(300_000);
    expect(await outcomeOf(onePagePdf(PLAIN, [deep, deepDictionary], '/Group 5 0 R /Resources 6 0 R'))).toBe(
      '1 pages',
    );
    const depth = 20_000;
    const tree = Array.from(
      { length: depth },
      (_, index) => `<</Type /Pages /Kids [${index + 3} 0 R] /Count 1>>`,
    );
    const page = '<</Type /Page /MediaBox [0 0 9 9]>>';
    expect(await outcomeOf(handMadePdf(['<</Type /Catalog /Pages 2 0 R>>', ...tree, page]))).toBe('NO_PAGES');
    const fields = Array.from({ length: depth }, (_, index) => `<</Kids [${index + 6} 0 R] /T (a)>>`);
    const form = '/AcroForm <</Fields [5 0 R]>>';
    expect(await outcomeOf(onePagePdf(PLAIN, fields, '/Annots [5 0 R]', form))).toBe('1 pages');
    const chain = Array.from({ length: depth }, (_, index) => `${index + 6} 0 R`);
    expect(await outcomeOf(onePagePdf(PLAIN, chain, '/Rotate 5 0 R'))).toBe('1 pages');
  });

  test('cycles: pages, parents, lengths, object streams, tables', async () => {
    const loop = handMadePdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [2 0 R 3 0 R 2 0 R 3 0 R 4 0 R] /Count 5>>',
      '<</Type /Page /Parent 3 0 R /MediaBox [0 0 9 9]>>',
      '<</Type /Pages /Kids [2 0 R 3 0 R]>>',
    ]);
    expect(await outcomeOf(loop)).toBe('1 pages');
    // Every node names the next one twice, which would be 2^60 pages.
    const doubling = Array.from(
      { length: 60 },
      (_, index) => `<</Type /Pages /Kids [${index + 3} 0 R ${index + 3} 0 R]>>`,
    );
    const leaf = '<</Type /Page /MediaBox [0 0 9 9]>>';
    expect(await outcomeOf(handMadePdf(['<</Type /Catalog /Pages 2 0 R>>', ...doubling, leaf]))).toBe(
      '1 pages',
    );
    const selfLength = '<</Length 4 0 R>>\nstream\n0 g\nendstream';
    expect(await outcomeOf(onePagePdf(selfLength))).toBe('1 pages');
    const inItself = '<</Type /ObjStm /N 1 /First 4 /Length 9>>\nstream\n4 0 null \nendstream';
    expect(await outcomeOf(onePagePdf(inItself))).toBe('1 pages');
    const tables = Buffer.from(
      onePagePdf(PLAIN).toString('latin1').replace('/Root', '/Prev 0 /Root'),
      'latin1',
    );
    expect(await outcomeOf(tables)).toBe('1 pages');
    const own = onePagePdf(PLAIN).toString('latin1');
    const at = own.lastIndexOf('xref\n0 ');
    const chasing = own.replace('/Root 1 0 R', `/Prev ${at} /Root 1 0 R`);
    expect(await outcomeOf(Buffer.from(chasing, 'latin1'))).toBe('1 pages');
  });

  test('compression ratios of a thousand and a million in content streams', async () => {
    const plain = streamText('/Filter /FlateDecode', deflatedZeros(700 * MEBIBYTE));
    expect(await outcomeOf(onePagePdf(plain))).toBe('BROKEN');
    const twice = deflateSync(deflatedZeros(700 * MEBIBYTE), { level: 9 });
    expect(await outcomeOf(onePagePdf(streamText('/Filter [/Fl /Fl]', twice)))).toBe('BROKEN');
    const lengths = Buffer.alloc(4 * MEBIBYTE, Buffer.from([0x81, 0x20]));
    const runs = streamText('/Filter [/FlateDecode /RunLengthDecode /RunLengthDecode]', deflateSync(lengths));
    expect(await outcomeOf(onePagePdf(runs))).toBe('BROKEN');
    const many = `[${'/FlateDecode '.repeat(1000)}]`;
    expect(await outcomeOf(onePagePdf(streamText(`/Filter ${many}`, deflatedZeros(1000))))).toBe('BROKEN');
    await expectServing();
  });

  test('decompression bombs in object streams and cross-reference streams', async () => {
    const zeros = deflatedZeros(700 * MEBIBYTE);
    const packed = streamText('/Type /ObjStm /N 1 /First 9 /Filter /FlateDecode', zeros);
    const body = Buffer.concat([
      Buffer.from('%PDF-1.7\n5 0 obj\n'),
      packed,
      Buffer.from('\nendobj\ntrailer\n<</Root 1 0 R>>\n'),
    ]);
    expect(await outcomeOf(body)).toBe('BROKEN');
    const entries = '/Type /XRef /Size 9999999999 /Index [0 9999999999] /W [1 1 1] /Root 1 0 R';
    const crossReference = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.from('7 0 obj\n'),
      streamText(`${entries} /Filter /FlateDecode`, zeros),
      Buffer.from('\nendobj\nstartxref\n9\n%%EOF\n'),
    ]);
    expect(await outcomeOf(crossReference)).toBe('BROKEN');
    await expectServing();
  });

  test('excessive numbers: objects, generations, sizes, boxes, rotations', async () => {
    const numbers = onePagePdf(
      PLAIN,
      ['99999999999999999999 0 R', '8388608 0 R', '-5'],
      '/Rotate 99999999999 /UserUnit 1e99 /CropBox [-1e40 -9999999999 99999999999 9999999999] /Annots [4294967295 65535 R]',
    );
    expect(await outcomeOf(numbers)).toBe('1 pages');
    const written = await engine.importPdf(
      onePagePdf(PLAIN, [], `/Group <</K [${'9'.repeat(40)} -.${'1'.repeat(400)}]>>`),
    );
    expect(qpdfProblems(written.bytes)).toBe('');
    const table = onePagePdf(PLAIN).toString('latin1').replace('0 5\n', '0 4294967295\n');
    expect(await outcomeOf(Buffer.from(table, 'latin1'))).toBe('1 pages');
    const high = Buffer.from(
      onePagePdf(PLAIN)
        .toString('latin1')
        .replaceAll('4 0 ', '4000000000 0 ')
        .replace(/startxref[\s\S]*/, ''),
      'latin1',
    );
    expect(await outcomeOf(high)).toBe('1 pages');
  });

  test('compressed picture data is copied without unpacking it', async () => {
    const zeros = deflatedZeros(300 * MEBIBYTE);
    const picture = streamText(
      '/Type /XObject /Subtype /Image /Width 10000 /Height 10000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
      zeros,
    );
    const content = streamText('', Buffer.from('q 100 0 0 100 0 0 cm /I Do Q'));
    const { bytes } = await engine.importPdf(
      onePagePdf(content, [picture], '/Resources <</XObject <</I 5 0 R>>>>'),
    );
    expect(Buffer.from(bytes).includes(zeros)).toBe(true);
  });
});

describe('large files', () => {
  test('500 pages are read, 501 are refused', async () => {
    const many = PDF.create();
    for (let page = 0; page < 500; page += 1) many.addPage({ size: 'a4' });
    expect(await outcomeOf(await many.save())).toBe('500 pages');
    many.addPage({ size: 'a4' });
    expect(await outcomeOf(await many.save())).toBe('TOO_MANY_PAGES');
  });

  test('50 MiB of pictures pass unchanged', async () => {
    const objects = Array.from({ length: 10 }, () => {
      const noise = randomFillSync(Buffer.alloc(5 * MEBIBYTE));
      const entries =
        '/Type /XObject /Subtype /Image /Width 1280 /Height 4096 /BitsPerComponent 8 /ColorSpace /DeviceGray';
      return streamText(entries, noise);
    });
    const names = objects.map((_, index) => `/I${index} ${index + 5} 0 R`).join(' ');
    const upload = onePagePdf(PLAIN, objects, `/Resources <</XObject <<${names}>>>>`);
    const { bytes, pages } = await engine.importPdf(upload);
    expect(pages).toHaveLength(1);
    expect(qpdfProblems(bytes)).toBe('');
    await expectServing();
  });
});

describe('a job that exceeds its limits is aborted, without affecting others', () => {
  async function withEngine<T>(
    options: Partial<EngineOptions>,
    work: (own: DocumentEngine) => Promise<T>,
  ): Promise<T> {
    const own = new DocumentEngine({ fonts: findFonts(), workers: 1, ...options });
    try {
      return await work(own);
    } finally {
      await own.close();
    }
  }

  test('memory, counted with byte buffers', () =>
    withEngine({ processMemory: 150 }, async (own) => {
      const large = onePagePdf(streamText('/Filter /FlateDecode', deflatedZeros(120 * MEBIBYTE)));
      await expect(own.importPdf(large)).rejects.toMatchObject({
        reason: 'BROKEN',
        detail: 'reading it was given up (memory)',
      });
      await expectServing(own);
    }));

  test('time', () =>
    withEngine({ importDeadline: 5 }, async (own) => {
      expect(await outcomeOf(onePagePdf(PLAIN), own)).toBe('BROKEN');
    }));
});
