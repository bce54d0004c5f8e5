import type { ChildProcess } from 'node:child_process';
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { killGroup } from '@cinnabar/pdf/containment/kill-group.js';
import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import type { Isolation } from './isolation.js';
import { type OfficeFolder, openOfficeFolder } from './office-folder.js';
import type { OfficeFormat } from './port.js';
import { startGroup } from './process-group.js';

export interface RunningOptions {
  readonly soffice: string;
  readonly python: string;
  readonly isolation: Isolation;
  readonly fontDir: string | null;
}

/** LibreOffice's names of its import filters: with an explicit filter it never interprets a file as another format. */
const FILTERS: Readonly<Record<OfficeFormat, string>> = {
  doc: 'MS Word 97',
  docx: 'MS Word 2007 XML',
  odt: 'writer8',
  rtf: 'Rich Text Format',
};

const SCRIPT = fileURLToPath(new URL('../../../office/convert.py', import.meta.url));

interface Answer {
  readonly result: string;
  readonly detail: string;
}

/** A LibreOffice that stays running between documents, controlled through office/convert.py; one document at a time. */
export class RunningLibreOffice {
  readonly #folder: OfficeFolder;
  readonly #leader: ChildProcess;
  #alive = true;
  #converted = 0;
  /** Reads the next line of the script's output; null at its end. */
  #onAnswer: ((answer: Answer | null) => void) | null = null;
  readonly #gone: Promise<void>;

  /** @throws ConversionRefused CONVERTER_AWAY if it does not start */
  static async start(options: RunningOptions, deadline: number): Promise<RunningLibreOffice> {
    const folder = await openOfficeFolder(options.fontDir, [options.soffice, options.python]);
    const office = new RunningLibreOffice(folder, options);
    try {
      await office.#next(deadline);
      return office;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new ConversionRefused('CONVERTER_AWAY', `LibreOffice did not start (${detail})`);
    }
  }

  private constructor(folder: OfficeFolder, { soffice, python, isolation }: RunningOptions) {
    this.#folder = folder;
    const { environment, path, pipe, access } = folder;
    this.#leader = startGroup(python, ['-I', SCRIPT, soffice, path, pipe], {
      environment,
      isolation,
      access,
      folder: path,
    });
    this.#gone = new Promise((resolve) => {
      const ended = (): void => {
        this.#alive = false;
        this.#onAnswer?.(null);
        // The script may end before LibreOffice does.
        killGroup(this.#leader);
        resolve(folder.remove().catch(() => undefined));
      };
      this.#leader.once('error', ended);
      this.#leader.once('close', ended);
    });
    // Errors of writing to an ended script are detected by its exit.
    this.#leader.stdin?.on('error', () => undefined);
    if (this.#leader.stdout !== null) {
      createInterface({ input: this.#leader.stdout }).on('line', (line) =>
        this.#onAnswer?.(readAnswer(line)),
      );
    }
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Number of documents converted. */
  get converted(): number {
    return this.#converted;
  }

  /** Process group, for tests that kill it from outside. */
  get processGroup(): number | undefined {
    return this.#leader.pid;
  }

  /**
   * @param deadline ms; a document that takes longer or crashes LibreOffice ends this instance
   * @throws ConversionRefused
   */
  async toPdf(document: Uint8Array, format: OfficeFormat, deadline: number): Promise<Uint8Array> {
    this.#converted += 1;
    const source = join(this.#folder.path, `document.${format}`);
    const target = join(this.#folder.path, 'document.pdf');
    try {
      await writeFile(source, document, { mode: 0o600 });
      this.#leader.stdin?.write(`${JSON.stringify({ source, target, filter: FILTERS[format] })}\n`);
      const { result, detail } = await this.#next(deadline);
      if (result === 'done') return new Uint8Array(await readFile(target));
      throw new ConversionRefused(result === 'password' ? 'PASSWORD' : 'BROKEN', detail);
    } finally {
      await Promise.all([source, target].map((file) => unlink(file).catch(() => undefined)));
    }
  }

  async end(): Promise<void> {
    killGroup(this.#leader);
    await this.#gone;
  }

  async #next(deadline: number): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), deadline);
    });
    const answered = new Promise<Answer | null>((resolve) => {
      this.#onAnswer = resolve;
      if (!this.#alive) resolve(null);
    });
    const answer = await Promise.race([answered, late]);
    clearTimeout(timer);
    this.#onAnswer = null;
    if (answer !== null && answer !== 'late') return answer;
    await this.end();
    if (answer === 'late') throw new ConversionRefused('TOO_SLOW', `${deadline} ms`);
    throw new ConversionRefused('BROKEN', 'LibreOffice crashed');
  }
}

function readAnswer(line: string): Answer {
  const value: unknown = JSON.parse(line);
  const fits = typeof value === 'object' && value !== null && 'result' in value && 'detail' in value;
  return fits ? { result: String(value.result), detail: String(value.detail) } : { result: '', detail: line };
}
