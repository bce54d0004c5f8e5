import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { unzipSync } from 'fflate';
import type { OfficeFormat } from '../providers/office/port.js';

/** Signature of compound files ([MS-CFB] section 2.2). */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Limit of unpacked bytes: a contract of 50 MiB with its pictures unpacks to a small multiple of its size. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const MAX_ENTRIES = 10_000;

/**
 * Refuses files without starting a converter: an encrypted docx, which is a compound file around the document
 * ([MS-OFFCRYPTO] section 1.3.2), and an archive that declares an implausible unpacked size. Nothing is unpacked.
 * @throws ConversionRefused PASSWORD, TOO_LARGE, BROKEN
 */
export function checkOfficeFile(bytes: Uint8Array, format: OfficeFormat): void {
  if (format === 'doc' || format === 'rtf') return;
  if (OLE.equals(bytes.subarray(0, OLE.length))) {
    throw new ConversionRefused('PASSWORD', 'an encrypted package');
  }
  let entries = 0;
  let unpacked = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        entries += 1;
        unpacked += originalSize;
        return false;
      },
    });
  } catch (error) {
    throw new ConversionRefused('BROKEN', error instanceof Error ? error.message : String(error));
  }
  if (entries > MAX_ENTRIES || unpacked > MAX_UNPACKED_BYTES) {
    throw new ConversionRefused('TOO_LARGE', `${entries} entries of ${unpacked} bytes`);
  }
}
