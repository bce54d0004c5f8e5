import { refusalWords } from '../components/refusal-words.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { consoleTexts } from './console-texts.js';
import { NoPasskey } from './passkey.js';

/** Why an act has failed, for display. */
export function useFailureWords(): (error: Error | null) => string | null {
  const app = useTexts(commonTexts);
  const t = useTexts(consoleTexts);
  return (error) =>
    error instanceof NoPasskey ? t.noPasskey : (refusalWords(error, app.offlineText)?.words ?? null);
}
