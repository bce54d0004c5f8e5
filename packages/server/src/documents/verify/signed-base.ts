import type { FileRevisions } from './file-revisions.js';
import type { RevisionView, SeenObject } from './revision-view.js';
import { closingFault, integerFault } from './section-form.js';
import { fault, type StructureFault } from './structure-fault.js';

const HEADER = /^%PDF-[12]\.\d/;

/**
 * What makes programs read different documents in the bytes that were signed: whoever signs chooses them, so these are
 * no changes, and yet what others see is not certain. The rules are those that real files keep.
 */
export class SignedBase {
  readonly #view: RevisionView;
  readonly #isEncrypted: boolean;
  readonly #faults: StructureFault[] = [];

  constructor(view: RevisionView) {
    this.#view = view;
    this.#isEncrypted = view.trailer.get('Encrypt') !== undefined;
  }

  /** To be shown every object that the signed document uses. */
  readonly visit = (
    number: number,
    { value, located, wellFormed, ambiguous, conflict }: SeenObject,
  ): void => {
    const place = this.#view.place(number);
    if (place.kind === 'free') return;
    const at = located?.start ?? (place.kind === 'offset' ? place.offset : 0);
    if (ambiguous) this.#faults.push(fault('REPEATED_KEY', at));
    else if (conflict) this.#faults.push(fault('STREAM_LENGTH', at));
    else if (value === null && !wellFormed && !(place.kind === 'packed' && this.#isEncrypted))
      this.#faults.push(fault('UNREADABLE_OBJECT', at));
  };

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

/** Whether programs find the same beginning, ends and sections in the file. */
export function faultsOfFile(
  bytes: Buffer,
  { revisions }: FileRevisions,
  firstSigned: number,
): readonly StructureFault[] {
  const faults = [
    HEADER.test(bytes.toString('latin1', 0, 8)) ? null : fault('HEADER', 0),
    ...revisions.slice(firstSigned).map(({ closing, end }) => closingFault(bytes, closing, end)),
    ...revisions.flatMap(({ sections }) => sections.map((section) => integerFault(bytes, section))),
  ];
  return faults.filter((found) => found !== null);
}
