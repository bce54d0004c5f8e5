import { type Containment, UNCONTAINED } from '@cinnabar/pdf/containment/containment.js';
import type { ContainedFormat } from '@cinnabar/pdf/convert/contained-protocol.js';
import { convertContained } from '@cinnabar/pdf/convert/convert-contained.js';
import { Turns } from '@cinnabar/pdf/engine/turns.js';
import type { FontFiles } from '@cinnabar/pdf/fonts/font-files.js';
import type { OfficeConverter, OfficeFormat } from '../providers/office/port.js';
import { checkOfficeFile } from './check-office-file.js';

/** Types that are converted to PDF here. */
export type ConvertibleFormat = ContainedFormat | OfficeFormat;

export interface DocumentConverterOptions {
  /** Isolation of the parsers of pictures and texts; none by default. */
  readonly containment?: Containment;
  readonly office: OfficeConverter;
  /** Fonts in which texts are set. */
  readonly fonts: FontFiles;
  /** Time limit for a picture or a text, ms. */
  readonly deadline?: number;
}

/** Limit of concurrent conversions: each may briefly use up to a gigabyte. */
const MAX_CONCURRENT = 2;
const MAY_WAIT = 64;

/** Converts documents to PDF: pictures and texts in processes of our own, office files through the port. */
export class DocumentConverter {
  readonly #options: DocumentConverterOptions;
  readonly #turns = new Turns({ atOnce: MAX_CONCURRENT, mayWait: MAY_WAIT });
  readonly #closing = new AbortController();

  constructor(options: DocumentConverterOptions) {
    this.#options = options;
  }

  /**
   * The result still contains untrusted input: importPdf rewrites it like any uploaded PDF.
   * @param owner the enterprise that owns the document
   * @throws ConversionRefused, EngineBusy if too many are queued, ConversionFailed
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

  /** Terminates all running conversions. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#options.office.close();
  }
}
