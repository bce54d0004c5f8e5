import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What happens to the next document instead of its conversion. */
export type GotenbergFault = { readonly status: number } | 'hang up' | 'half' | 'silent' | 'redirect';

export interface GotenbergOptions {
  /** null: no authentication. */
  readonly account: { readonly user: string; readonly password: string } | null;
  readonly convert: (document: Uint8Array) => Promise<Uint8Array>;
}

/** A strict Gotenberg: one route, its form, its status codes, and basic authentication. */
export class FakeGotenberg {
  readonly #server: Server;
  readonly #options: GotenbergOptions;
  readonly #faults: GotenbergFault[] = [];

  private constructor(options: GotenbergOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.writeHead(500).end());
    });
  }

  static async open(options: GotenbergOptions): Promise<FakeGotenberg> {
    const fake = new FakeGotenberg(options);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  /** With the credentials, as in OFFICE_CONVERTER_URL. */
  get url(): string {
    const { account } = this.#options;
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the fake is closed');
    const known = account === null ? '' : `${account.user}:${encodeURIComponent(account.password)}@`;
    return `http://${known}127.0.0.1:${address.port}/forms/libreoffice/convert`;
  }

  failNext(...faults: readonly GotenbergFault[]): void {
    this.#faults.push(...faults);
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const refuse = (status: number) => response.writeHead(status, { 'content-type': 'text/plain' }).end();
    if (request.method !== 'POST') return void refuse(405);
    if (request.url !== '/forms/libreoffice/convert') return void refuse(404);
    if (!this.#isKnown(request.headers.authorization)) return void refuse(401);
    const type = request.headers['content-type'] ?? '';
    if (!type.startsWith('multipart/form-data;')) return void refuse(415);
    const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
    const files = form.getAll('files');
    const [file] = files;
    if (!(file instanceof File) || files.length > 1) return void refuse(400);
    if (!/^document\.(doc|docx|odt|rtf)$/.test(file.name)) return void refuse(400);
    const fault = this.#faults.shift();
    if (fault === undefined || fault === 'half') {
      const pdf = await this.#options.convert(new Uint8Array(await file.arrayBuffer()));
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length });
      if (fault === undefined) response.end(pdf);
      else response.write(pdf.subarray(0, pdf.length / 2), () => response.destroy());
    } else if (fault === 'hang up') response.destroy();
    else if (fault === 'redirect') response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
    else if (fault !== 'silent') refuse(fault.status);
  }

  #isKnown(authorization: string | undefined): boolean {
    const { account } = this.#options;
    if (account === null) return true;
    const expected = Buffer.from(`${account.user}:${account.password}`, 'utf8').toString('base64');
    return authorization === `Basic ${expected}`;
  }
}
