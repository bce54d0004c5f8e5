import type { HttpAnswer } from '../http/answer.js';

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#B8321F"/>' +
  '<path d="M9 10h14M9 16h14M16 6v20" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>';

/** Requested by browsers for documents that name no icon, such as a PDF in a tab; the pages contain theirs. */
export async function favicon(): Promise<HttpAnswer> {
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' };
  return { status: 200, code: '200', headers, body: MARK };
}
