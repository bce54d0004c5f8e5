import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { FontLibrary } from '../../fonts/fonts.js';
import { giveFonts, type PdfiumExports, pdfiumInstance } from '../../render/pdfium-fonts.js';
import { PageComparer, type PagePixels } from './compare-pages.js';
import { type KeptPixels, picturesOf } from './page-pictures.js';
import { RenderedFile, type RenderedPage } from './rendered-file.js';
import {
  MAX_DIFFERENCES,
  type OpinionGiven,
  type PageDifference,
  type RenderingComparison,
  type UnfinishedReason,
} from './second-opinion.js';

export interface OpinionOptions {
  /** Number of differing pages for which pictures are returned. */
  readonly pictures: number;
  /** Whether the time limit is reached, so that no further page is started. */
  readonly isSpent: () => boolean;
  readonly fonts: FontLibrary;
}

/**
 * Renders each signed revision and the present file with PDFium at 100 dpi, and compares pixels outside the excepted
 * places, the text of every page, page sizes and the number of pages. Must run in a process that ends afterwards,
 * because PDFium parses files made to deceive readers.
 */
export async function giveOpinion(
  bytes: Uint8Array,
  comparisons: readonly RenderingComparison[],
  options: OpinionOptions,
): Promise<OpinionGiven> {
  const pdfium = await openLibrary(options.fonts);
  const pointer = pdfium.malloc(bytes.length);
  if (pointer === 0) return { status: 'unfinished', reason: 'MEMORY' };
  new Uint8Array(pdfium.memory.buffer).set(bytes, pointer);
  const present = RenderedFile.open(pdfium, pointer, bytes.length);
  if (present === null) return { status: 'unfinished', reason: 'UNREADABLE' };

  const findings = new Findings(options.pictures);
  const comparer = new PageComparer(pdfium);
  for (const comparison of comparisons) {
    // Every revision is a prefix of the file.
    const signed = RenderedFile.open(pdfium, pointer, comparison.end);
    if (signed === null) {
      findings.giveUp('UNREADABLE');
      continue;
    }
    compareFiles(signed, present, { comparison, comparer, findings, isSpent: options.isSpent });
    signed.close();
  }
  comparer.close();
  present.close();
  return findings.conclude(present.pages);
}

async function openLibrary(fonts: FontLibrary): Promise<PdfiumExports> {
  const wasm = await pdfiumInstance();
  await PDFiumLibrary.init({ instantiateWasm: wasm.instantiate });
  const pdfium = wasm.exports();
  giveFonts(pdfium, fonts);
  return pdfium;
}

interface Comparing {
  readonly comparison: RenderingComparison;
  readonly comparer: PageComparer;
  readonly findings: Findings;
  readonly isSpent: () => boolean;
}

function compareFiles(
  signed: RenderedFile,
  present: RenderedFile,
  { comparison, comparer, findings, isSpent }: Comparing,
): void {
  const { revision } = comparison;
  for (let index = 0; index < Math.max(signed.pages, present.pages); index += 1) {
    if (findings.isFull) return;
    if (isSpent()) {
      findings.giveUp('BUDGET');
      return;
    }
    const page = index + 1;
    const compared = signed.withPage(index, (before) =>
      present.withPage(index, (after) => {
        const excepted = comparison.excepted.filter((place) => place.page === page);
        const { differences, pixels } = comparer.compare(before, after, excepted);
        for (const { kind, places } of differences) findings.add({ revision, page, kind, places }, pixels);
        return true;
      }),
    );
    if (compared === true) continue;
    const lone =
      lonePage(signed, index, (alone) => comparer.draw(alone, 'before')) ??
      lonePage(present, index, (alone) => comparer.draw(alone, 'after'));
    if (lone === null) findings.giveUp('UNREADABLE');
    else {
      const kind = lone.after === null ? 'missing' : 'added';
      findings.add({ revision, page, kind, places: [] }, () => lone);
    }
  }
}

function lonePage(
  file: RenderedFile,
  index: number,
  draw: (page: RenderedPage) => PagePixels,
): PagePixels | null {
  return index < file.pages ? file.withPage(index, draw) : null;
}

class Findings {
  readonly #wanted: number;
  readonly #differences: PageDifference[] = [];
  readonly #kept: KeptPixels[] = [];
  #unfinished: UnfinishedReason | null = null;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  get isFull(): boolean {
    return this.#differences.length >= MAX_DIFFERENCES;
  }

  add(difference: PageDifference, pixels: () => PagePixels): void {
    this.#differences.push(difference);
    const { revision, page } = difference;
    const isKept = this.#kept.some((each) => each.revision === revision && each.page === page);
    if (!isKept && this.#kept.length < this.#wanted) this.#kept.push({ revision, page, ...pixels() });
  }

  giveUp(reason: UnfinishedReason): void {
    this.#unfinished ??= reason;
  }

  /** A difference that was found counts even if the comparison was not completed. */
  async conclude(pages: number): Promise<OpinionGiven> {
    const differences = this.#differences;
    if (differences.length > 0)
      return { status: 'differs', differences, pictures: await picturesOf(this.#kept) };
    if (this.#unfinished !== null) return { status: 'unfinished', reason: this.#unfinished };
    return { status: 'agrees', pages };
  }
}
