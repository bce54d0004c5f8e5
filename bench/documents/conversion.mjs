// Conversion of Word to PDF, compared with starting LibreOffice for each document.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { findFonts } from '@cinnabar/fonts';
import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { writeOfficeFontConfig } from '@cinnabar/pdf/render/font-config.js';
import { findLibreOffice } from '@cinnabar/server/providers/office/find-libreoffice.js';
import { isolationBy } from '@cinnabar/server/providers/office/isolation.js';
import { LibreOfficePool } from '@cinnabar/server/providers/office/libreoffice-pool.js';
import { officeFontFolders } from '@cinnabar/server/providers/office/office-folder.js';
import { command, takeTurns } from '../support/contestants.mjs';
import { largestPeak } from '../support/peak-memory.mjs';
import { ms, printTable } from '../support/statistics.mjs';
import { writeWordContract } from './samples.mjs';

const ROUNDS = 5;

/** Prints a note instead if LibreOffice or its Python module is not installed. */
export async function compareConversion(folder) {
  console.log(
    `\nWord to PDF, compared with soffice --convert-to with an initialised profile; medians of ${ROUNDS}.`,
  );
  console.log('cold: including the start of LibreOffice with a new profile. warm: in a running instance.');
  console.log('Peak: of the largest process.\n');
  const libreOffice = await findLibreOffice();
  if (libreOffice === null || libreOffice.python === null) {
    console.log('Skipped: LibreOffice or its Python module is not installed.');
    return;
  }
  const settings = {
    ...libreOffice,
    isolation: await isolationBy(await chooseContainment('auto', null)),
    fontDir: null,
  };
  const rows = [];
  for (const asked of [1, 10]) {
    const file = join(folder, `contract-${asked}.docx`);
    writeWordContract(file, asked);
    const bytes = readFileSync(file);
    const { cold, warm, soffice } = await takeTurns(
      {
        cold: pooled(settings, bytes, false),
        warm: pooled(settings, bytes, true),
        soffice: oneShot(libreOffice.soffice, file, folder),
      },
      ROUNDS,
    );
    const { pages } = await importPdf(
      readFileSync(join(folder, 'out', `contract-${asked}.pdf`)),
      loadFonts(findFonts()),
    );
    rows.push([
      pages.length,
      ms(cold.time),
      ms(warm.time),
      ms(soffice.time),
      (cold.time / soffice.time).toFixed(2),
      (warm.time / soffice.time).toFixed(2),
      ms(cold.peak),
      ms(warm.peak),
      ms(soffice.peak),
    ]);
  }
  printTable(
    [
      ...['pages', 'cold ms', 'warm ms', 'soffice ms', 'cold/soffice', 'warm/soffice'],
      ...['peak MB, cold', 'warm', 'soffice'],
    ],
    rows,
  );
}

function pooled(settings, bytes, stays) {
  const open = () => new LibreOfficePool({ ...settings, processes: 1, deadline: 120_000 });
  let pool = open();
  let peak = null;
  return {
    async run() {
      if (!stays) pool = open();
      const began = performance.now();
      await pool.toPdf(bytes, 'docx', 1);
      const took = performance.now() - began;
      const groups = pool.processGroups;
      peak = Math.max(peak ?? 0, largestPeak(({ group }) => groups.includes(group)) ?? 0) || null;
      if (!stays) await pool.close();
      return took;
    },
    peak: async () => peak,
    end: () => pool.close(),
  };
}

function oneShot(soffice, file, folder) {
  const out = join(folder, 'out');
  mkdirSync(out, { recursive: true });
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const env = { ...process.env, FONTCONFIG_FILE: writeOfficeFontConfig(officeFontFolders(null)) };
  return command(soffice, [profile, '--headless', '--convert-to', 'pdf', '--outdir', out, file], { env });
}
