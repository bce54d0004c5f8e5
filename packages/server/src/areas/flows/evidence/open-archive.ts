import { unzipSync } from 'fflate';

/** The file is not an evidence archive, or exceeds the limits for unpacking. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

const MAX_BYTES = 2 * 1024 ** 3;
const MAX_ENTRIES = 10_000;

/** The files of an archive by their names. @throws ArchiveRefused */
export function openArchive(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  let total = 0;
  let count = 0;
  const names = new Set<string>();
  try {
    const entries = unzipSync(bytes, {
      filter({ name, originalSize }) {
        total += originalSize;
        // A directory entry has no content, and a plain object would drop the name `__proto__`.
        if (name === '__proto__' || (name.endsWith('/') && originalSize > 0))
          throw new ArchiveRefused(`it has a part of the name ${name}`);
        count += 1;
        if (total > MAX_BYTES || count > MAX_ENTRIES) throw new ArchiveRefused('it is too large');
        if (names.has(name)) throw new ArchiveRefused(`it has ${name} twice`);
        names.add(name);
        return !name.endsWith('/');
      },
    });
    return new Map(Object.entries(entries));
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    throw new ArchiveRefused('it is not a readable ZIP archive');
  }
}
