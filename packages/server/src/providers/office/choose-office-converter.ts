import { ConversionRefused } from '../../documents/convert/conversion-refused.js';
import type {
  OfficeConverter,
  OfficeConverterKind,
  OfficeFormat,
} from '../../documents/convert/office-converter.js';
import { canIsolate, findLibreOffice, type LibreOffice } from './find-libreoffice.js';
import { LibreOfficePool } from './libreoffice-pool.js';
import { OneShotLibreOffice } from './one-shot-libreoffice.js';
import { RemoteConverter } from './remote-converter.js';

export interface OfficeOptions {
  /** A conversion service elsewhere; null: what is installed here. */
  readonly url: string | null;
  readonly processes: number;
  readonly fontDir: string | null;
  /** How LibreOffice is looked for. */
  readonly find?: () => Promise<LibreOffice | null>;
}

/** ms for one document. */
const DEADLINE = 60_000;

/** What documents would be converted with as things are now. */
export async function officeConverterKind(url: string | null): Promise<OfficeConverterKind> {
  if (url !== null) return 'remote';
  const installed = await findLibreOffice();
  if (installed === null) return 'none';
  return installed.python === null ? 'libreoffice-one-shot' : 'libreoffice-kept-running';
}

/**
 * The converter that is set up, else the LibreOffice that is installed. It is looked for when the first document
 * comes, and again as long as there is none: who installs it needs no restart.
 */
export function chooseOfficeConverter(options: OfficeOptions): OfficeConverter {
  const { url, processes, fontDir, find = findLibreOffice } = options;
  if (url !== null) return new RemoteConverter({ url, processes, deadline: DEADLINE });
  return new InstalledLibreOffice(processes, fontDir, find);
}

class InstalledLibreOffice implements OfficeConverter {
  readonly #processes: number;
  readonly #fontDir: string | null;
  readonly #look: () => Promise<LibreOffice | null>;
  #found: Promise<OfficeConverter | null> | null = null;

  constructor(processes: number, fontDir: string | null, look: () => Promise<LibreOffice | null>) {
    this.#processes = processes;
    this.#fontDir = fontDir;
    this.#look = look;
  }

  async toPdf(document: Uint8Array, format: OfficeFormat): Promise<Uint8Array> {
    this.#found ??= this.#find();
    const converter = await this.#found;
    if (converter !== null) return converter.toPdf(document, format);
    this.#found = null;
    throw new ConversionRefused('NO_CONVERTER', 'LibreOffice is not installed');
  }

  async close(): Promise<void> {
    await (await this.#found)?.close();
  }

  async #find(): Promise<OfficeConverter | null> {
    const installed = await this.#look();
    if (installed === null) return null;
    const { soffice, python } = installed;
    const shared = {
      soffice,
      isolated: await canIsolate(),
      fontDir: this.#fontDir,
      processes: this.#processes,
      deadline: DEADLINE,
    };
    return python === null ? new OneShotLibreOffice(shared) : new LibreOfficePool({ ...shared, python });
  }
}
