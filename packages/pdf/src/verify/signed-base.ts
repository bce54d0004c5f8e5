import { isDictionary, isNamed, isStream, type PdfDictionary } from '../syntax/values.js';
import { hasTwoEncodings } from './encoding-form.js';
import type { ReferenceIndex } from './reference-index.js';
import type { RevisionView, SeenObject } from './revision-view.js';
import { fault, type StructureFault, type StructureRule } from './structure-fault.js';

/**
 * Finds reasons why programs may read different documents from the signed bytes. The signer chose those bytes, so they
 * are not changes, yet it is uncertain what others see. The rules are those that real files observe.
 */
export class SignedBase {
  readonly #view: RevisionView;
  readonly #isEncrypted: boolean;
  /** PDFium ignores objects with higher numbers. */
  readonly #size: number;
  readonly #faults: StructureFault[] = [];
  readonly #regenerated: number[] = [];

  constructor(view: RevisionView) {
    this.#view = view;
    this.#isEncrypted = view.trailer.get('Encrypt') !== undefined;
    const size = view.trailer.get('Size');
    this.#size = typeof size === 'number' ? size : 0;
  }

  /** Must be called for every object that the signed document uses. */
  readonly visit = (number: number, seen: SeenObject): void => {
    const place = this.#view.place(number);
    // The content of an encrypted object stream is not readable here.
    if (place.kind === 'free' || (place.kind === 'packed' && this.#isEncrypted)) return;
    const container = place.kind === 'packed' ? this.#view.object(place.container).located : null;
    const at = seen.located?.start ?? container?.start ?? (place.kind === 'offset' ? place.offset : 0);
    if (place.kind === 'offset' && place.generation !== 0) this.#regenerated.push(number);
    const rule = this.#brokenRule(number, seen);
    if (rule !== null) this.#faults.push(fault(rule, at));
  };

  #brokenRule(number: number, seen: SeenObject): StructureRule | null {
    const { value, wellFormed, ambiguous, conflict, misplacedReals } = seen;
    if (ambiguous) return 'REPEATED_KEY';
    if (conflict) return 'STREAM_LENGTH';
    if (!wellFormed) return value === null ? 'UNREADABLE_OBJECT' : 'TOKEN';
    if (misplacedReals) return 'INTEGER';
    if (number >= this.#size) return 'SIZE';
    if (this.#view.isContainer(number) && this.#view.objectStream(number).repeated) return 'OBJECT_STREAM';
    if (isStream(value) && hasTwoEncodings(value)) return 'ENCODING';
    return isDictionary(value) && hasNullAttribute(value) ? 'NULL_ENTRY' : null;
  }

  /**
   * The first fault of each rule.
   * @param references references of the signed document
   */
  faults(references: ReferenceIndex): readonly StructureFault[] {
    const strays = references.strays(this.#view, this.#regenerated).map((number) => {
      const place = this.#view.place(number);
      return fault('STRAY_REFERENCE', place.kind === 'offset' ? place.offset : 0);
    });
    const rules = new Set<string>();
    return [...this.#faults, ...strays].filter(({ rule }) => {
      const isFirst = !rules.has(rule);
      rules.add(rule);
      return isFirst;
    });
  }
}

/**
 * Whether an inheritable entry of a page is null: some readers ignore it and use the inherited value, others do not.
 */
function hasNullAttribute(value: PdfDictionary): boolean {
  const isPage = isNamed(value.get('Type'), 'Page') || isNamed(value.get('Type'), 'Pages');
  return isPage && ['MediaBox', 'CropBox', 'Rotate', 'Resources'].some((key) => value.get(key) === null);
}
