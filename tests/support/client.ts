import type { InputOf, Operation } from '@cinnabar/api/operation.js';
import type { DataOf, Sent } from '@cinnabar/api/wire.js';
import { ask } from './ask.js';

export type { DataOf, Sent, Wire } from '@cinnabar/api/wire.js';

export interface Envelope<Data = unknown> {
  readonly code: string;
  readonly msg: string;
  readonly data: Data;
  readonly reason?: string;
  readonly field?: string;
  readonly problems?: readonly { readonly field: string; readonly msg: string }[];
  readonly listPageNo?: number;
  readonly countInPage?: number;
  readonly listPageCount?: number;
  readonly totalCount?: number;
}

export interface Answered<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly envelope: Envelope<Data>;
}

export type RequestHeaders = Readonly<Record<string, string>>;

/** A client of the interface that sends exactly what it is given, invalid input included. */
export class Client {
  constructor(
    readonly baseUrl: string,
    /** Sent with every request; headers of a single request take precedence. */
    readonly headers: RequestHeaders = {},
  ) {}

  /** The same client with additional headers, such as another userId. */
  with(headers: RequestHeaders): Client {
    return new Client(this.baseUrl, { ...this.headers, ...headers });
  }

  /** Posts JSON; a string is sent unchanged. */
  async post<Data = unknown>(
    path: string,
    body: unknown,
    headers: RequestHeaders = {},
  ): Promise<Answered<Data>> {
    const response = await ask(this.baseUrl + path, {
      method: 'POST',
      headers: new Headers({ 'content-type': 'application/json', ...this.headers, ...headers }),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const envelope: Envelope<Data> = JSON.parse(await response.text());
    return { status: response.status, headers: response.headers, envelope };
  }

  /** Posts an operation's request with the type of its schema. */
  call<O extends Operation>(
    operation: O,
    input: Sent<InputOf<O>>,
    headers: RequestHeaders = {},
  ): Promise<Answered<DataOf<O>>> {
    return this.post(operation.path, input, headers);
  }

  /** Like `call`, for requests that must succeed: returns the data alone. */
  async data<O extends Operation>(
    operation: O,
    input: Sent<InputOf<O>>,
    headers: RequestHeaders = {},
  ): Promise<DataOf<O>> {
    const { status, envelope } = await this.call(operation, input, headers);
    if (status === 200 && envelope.code === operation.successCode) return envelope.data;
    throw new Error(`${operation.path} answered ${status} ${JSON.stringify(envelope)}`);
  }

  /** Sends a file as a form in the field `file`. */
  async upload<Data = unknown>(
    path: string,
    file: { readonly name: string; readonly bytes: Uint8Array; readonly mediaType?: string },
    headers: RequestHeaders = {},
  ): Promise<Answered<Data>> {
    const form = new FormData();
    const mediaType = file.mediaType ?? 'application/octet-stream';
    form.append('file', new Blob([Uint8Array.from(file.bytes)], { type: mediaType }), file.name);
    const response = await ask(this.baseUrl + path, {
      method: 'POST',
      headers: new Headers({ ...this.headers, ...headers }),
      body: form,
    });
    const envelope: Envelope<Data> = JSON.parse(await response.text());
    return { status: response.status, headers: response.headers, envelope };
  }
}
