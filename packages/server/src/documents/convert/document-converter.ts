import { checkOfficeFile } from './check-office-file.js';
import type { ContainedFormat } from './contained-protocol.js';
import { convertContained } from './convert-contained.js';
import type { OfficeConverter, OfficeFormat } from './office-converter.js';
import { Turns } from './turns.js';

/** What becomes a PDF here. */
export type ConvertibleFormat = ContainedFormat | OfficeFormat;

export interface DocumentConverterOptions {
  readonly office: OfficeConverter;
  /** The operator's own fonts; see loadFonts. */
  readonly fontDir: string | null;
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
   * @throws ConversionRefused, EngineBusy when too many wait, ConversionFailed
   */
  async toPdf(bytes: Uint8Array, format: ConvertibleFormat): Promise<Uint8Array> {
    if (format !== 'txt' && format !== 'jpg' && format !== 'png') {
      checkOfficeFile(bytes, format);
      return this.#options.office.toPdf(bytes, format);
    }
    const { fontDir, deadline = 15_000 } = this.#options;
    const { signal } = this.#closing;
    return this.#turns.take(() => convertContained(bytes, format, { fontDir, deadline, signal }));
  }

  /** Ends all that runs. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#options.office.close();
  }
}
