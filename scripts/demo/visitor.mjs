// Somebody who has no application and no account, only the address of a link.
import { Client, findCode } from './client.mjs';

/** Opens a link as its page does: a code on the person's mobile, and from then on a session that can do one thing. */
export class Visitor {
  #pages;
  #headers;
  /** Calls operations of the interface, as far as the link allows. */
  client;

  constructor(baseUrl, headers) {
    this.#pages = `${baseUrl}/pages`;
    this.#headers = headers;
    this.client = new Client(`${baseUrl}/pages/operations`, headers);
  }

  static async enter(baseUrl, address, { mobile }) {
    const token = address.slice(address.lastIndexOf('/') + 1);
    const door = new Client(`${baseUrl}/pages`, {});
    const { asked } = await door.call('/link/sendCode', { token });
    const code = await findCode(baseUrl, mobile, 'commSms');
    const { data, cookie } = await door.enter('/link/enter', { token, code, asked });
    const visitor = new Visitor(baseUrl, { cookie, linkSession: data.session });
    return { visitor, userId: data.userId };
  }

  /** One of the pages' own acts: who am I here, verify, register. */
  page(path, body = {}) {
    return new Client(this.#pages, this.#headers).call(path, body);
  }
}
