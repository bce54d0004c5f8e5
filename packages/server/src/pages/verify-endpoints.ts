/**
 * What the page for verifying calls, without an account: a PDF in, what can be said of it out, nothing kept; the code of
 * a print copy in, the state and the hashes of its contract out.
 */
import { object, text } from '@cinnabar/api/schema.js';
import { maxUploadBytes } from '@cinnabar/api/templates.js';
import { checkedContract, verifyForAnybody } from '../areas/flows/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import { BodyTooLarge, readBody } from '../http/body.js';
import type { Exchange } from '../http/exchange.js';
import { boundaryOf, FORM_OVERHEAD_BYTES, fileTooLarge, readForm } from '../http/multipart.js';
import { RequestBudget } from '../http/request-budget.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse } from '../refusal.js';
import type { Services } from '../services.js';
import { pageAnswer, readPageRequest } from './page-request.js';

/** Reading a file costs processor time, and anybody may ask for it. */
const FILES_PER_MINUTE = 20;
/** Nobody guesses 128 bits; but nobody types more of them either. */
const CODES_PER_MINUTE = 30;

/** In the body, so that the code stands in no address, no log and no Referer. */
const codeRequest = object({ code: text(1, 100) });

export function verifyEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const files = new RequestBudget(FILES_PER_MINUTE);
  const codes = new RequestBudget(CODES_PER_MINUTE);

  async function verify(exchange: Exchange): Promise<HttpAnswer> {
    if (!files.take(exchange.address)) throw refuse('429');
    const bytes = await readFile(exchange);
    return pageAnswer(
      exchange,
      await verifyForAnybody(db, services, async () => bytes, services.clock.now()),
    );
  }

  async function check(exchange: Exchange): Promise<HttpAnswer> {
    if (!codes.take(exchange.address)) throw refuse('429');
    const { code } = await readPageRequest(exchange, codeRequest);
    const found = await checkedContract(db, services, code);
    if (found === null) throw refuse('404', { zh: '核验码', en: 'check code' });
    return pageAnswer(exchange, found);
  }

  return [
    { method: 'POST', path: '/pages/verify', answer: verify },
    { method: 'POST', path: '/pages/verify/code', answer: check },
  ];
}

async function readFile({ request }: Exchange): Promise<Uint8Array> {
  const boundary = boundaryOf(request.headers['content-type']);
  const body = await readBody(request, maxUploadBytes + FORM_OVERHEAD_BYTES).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? fileTooLarge(maxUploadBytes) : error;
  });
  return readForm(boundary, body, maxUploadBytes).upload.bytes;
}
