import { askBySdk } from './ask-by-sdk.js';

/** A request of a client of the interface, as fetch takes it. */
export interface Question {
  readonly method: 'POST';
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | FormData;
}

/** Whether this run says over the SDK what the SDK can say, so that the same tests prove it: CINNABAR_CALLER=sdk. */
export const overSdk: boolean = process.env['CINNABAR_CALLER'] === 'sdk';

/** Posts to an address of the service by fetch, or over the SDK where this run does and the request is one of its. */
export async function ask(url: string, question: Question): Promise<Response> {
  const bySdk = overSdk ? await askBySdk(url, question.headers, question.body) : null;
  return bySdk ?? fetch(url, question);
}
