/** A file response. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** A file that the service answered with. */
export class Download {
  /** Name given by the service, such as `采购合同.pdf`. */
  readonly fileName: string;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  /** The bytes, streamed. They can be consumed once, either here or by one of the methods. */
  readonly stream: ReadableStream<Uint8Array>;

  constructor(response: Response) {
    this.fileName = nameIn(response.headers.get('content-disposition') ?? '');
    this.mediaType = response.headers.get('content-type') ?? 'application/octet-stream';
    this.stream = response.body ?? new Blob([]).stream();
  }

  /** Reads the whole file into memory. */
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await new Response(this.stream).arrayBuffer());
  }

  /** Saves the file; a failed download leaves no file under this name. */
  async saveTo(path: string): Promise<void> {
    const unfinished = `${path}.${randomUUID()}.part`;
    try {
      await pipeline(this.stream, createWriteStream(unfinished, { flags: 'wx' }));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}

/** File name in Content-Disposition; `filename*` takes precedence over `filename` (RFC 6266, 4.3). */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
}
