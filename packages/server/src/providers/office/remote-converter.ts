import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { Turns } from '@cinnabar/pdf/engine/turns.js';
import type { OfficeConverter, OfficeFormat } from './port.js';

export interface RemoteOptions {
  /**
   * Accepts a form with the document in the field `files` and responds with the PDF, like Gotenberg. May contain user
   * name and password.
   */
  readonly url: string;
  readonly processes: number;
  /** ms for one document. */
  readonly deadline: number;
}

const MAY_WAIT = 64;
const MAX_BYTES = 256 * 1024 * 1024;

/** A remote conversion service in the operator's own network. */
export class RemoteConverter implements OfficeConverter {
  readonly #options: RemoteOptions;
  readonly #turns: Turns;
  readonly #closing = new AbortController();
  readonly #address: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: RemoteOptions) {
    this.#options = options;
    const { address, headers } = withoutCredentials(options.url);
    this.#address = address;
    this.#headers = headers;
    this.#turns = new Turns({ atOnce: options.processes, mayWait: MAY_WAIT });
  }

  toPdf(document: Uint8Array, format: OfficeFormat): Promise<Uint8Array> {
    return this.#turns.take(() => this.#convert(document, format));
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #convert(document: Uint8Array, format: OfficeFormat): Promise<Uint8Array> {
    const { deadline } = this.#options;
    const form = new FormData();
    // The original file name is not disclosed to the converter.
    form.append('files', new Blob([Uint8Array.from(document)]), `document.${format}`);
    const signal = AbortSignal.any([AbortSignal.timeout(deadline), this.#closing.signal]);
    try {
      const request = {
        method: 'POST',
        headers: this.#headers,
        body: form,
        signal,
        redirect: 'error',
      } as const;
      const response = await fetch(this.#address, request);
      if (response.ok) return await boundedBody(response);
      await response.body?.cancel();
      throw new ConversionRefused(refusalOf(response.status), `the converter answered ${response.status}`);
    } catch (error) {
      if (error instanceof ConversionRefused) throw error;
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new ConversionRefused('TOO_SLOW', `${deadline} ms`);
      }
      const detail = error instanceof Error ? error.message : String(error);
      throw new ConversionRefused('CONVERTER_AWAY', `the converter cannot be reached: ${detail}`);
    }
  }
}

/** `fetch` accepts no addresses with user name and password. */
function withoutCredentials(url: string): {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { address: address.href, headers: {} };
  address.username = '';
  address.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const basic = Buffer.from(credentials, 'utf8').toString('base64');
  return { address: address.href, headers: { authorization: `Basic ${basic}` } };
}

/** Only these concern the document; all others, such as 401, 404 or 429, concern the service and its settings. */
function refusalOf(status: number): 'BROKEN' | 'TOO_LARGE' | 'CONVERTER_AWAY' {
  if (status === 400 || status === 422) return 'BROKEN';
  return status === 413 ? 'TOO_LARGE' : 'CONVERTER_AWAY';
}

async function boundedBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new ConversionRefused('TOO_LARGE', `more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
