// A client with little overhead, because it shares the cores with the service that it measures.
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

class Client {
  #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  #headers;
  #took;

  /** @param took called with path and duration in ms of every request made by `call` */
  constructor(baseUrl, headers = {}, took = () => undefined) {
    this.baseUrl = baseUrl;
    this.#headers = headers;
    this.#took = took;
  }

  with(headers) {
    const client = new Client(this.baseUrl, { ...this.#headers, ...headers }, this.#took);
    client.#agent = this.#agent;
    return client;
  }

  /** The same caller at another process. */
  at(baseUrl) {
    const client = new Client(baseUrl, this.#headers, this.#took);
    client.#agent = this.#agent;
    return client;
  }

  get headers() {
    return { 'content-type': 'application/json', ...this.#headers };
  }

  /** Posts JSON and returns `data`; throws an error with the status unless the call succeeds. */
  async call(path, body) {
    const began = performance.now();
    const { status, bytes } = await this.send('POST', path, Buffer.from(JSON.stringify(body)), this.headers);
    const envelope = JSON.parse(bytes.toString('utf8'));
    this.#took(path, performance.now() - began);
    if (status === 200 && (envelope.code === '200' || envelope.code === '0')) return envelope.data;
    const text = bytes.toString('utf8').slice(0, 500);
    throw Object.assign(new Error(`${path} returned ${status} ${text}`), { status });
  }

  /** Sends a file as a form and returns `data`. */
  async upload(path, name, bytes, mediaType) {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: mediaType }), name);
    const response = await fetch(this.baseUrl + path, { method: 'POST', headers: this.#headers, body: form });
    const envelope = await response.json();
    if (response.status !== 200 || envelope.code !== '200') throw new Error(JSON.stringify(envelope));
    return envelope.data;
  }

  send(method, path, body, headers = {}) {
    return new Promise((resolve, reject) => {
      const sent = request(
        this.baseUrl + path,
        { method, agent: this.#agent, headers: { ...headers, 'content-length': body.length } },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode, bytes: Buffer.concat(chunks) }));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

/** A client with a new token of one demo enterprise, without an acting member. */
export async function clientOf(baseUrl, { appId, appSecret }, took) {
  const stranger = new Client(baseUrl);
  const { accessToken } = await stranger.call('/service/getAccessToken', { appId, appSecret });
  stranger.close();
  return new Client(baseUrl, { appId, accessToken, source: 'pc' }, took);
}

/** A client for a server that knows no callers. */
export function bareClient(baseUrl) {
  return new Client(baseUrl);
}
