// A visitor without an application or account, who has only the URL of a link.
import { Client, findCode } from './client.mjs';

/**
 * Opens a link as its page does: a verification code sent to the person's mobile, then a session restricted to one
 * task.
 */
export class Visitor {
  #pages;
  #headers;
  /** Calls operations of the interface that the link permits. */
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

  /** Operations of the pages themselves: the visitor's identity, verification, registration. */
  page(path, body = {}) {
    return new Client(this.#pages, this.#headers).call(path, body);
  }
}
