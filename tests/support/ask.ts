import { askBySdk } from './ask-by-sdk.js';

/** A request to the interface, in the form of fetch. */
export interface Question {
  readonly method: 'POST';
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | FormData;
}

/**
 * Whether this run uses the SDK for requests that it can express, so that the same tests cover it: CINNABAR_CALLER=sdk.
 */
export const overSdk: boolean = process.env['CINNABAR_CALLER'] === 'sdk';

/**
 * Posts to an address of the service by fetch, or through the SDK if this run uses it and it can express the request.
 */
export async function ask(url: string, question: Question): Promise<Response> {
  const bySdk = overSdk ? await askBySdk(url, question.headers, question.body) : null;
  return bySdk ?? fetch(url, question);
}
