import {
  isArray,
  isDictionary,
  isName,
  isNamed,
  isStream,
  type PdfDictionary,
  type PdfObject,
} from '../syntax/values.js';
import { fieldArea } from './policies/modest-appearance.js';
import { type Problem, problem, type ReasonCode } from './reasons.js';
import type { RevisionView, SeenObject } from './revision-view.js';

/** pt²: an eighth of an A4 page, several times the size of a seal. */
const MAX_FIELD_AREA = (595 * 842) / 8;
/** Maximum depth at which membership dictionaries are searched for within resources and annotations. */
const MAX_DEPTH = 4;

/**
 * Finds content that may be displayed differently although the document is unchanged: layers, fields drawn by readers,
 * alternate images for printing, large unsigned signature fields. The author of the file put it there, and signers
 * could not see it.
 */
export class SignedDisplay {
  readonly #view: RevisionView;
  readonly #hasLayers: boolean;
  readonly #found = new Map<ReasonCode, string>();

  constructor(view: RevisionView) {
    this.#view = view;
    const layers = view.dictionary(view.catalog.get('OCProperties'));
    this.#hasLayers = layers !== null;
    if (layers !== null && this.#hides(view.dictionary(layers.get('D'))))
      this.#found.set('LAYERS_HIDDEN', '');
    const form = view.dictionary(view.catalog.get('AcroForm'));
    if (view.resolve(form?.get('NeedAppearances')) === true) this.#found.set('READERS_DRAW_FIELDS', '');
  }

  /** Must be called for every object that the signed document uses. */
  readonly visit = (_: number, { value }: SeenObject): void => {
    const entries = isStream(value) ? value.dictionary : isDictionary(value) ? value : null;
    if (entries === null) return;
    if (entries.has('Alternates')) this.#found.set('PICTURE_ALTERNATES', '');
    if (this.#hasLayers && this.#isInverse(entries, 0)) this.#found.set('LAYERS_HIDDEN', '');
    if (entries.has('Rect') && this.#isWaiting(entries) && fieldArea(this.#view, entries) > MAX_FIELD_AREA)
      this.#found.set('SIGNATURE_FIELD_HUGE', '');
  };

  get remarks(): readonly Problem[] {
    return [...this.#found].map(([code, detail]) => problem(code, detail));
  }

  /** Whether layers are initially off, or switched automatically for screen and print (ISO 32000-2, table 99). */
  #hides(settings: PdfDictionary | null): boolean {
    const isFilled = (key: string): boolean => (this.#view.array(settings?.get(key)) ?? []).length > 0;
    const base = this.#view.name(settings?.get('BaseState')) ?? 'ON';
    return base !== 'ON' || isFilled('OFF') || isFilled('AS');
  }

  /**
   * Whether a membership dictionary shows content while its layers are off (table 97); simple readers always show it.
   */
  #isInverse(value: PdfObject, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    if (isArray(value)) return value.some((item) => this.#isInverse(item, depth + 1));
    if (!isDictionary(value)) return false;
    if (isNamed(value.get('Type'), 'OCMD')) {
      const rule = this.#view.resolve(value.get('P'));
      return value.has('VE') || (isName(rule) && (rule.name === 'AllOff' || rule.name === 'AnyOff'));
    }
    return [...value.values()].some((item) => typeof item === 'object' && this.#isInverse(item, depth + 1));
  }

  #isWaiting(widget: PdfDictionary): boolean {
    const above = this.#view.dictionary(widget.get('Parent'));
    const type = this.#view.name(widget.get('FT')) ?? this.#view.name(above?.get('FT'));
    return type === 'Sig' && !widget.has('V') && above?.has('V') !== true;
  }
}
