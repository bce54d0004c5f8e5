// A client of the interface in the few lines that it takes.

/** Speaks for one operator of one enterprise. */
export class Client {
  #baseUrl;
  #headers;

  constructor(baseUrl, headers) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
  }

  /** An access token lives two hours: a service of yours keeps it, and gets a new one before it ends. */
  static async signIn(baseUrl, { appId, appSecret }, { userId }) {
    const nobody = new Client(baseUrl, {});
    const { accessToken } = await nobody.call('/service/getAccessToken', { appId, appSecret });
    return new Client(baseUrl, { appId, accessToken, userId: String(userId), source: 'pc' });
  }

  /** An operation's `data`; throws what the service said where it refused. */
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

  #post(path, body, headers) {
    return fetch(this.#baseUrl + path, { method: 'POST', headers: { ...this.#headers, ...headers }, body });
  }
}

/** Some groups of operations say success by code 200, others by 0. */
function dataOf(path, { code, msg, reason, data }) {
  if (code === '200' || code === '0') return data;
  throw new Error(`${path}: ${code}${reason ? ` ${reason}` : ''} ${msg}`);
}

/** Only in the sandbox: the newest code that was not really sent to a mobile. */
export async function findCode(baseUrl, mobile, smsType) {
  const response = await fetch(`${baseUrl}/sandbox/sms?mobile=${encodeURIComponent(mobile)}`);
  const { messages = [] } = response.ok ? await response.json() : {};
  const message = messages.findLast((each) => each.smsType === smsType && each.code !== null);
  if (message === undefined) throw new Error(`no code for ${mobile}: is this a sandbox?`);
  return message.code;
}
