/** Input of an upload: a file by its path, or bytes with a name. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A stream of bytes: a web stream, a Node.js stream or a generator. */
export type Bytes =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

export type FileToSend =
  | {
      /** Path of the file, or a file object with a name. */
      readonly file: string | URL | File;
      /** Defaults to the base name of the file. */
      readonly fileName?: string | undefined;
    }
  | {
      /** The bytes of the file. */
      readonly file: Bytes;
      /** Name of the file, such as `采购合同.pdf`. */
      readonly fileName: string;
    };

/**
 * Reads the file into memory: a retry must send the same bytes, and a stream can be read only once. The service accepts
 * at most 50 MiB.
 */
export async function fileOf({ file, fileName }: FileToSend): Promise<File> {
  if (typeof file === 'string' || file instanceof URL) {
    const path = file instanceof URL ? fileURLToPath(file) : file;
    return new File([await readFile(path)], fileName ?? basename(path));
  }
  const name = fileName ?? (file instanceof File ? file.name : undefined);
  if (name === undefined || name === '')
    throw new TypeError('fileName is required: bytes have no name of their own');
  return new File(await partsOf(file), name);
}

async function partsOf(file: Bytes): Promise<(Blob | Uint8Array<ArrayBuffer> | string)[]> {
  if (file instanceof Blob) return [file];
  if (file instanceof ArrayBuffer) return [new Uint8Array(file)];
  if (file instanceof Uint8Array) return [Uint8Array.from(file)];
  const parts: (Uint8Array<ArrayBuffer> | string)[] = [];
  for await (const part of file) parts.push(typeof part === 'string' ? part : Uint8Array.from(part));
  return parts;
}
