import type { HttpAnswer } from '../kit/http-exchange.js';
import { JsonAnswer } from '../kit/json-answer.js';
import { GarbledAnswer, ProviderOutage, ProviderRefused } from '../kit/provider-failure.js';

/** Statuses by which a service asks to come again: it has done nothing, and nothing is wrong with the request. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** The content of an answer that is none of the errors. @throws ProviderRefused, ProviderOutage, GarbledAnswer */
export function required(answer: HttpAnswer): JsonAnswer {
  const { status, body } = answer;
  if (LATER.has(status)) throw new ProviderOutage('failing', 'no', `status ${status}`);
  if (status >= 400) {
    const access = status === 401 || status === 403 ? 'access' : null;
    throw new ProviderRefused(codeIn(answer), `status ${status}`, access);
  }
  // What deletes has nothing to say.
  if (status === 204) return JsonAnswer.parse('{}');
  if (status !== 200 && status !== 201) throw new GarbledAnswer('an unknown status');
  return JsonAnswer.parse(body);
}

/** The `error` of an answer. Its description is not repeated: it may contain what was sent. */
export function codeIn({ body }: HttpAnswer): string {
  try {
    const code = JsonAnswer.parse(body).text('error');
    return /^[A-Za-z0-9_.-]{1,60}$/.test(code) ? code : 'error';
  } catch {
    return 'error';
  }
}
