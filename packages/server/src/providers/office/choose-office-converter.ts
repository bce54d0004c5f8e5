import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { buildFontCache } from './build-font-cache.js';
import { findLibreOffice, type LibreOffice } from './find-libreoffice.js';
import { type Isolation, isolationBy } from './isolation.js';
import { LibreOfficePool } from './libreoffice-pool.js';
import { removeLeftFolders } from './office-folder.js';
import { OneShotLibreOffice } from './one-shot-libreoffice.js';
import type { OfficeConverter, OfficeConverterKind, OfficeFormat } from './port.js';
import { RemoteConverter } from './remote-converter.js';

export interface OfficeOptions {
  /** A remote conversion service; null: the installed LibreOffice. */
  readonly url: string | null;
  readonly processes: number;
  readonly fontDir: string | null;
  readonly containment: Containment;
  /** How LibreOffice is searched for. */
  readonly find?: () => Promise<LibreOffice | null>;
  /** How it is isolated. */
  readonly isolate?: (containment: Containment) => Promise<Isolation | null>;
}

/** ms for one document. */
const DEADLINE = 60_000;

/** Description of the converter that would be used now. */
export async function officeConverterKind(
  url: string | null,
  containment: Containment,
): Promise<OfficeConverterKind> {
  if (url !== null) return 'remote';
  const installed = await findLibreOffice();
  if (installed === null) return 'none';
  if ((await isolationBy(containment)) === null) return 'libreoffice-refused';
  return installed.python === null ? 'libreoffice-one-shot' : 'libreoffice-kept-running';
}

/**
 * The configured converter, otherwise the installed LibreOffice. It is searched for when the first document arrives,
 * and again as long as none is found, so that installing it requires no restart.
 */
export function chooseOfficeConverter(options: OfficeOptions): OfficeConverter {
  const { url, processes } = options;
  if (url !== null) return new RemoteConverter({ url, processes, deadline: DEADLINE });
  return new InstalledLibreOffice(options);
}

class InstalledLibreOffice implements OfficeConverter {
  readonly #options: OfficeOptions;
  #found: Promise<OfficeConverter | ConversionRefused> | null = null;

  constructor(options: OfficeOptions) {
    this.#options = options;
  }

  async toPdf(document: Uint8Array, format: OfficeFormat, owner: number): Promise<Uint8Array> {
    this.#found ??= this.#find();
    const converter = await this.#found;
    if (!(converter instanceof ConversionRefused)) return converter.toPdf(document, format, owner);
    this.#found = null;
    throw converter;
  }

  async close(): Promise<void> {
    const converter = await this.#found;
    if (!(converter instanceof ConversionRefused)) await converter?.close();
  }

  /** @returns the converter, or the reason why there is none */
  async #find(): Promise<OfficeConverter | ConversionRefused> {
    const { processes, fontDir, containment } = this.#options;
    const { find = findLibreOffice, isolate = isolationBy } = this.#options;
    const installed = await find();
    if (installed === null) return new ConversionRefused('NO_CONVERTER', 'LibreOffice is not installed');
    const isolation = await isolate(containment);
    if (isolation === null)
      return new ConversionRefused(
        'NO_CONVERTER',
        'LibreOffice cannot be isolated from the network on this machine',
      );
    await removeLeftFolders();
    await buildFontCache(isolation, fontDir);
    const { soffice, python } = installed;
    const shared = { soffice, isolation, fontDir, processes, deadline: DEADLINE };
    return python === null ? new OneShotLibreOffice(shared) : new LibreOfficePool({ ...shared, python });
  }
}
