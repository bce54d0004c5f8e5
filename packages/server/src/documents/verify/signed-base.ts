import { isStream, type PdfStream } from '../pdf/values.js';
import type { CrossReferenceSection } from './cross-reference-section.js';
import { hasTwoEncodings } from './encoding-form.js';
import type { FileRevisions } from './file-revisions.js';
import type { RevisionView, SeenObject } from './revision-view.js';
import { closingFault, integerFault, tableFault } from './section-form.js';
import { fault, type StructureFault, type StructureRule } from './structure-fault.js';

const HEADER = /^%PDF-[12]\.\d/;

/**
 * What makes programs read different documents in the bytes that were signed: whoever signs chooses them, so these are
 * no changes, and yet what others see is not certain. The rules are those that real files keep.
 */
export class SignedBase {
  readonly #bytes: Buffer;
  readonly #view: RevisionView;
  readonly #isEncrypted: boolean;
  /** PDFium forgets objects from there on. */
  readonly #size: number;
  readonly #faults: StructureFault[] = [];

  constructor(bytes: Buffer, view: RevisionView) {
    this.#bytes = bytes;
    this.#view = view;
    this.#isEncrypted = view.trailer.get('Encrypt') !== undefined;
    const size = view.trailer.get('Size');
    this.#size = typeof size === 'number' ? size : 0;
  }

  /** To be shown every object that the signed document uses. */
  readonly visit = (number: number, seen: SeenObject): void => {
    const place = this.#view.place(number);
    // What an encrypted object stream holds nobody can read here.
    if (place.kind === 'free' || (place.kind === 'packed' && this.#isEncrypted)) return;
    const container = place.kind === 'packed' ? this.#view.object(place.container).located : null;
    const at = seen.located?.start ?? container?.start ?? (place.kind === 'offset' ? place.offset : 0);
    const rule = this.#brokenRule(number, seen);
    if (rule !== null) this.#faults.push(fault(rule, at));
  };

  #brokenRule(number: number, seen: SeenObject): StructureRule | null {
    const { value, located, wellFormed, ambiguous, conflict } = seen;
    if (ambiguous) return 'REPEATED_KEY';
    if (conflict) return 'STREAM_LENGTH';
    if (!wellFormed) return value === null ? 'UNREADABLE_OBJECT' : 'TOKEN';
    if (number >= this.#size) return 'SIZE';
    if (this.#isPackedTwice(number)) return 'OBJECT_STREAM';
    if (isStream(value) && hasTwoEncodings(value)) return 'ENCODING';
    return located !== null && isStream(value) && hasReals(this.#bytes, located.start, value)
      ? 'INTEGER'
      : null;
  }

  /** Some readers take the object at the place that its entry names, others the first of its number. */
  #isPackedTwice(number: number): boolean {
    const place = this.#view.place(number);
    return place.kind === 'packed' && this.#view.objectStream(place.container).repeated;
  }

  /** The first fault of each rule. */
  get faults(): readonly StructureFault[] {
    const rules = new Set<string>();
    return this.#faults.filter(({ rule }) => {
      const isFirst = !rules.has(rule);
      rules.add(rule);
      return isFirst;
    });
  }
}

/** How a stream is read, given with a decimal point: poppler then takes it for not given. */
const REALS =
  /\/(?:Length|Columns|Colors|BitsPerComponent|Predictor|EarlyChange|N|First)[\0\t\n\f\r ]*[+-]?\d*\./;

function hasReals(bytes: Buffer, start: number, { data }: PdfStream): boolean {
  return REALS.test(bytes.toString('latin1', start, data.byteOffset - bytes.byteOffset));
}

/** Whether programs find the same beginning, ends and sections in the file. */
export function faultsOfFile(bytes: Buffer, { revisions }: FileRevisions): readonly StructureFault[] {
  const faults = [
    HEADER.test(bytes.toString('latin1', 0, 8)) ? null : fault('HEADER', 0),
    ...revisions.map(({ closing, end }) => closingFault(bytes, closing, end)),
    ...revisions.flatMap(({ sections }) => sections.map((section) => sectionFault(bytes, section))),
  ];
  return faults.filter((found) => found !== null);
}

function sectionFault(bytes: Buffer, section: CrossReferenceSection): StructureFault | null {
  const { object, offset, end } = section;
  return (object === null ? tableFault(bytes, offset, end) : null) ?? integerFault(bytes, section);
}
