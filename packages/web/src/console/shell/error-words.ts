import { Refused } from '../../api/refused.js';
import { useTexts } from '../../shared/text/language.js';
import { shellTexts } from './shell-texts.js';

/** Words for an error beside the act that failed: the service's own, or that there is no connection. */
export function useWords(): (error: unknown) => string {
  const t = useTexts(shellTexts);
  return (error) => (error instanceof Refused ? error.message : t.offlineText);
}
