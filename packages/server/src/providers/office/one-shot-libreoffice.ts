import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { killGroup } from '@cinnabar/pdf/containment/kill-group.js';
import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { Turns } from '@cinnabar/pdf/engine/turns.js';
import type { Isolation } from './isolation.js';
import { openOfficeFolder } from './office-folder.js';
import type { OfficeConverter, OfficeFormat } from './port.js';
import { startGroup } from './process-group.js';

export interface OneShotOptions {
  readonly soffice: string;
  readonly isolation: Isolation;
  readonly fontDir: string | null;
  readonly processes: number;
  /** ms for one document. */
  readonly deadline: number;
}

const MAY_WAIT = 64;

/** Starts LibreOffice for every document: for machines whose Python cannot connect to a running instance. */
export class OneShotLibreOffice implements OfficeConverter {
  readonly #options: OneShotOptions;
  readonly #turns: Turns;
  readonly #closing = new AbortController();

  constructor(options: OneShotOptions) {
    this.#options = options;
    this.#turns = new Turns({ atOnce: options.processes, mayWait: MAY_WAIT });
  }

  toPdf(document: Uint8Array, format: OfficeFormat): Promise<Uint8Array> {
    return this.#turns.take(() => this.#convert(document, format));
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #convert(document: Uint8Array, format: OfficeFormat): Promise<Uint8Array> {
    const folder = await openOfficeFolder(this.#options.fontDir, [this.#options.soffice]);
    try {
      const source = join(folder.path, `document.${format}`);
      await writeFile(source, document, { mode: 0o600 });
      const ended = await this.#run(folder, source);
      if (ended === 'late') throw new ConversionRefused('TOO_SLOW', `${this.#options.deadline} ms`);
      // LibreOffice exits with success even if it could not read the document.
      return new Uint8Array(await readFile(join(folder.path, 'document.pdf')));
    } catch (error) {
      if (error instanceof ConversionRefused) throw error;
      throw new ConversionRefused('BROKEN', error instanceof Error ? error.message : String(error));
    } finally {
      await folder.remove();
    }
  }

  #run(
    { path, profile, environment, access }: Awaited<ReturnType<typeof openOfficeFolder>>,
    source: string,
  ): Promise<'ended' | 'late'> {
    const { soffice, isolation, deadline } = this.#options;
    const own = `-env:UserInstallation=${profile}`;
    const quietly = ['--headless', '--norestore', '--nologo', '--nolockcheck'];
    const work = ['--convert-to', 'pdf:writer_pdf_Export', '--outdir', path, source];
    const leader = startGroup(soffice, [own, ...quietly, ...work], {
      environment,
      isolation,
      access,
      folder: path,
    });
    const { signal } = this.#closing;
    const stop = (): void => killGroup(leader);
    signal.addEventListener('abort', stop);
    return new Promise((resolve) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        stop();
      }, deadline);
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        killGroup(leader);
        resolve(late ? 'late' : 'ended');
      };
      leader.stdout?.resume();
      leader.once('error', settle);
      leader.once('close', settle);
      if (signal.aborted) stop();
    });
  }
}
