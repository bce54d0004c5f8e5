import { type Containment, UNCONTAINED } from '@cinnabar/pdf/containment/containment.js';
import type { ContainedFormat } from '@cinnabar/pdf/convert/contained-protocol.js';
import { convertContained } from '@cinnabar/pdf/convert/convert-contained.js';
import { Turns } from '@cinnabar/pdf/engine/turns.js';
import type { FontFiles } from '@cinnabar/pdf/fonts/font-files.js';
import type { OfficeConverter, OfficeFormat } from '../providers/office/port.js';
import { checkOfficeFile } from './check-office-file.js';

/** What becomes a PDF here. */
export type ConvertibleFormat = ContainedFormat | OfficeFormat;

export interface DocumentConverterOptions {
  /** How parsers of pictures and texts are isolated; by default not at all. */
  readonly containment?: Containment;
  readonly office: OfficeConverter;
  /** What texts are set in. */
  readonly fonts: FontFiles;
  /** ms, for a picture or a text. */
  readonly deadline?: number;
}

/** Each may use up to a gigabyte for a moment. */
const AT_ONCE = 2;
const MAY_WAIT = 64;

/** Turns documents that are no PDF into one: pictures and texts in processes of our own, office files by the port. */
export class DocumentConverter {
  readonly #options: DocumentConverterOptions;
  readonly #turns = new Turns({ atOnce: AT_ONCE, mayWait: MAY_WAIT });
  readonly #closing = new AbortController();

  constructor(options: DocumentConverterOptions) {
    this.#options = options;
  }

  /**
   * The PDF still comes from outside, in part: importPdf rewrites it like any other.
   * @param owner the enterprise whose document it is
   * @throws ConversionRefused, EngineBusy when too many wait, ConversionFailed
   */
  async toPdf(bytes: Uint8Array, format: ConvertibleFormat, owner: number): Promise<Uint8Array> {
    if (format !== 'txt' && format !== 'jpg' && format !== 'png') {
      checkOfficeFile(bytes, format);
      return this.#options.office.toPdf(bytes, format, owner);
    }
    const { containment = UNCONTAINED, deadline = 15_000, fonts } = this.#options;
    const { signal } = this.#closing;
    const options = { containment, fonts, deadline, signal };
    return this.#turns.take(() => convertContained(bytes, format, options));
  }

  /** Ends all that runs. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#options.office.close();
  }
}
