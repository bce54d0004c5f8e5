/** What the page for verifying calls: a PDF in, what can be said of it out, without an account. Nothing is kept. */
import { maxUploadBytes } from '@cinnabar/api/templates.js';
import { asUploadRefusal } from '../areas/templates/index.js';
import type { HttpAnswer } from '../http/answer.js';
import { BodyTooLarge, readBody } from '../http/body.js';
import type { Exchange } from '../http/exchange.js';
import { boundaryOf, FORM_OVERHEAD_BYTES, fileTooLarge, readForm } from '../http/multipart.js';
import { RequestBudget } from '../http/request-budget.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse } from '../refusal.js';
import type { Services } from '../services.js';
import { verificationPolicy } from '../verification-policy.js';
import { pageAnswer } from './page-request.js';

/** Reading a file costs processor time, and anybody may ask for it. */
const FILES_PER_MINUTE = 20;

export function verifyEndpoint(services: Services): ExtraRoute {
  const budget = new RequestBudget(FILES_PER_MINUTE);
  return {
    method: 'POST',
    path: '/pages/verify',
    async answer(exchange): Promise<HttpAnswer> {
      if (!budget.take(exchange.address)) throw refuse('429');
      const bytes = await readFile(exchange);
      const policy = await verificationPolicy(services, services.clock.now());
      const verification = await services.documents.verifyDocument(bytes, policy).catch((error: unknown) => {
        throw asUploadRefusal(error);
      });
      return pageAnswer(exchange, verification);
    },
  };
}

async function readFile({ request }: Exchange): Promise<Uint8Array> {
  const boundary = boundaryOf(request.headers['content-type']);
  const body = await readBody(request, maxUploadBytes + FORM_OVERHEAD_BYTES).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? fileTooLarge(maxUploadBytes) : error;
  });
  return readForm(boundary, body, maxUploadBytes).upload.bytes;
}
