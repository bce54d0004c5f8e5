import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSync } from './programs.js';

export interface OpensslVerdict {
  readonly ok: boolean;
  /** Its output on both streams. */
  readonly text: string;
  readonly stdout: Buffer;
}

/** A folder for files that openssl reads by name. */
export class OpensslFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'cinnabar-openssl-'));

  put(name: string, content: Uint8Array | string): string {
    writeFileSync(join(this.path, name), content);
    return join(this.path, name);
  }

  run(...args: readonly string[]): OpensslVerdict {
    const { status, stdout, stderr } = runSync('openssl', args, { cwd: this.path });
    return { ok: status === 0, text: `${stdout}${stderr}`, stdout };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
