// Lower bound for committing a signature: one P-256 signature, one SHA-256, one synchronous write.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** @returns ms for this number of files of that size, bytes */
export function signingLimit(files, size) {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-limit-'));
  const bytes = Buffer.alloc(size, 7);
  try {
    const began = performance.now();
    for (let number = 1; number <= files; number += 1) {
      createHash('sha256').update(bytes).digest();
      sign('sha256', bytes.subarray(0, 256), privateKey);
      const file = openSync(join(folder, String(number)), 'w');
      writeSync(file, bytes);
      fsyncSync(file);
      closeSync(file);
    }
    return performance.now() - began;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
