/** The machine's clock as processes see it, by Debian's libfaketime: it is set, and timers go on as they were. */
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

export class SteppedClock {
  readonly #file: string;
  #aheadSeconds = 0;

  private constructor(file: string) {
    this.#file = file;
  }

  /** @param folder where the distance from the true time is kept */
  static async make(folder: string): Promise<SteppedClock> {
    if (!existsSync(LIBRARY)) throw new Error('needs faketime of Debian');
    const clock = new SteppedClock(join(folder, 'ahead'));
    await clock.set(0);
    return clock;
  }

  /** Of the processes that shall see it. */
  get environment(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  get aheadSeconds(): number {
    return this.#aheadSeconds;
  }

  /** Sets it to the true time and these seconds, for all processes at once. */
  async set(aheadSeconds: number): Promise<void> {
    const next = `${this.#file}.next`;
    await writeFile(next, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}\n`);
    await rename(next, this.#file);
    this.#aheadSeconds = aheadSeconds;
  }
}
