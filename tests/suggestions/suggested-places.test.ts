// @module-tag libreoffice
/** How many places to fill in and sign are found in real-looking contracts; see README.md of this folder. */
import { pageViewOf } from '@cinnabar/server/areas/templates/suggest/page-pieces.js';
import { suggestControls } from '@cinnabar/server/areas/templates/suggest/suggest-controls.js';
import { LibreOfficePool } from '@cinnabar/server/providers/office/libreoffice-pool.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { installedLibreOffice } from '../support/libreoffice.js';
import { type Score, scoreOf, totalOf } from './compare-answers.js';
import { type ContractSource, contractsIn } from './contract-source.js';
import { makeDocument } from './make-document.js';
import { printFigures } from './print-figures.js';

// A cold start of LibreOffice takes seconds, and longer beside other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const OWNER = 1;

let pool: LibreOfficePool;
beforeAll(async () => {
  pool = new LibreOfficePool({
    ...(await installedLibreOffice()),
    fontDir: null,
    processes: 1,
    deadline: 60_000,
  });
});
afterAll(() => pool.close());

interface Measured {
  readonly name: string;
  readonly score: Score;
  readonly pages: number;
  /** ms */
  readonly reading: number;
  readonly rules: number;
}

async function measured(source: ContractSource): Promise<Measured> {
  const made = await makeDocument(source, (docx) => pool.toPdf(docx, 'docx', OWNER));
  const start = performance.now();
  const views = made.layouts.map((layout, index) => pageViewOf(layout, index + 1));
  const found = suggestControls(views, made.fields, source.answers.parties);
  const rules = performance.now() - start;
  const score = scoreOf(found, source.answers, made.layouts);
  return { name: source.name, score, pages: made.layouts.length, reading: made.reading, rules };
}

const folders = (['corpus', 'blind', 'blind-second', 'blind-third'] as const).filter(
  (folder) => contractsIn(folder).length > 0,
);

describe.each(folders)('contracts of %s', (folder) => {
  test('90 % of the areas and 80 % of the blanks are found, and under 5 % of the proposals are nonsense', async () => {
    const all: Measured[] = [];
    for (const source of contractsIn(folder)) all.push(await measured(source));
    printFigures(folder, all);
    const { areas, areasFound, blanks, blanksFound, proposed, nonsense } = totalOf(
      all.map(({ score }) => score),
    );
    const remarks = all
      .flatMap(({ name, score }) => score.remarks.map((remark) => `${name}: ${remark}`))
      .join('\n');
    expect(areasFound / areas, remarks).toBeGreaterThanOrEqual(0.9);
    expect(blanksFound / blanks, remarks).toBeGreaterThanOrEqual(0.8);
    expect(nonsense / proposed, remarks).toBeLessThan(0.05);
  });
});
