import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DerError } from '@cinnabar/pki/asn1/der.js';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import { type Config, InvalidSetting } from './config.js';

/** File extensions read in a folder. */
const PEM_NAME = /\.(?:pem|crt)$/i;

/**
 * The external authorities whose signatures are trusted in the verification of any file, DER: those of a PEM file, or
 * of all `.pem` and `.crt` files in a folder; none without the setting.
 * @throws InvalidSetting
 */
export async function readSignatureTrust({
  signatureTrust: path,
}: Pick<Config, 'signatureTrust'>): Promise<readonly Uint8Array[]> {
  if (path === null) return [];
  const files = await orInvalid(() => filesAt(path));
  if (files.length === 0)
    throw new InvalidSetting('SIGNATURE_TRUST', `${path} contains no .pem or .crt file`);
  const trusted: Uint8Array[] = [];
  for (const file of files) {
    const found = await orInvalid(async () => certificatesInPem(await readFile(file, 'latin1')));
    if (found.length === 0)
      throw new InvalidSetting('SIGNATURE_TRUST', `${file} contains no PEM certificate`);
    trusted.push(...found.map(({ bytes }) => bytes));
  }
  return trusted;
}

async function filesAt(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => PEM_NAME.test(name))
    .toSorted()
    .map((name) => join(path, name));
}

async function orInvalid<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DerError || (error instanceof Error && 'code' in error))
      throw new InvalidSetting('SIGNATURE_TRUST', error.message);
    throw error;
  }
}
