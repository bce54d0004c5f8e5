import { Refused } from '../api/refused.js';
import { stateTexts } from '../shared/components/state-texts.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';

/** Message of an error; null if there is none. */
export function useProblemWords(error: Error | null): string | null {
  const app = useTexts(commonTexts);
  const state = useTexts(stateTexts);
  if (error === null) return null;
  if (!(error instanceof Refused)) return app.offlineText;
  if (error.code === '429') return state.tooManyText(error.retryAfter ?? 60);
  if (Number(error.code) >= 500) return `${state.busyTitle} ${error.requestId ?? ''}`.trim();
  return error.message;
}
