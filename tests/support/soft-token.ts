import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOFTHSM } from '../../scripts/test-tools/tools.mjs';
import { outputOf } from './programs.js';

/** A token of SoftHSM in a folder of its own. Programs that are started from now on find it by SOFTHSM2_CONF. */
export class SoftToken {
  static readonly PIN = '271828';
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<SoftToken> {
    const token = new SoftToken(await mkdtemp(join(tmpdir(), 'cinnabar-token-')));
    await mkdir(token.#tokens);
    const config = join(token.#folder, 'softhsm2.conf');
    await writeFile(
      config,
      `directories.tokendir = ${token.#tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`,
    );
    process.env['SOFTHSM2_CONF'] = config;
    await outputOf('env', [
      ...[`SOFTHSM2_CONF=${config}`, 'softhsm2-util', '--init-token', '--free', '--label', 'cinnabar'],
      ...['--pin', SoftToken.PIN, '--so-pin', '3141592653'],
    ]);
    return token;
  }

  get #tokens(): string {
    return join(this.#folder, 'tokens');
  }

  get settings(): Readonly<Record<string, string>> {
    return { PKCS11_MODULE: SOFTHSM, PKCS11_TOKEN: 'cinnabar', PKCS11_PIN: SoftToken.PIN };
  }

  remove(): Promise<void> {
    return rename(this.#tokens, `${this.#tokens}-removed`);
  }

  putBack(): Promise<void> {
    return rename(`${this.#tokens}-removed`, this.#tokens);
  }

  /** As if another process did something at the same time: the number by which programs learn of changes is as before. */
  async untold<Result>(work: () => Promise<Result>): Promise<Result> {
    const [folder = ''] = await readdir(this.#tokens);
    const file = join(this.#tokens, folder, 'generation');
    const before = await readFile(file);
    const result = await work();
    await writeFile(file, before);
    return result;
  }

  /** What pkcs11-tool lists of the private keys. */
  privateKeys(): Promise<string> {
    return this.#list('privkey');
  }

  secretKeys(): Promise<string> {
    return this.#list('secrkey');
  }

  async #list(type: string): Promise<string> {
    const config = join(this.#folder, 'softhsm2.conf');
    const listed = await outputOf('env', [
      ...[`SOFTHSM2_CONF=${config}`, 'pkcs11-tool', '--module', SOFTHSM, '--token-label', 'cinnabar'],
      ...['--login', '--pin', SoftToken.PIN, '--list-objects', '--type', type],
    ]);
    return listed.toString();
  }

  async delete(): Promise<void> {
    delete process.env['SOFTHSM2_CONF'];
    await rm(this.#folder, { recursive: true, force: true });
  }
}
