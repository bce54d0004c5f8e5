import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSync } from '../programs.js';
import { withFolder } from './pdf-tools.js';

/** A signature as found in the bytes of a file. */
export interface FoundSignature {
  /** The signed bytes, with both ranges joined. */
  readonly covered: Buffer;
  /** The CMS without its trailing zeros. */
  readonly cms: Buffer;
  /** Number of zero bytes after the CMS. */
  readonly padding: number;
  readonly ranges: readonly [number, number, number, number];
}

/** Finds signatures by their /ByteRange, without a PDF parser of ours. */
export function signaturesIn(pdf: Uint8Array): FoundSignature[] {
  const bytes = Buffer.from(pdf);
  const text = bytes.toString('latin1');
  return [...text.matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+) *\]/g)].map((match) => {
    const [a, b, c, d] = match.slice(1).map(Number);
    const ranges = [a ?? 0, b ?? 0, c ?? 0, d ?? 0] as const;
    const covered = Buffer.concat([
      bytes.subarray(ranges[0], ranges[0] + ranges[1]),
      bytes.subarray(ranges[2], ranges[2] + ranges[3]),
    ]);
    const contents = Buffer.from(text.slice(ranges[1] + 1, ranges[2] - 1), 'hex');
    const length = contents.readUInt16BE(2) + 4;
    return { covered, cms: contents.subarray(0, length), padding: contents.length - length, ranges };
  });
}

/** OpenSSL's verdict on a CAdES signature; '' if it accepts, otherwise its output. */
export function opensslProblems(signature: FoundSignature, rootPem: string): string {
  return withFolder((folder) => {
    const file = (name: string, content: Uint8Array | string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const { status, stderr } = runSync('openssl', [
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      file('signature.der', signature.cms),
      '-content',
      file('covered.bin', signature.covered),
      '-CAfile',
      file('root.pem', rootPem),
      '-purpose',
      'any',
      '-out',
      join(folder, 'out.bin'),
    ]);
    return status === 0 ? '' : stderr.toString();
  });
}
