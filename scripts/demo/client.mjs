// A minimal client of the interface.
import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_WAIT_MS = 60_000;

/** Acts for one member of one enterprise. */
export class Client {
  #baseUrl;
  #headers;

  constructor(baseUrl, headers) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
  }

  /** An access token is valid for two hours: a real integration caches it and renews it before it expires. */
  static async signIn(baseUrl, enterprise, person) {
    if (process.env.CINNABAR_CALLER === 'sdk') {
      const { sdkClient } = await import('./sdk-client.mjs');
      return sdkClient(baseUrl, enterprise, person, (path, said) => new Refused(path, said));
    }
    const { appId, appSecret } = enterprise;
    const { userId } = person;
    const nobody = new Client(baseUrl, {});
    const { accessToken } = await nobody.call('/service/getAccessToken', { appId, appSecret });
    return new Client(baseUrl, { appId, accessToken, userId: String(userId), source: 'pc' });
  }

  /** The `data` of an operation; throws the service's refusal. */
  async call(path, body) {
    const response = await this.#post(path, JSON.stringify(body), { 'content-type': 'application/json' });
    return dataOf(path, await response.json());
  }

  async upload(path, fileName, bytes) {
    const form = new FormData();
    form.append('file', new Blob([bytes]), fileName);
    const response = await this.#post(path, form, {});
    return dataOf(path, await response.json());
  }

  async download(path, body) {
    const response = await this.#post(path, JSON.stringify(body), { 'content-type': 'application/json' });
    if (!response.ok) return dataOf(path, await response.json());
    return Buffer.from(await response.arrayBuffer());
  }

  /** Like call, but also returns the cookie of the response. */
  async enter(path, body) {
    const response = await this.#post(path, JSON.stringify(body), { 'content-type': 'application/json' });
    const data = dataOf(path, await response.json());
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';', 1);
    return { data, cookie };
  }

  #post(path, body, headers) {
    return fetch(this.#baseUrl + path, { method: 'POST', headers: { ...this.#headers, ...headers }, body });
  }
}

/** Some groups of operations report success as code 200, others as 0. */
function dataOf(path, { code, msg, reason, data }) {
  if (code === '200' || code === '0') return data;
  throw new Refused(path, { code, msg, reason });
}

/** A refusal of the service. */
class Refused extends Error {
  constructor(path, { code, msg, reason }) {
    super(`${path}: ${code}${reason ? ` ${reason}` : ''} ${msg}`);
    Object.assign(this, { code, reason, msg });
  }
}

/** The refusal of a call that is expected to be refused. */
export async function refusalOf(act) {
  try {
    await act();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('expected a refusal, but the call succeeded');
}

/** Sandbox only: the messages to a mobile number, which are not really sent, oldest first. */
export async function messagesTo(baseUrl, mobile) {
  const response = await fetch(`${baseUrl}/sandbox/sms?mobile=${encodeURIComponent(mobile)}`);
  const { messages = [] } = response.ok ? await response.json() : {};
  return messages;
}

/** Sandbox only: waits for a message other than those known; jobs send them, so this takes a moment. */
export async function nextMessage(baseUrl, mobile, known) {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < deadline) {
    const messages = await messagesTo(baseUrl, mobile);
    if (messages.length > known.length) return messages.at(-1);
    await pause(100);
  }
  throw new Error(`no message arrived for ${mobile}`);
}

/** Sandbox only: the newest verification code for a mobile number. */
export async function findCode(baseUrl, mobile, smsType) {
  const messages = await messagesTo(baseUrl, mobile);
  const message = messages.findLast((each) => each.smsType === smsType && each.code !== null);
  if (message === undefined) throw new Error(`no code for ${mobile}: is this a sandbox?`);
  return message.code;
}

/** Sandbox only: pays an order at the simulated provider, which then notifies the service. */
export async function payAsSandbox(baseUrl, businessOrderNo) {
  const response = await fetch(`${baseUrl}/sandbox/pay/${encodeURIComponent(businessOrderNo)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result: 'success' }),
  });
  if (!response.ok) throw new Error(`the order was not paid: ${response.status}`);
}
