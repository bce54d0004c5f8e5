import { useTexts } from '../text/language.js';
import { draftTexts } from './draft-texts.js';
import type { Saving } from './saving.js';

/** Whether the draft has been saved. */
export function SavedNote({ saving }: { readonly saving: Saving }) {
  const t = useTexts(draftTexts);
  const words = {
    idle: () => '',
    saving: () => t.saving,
    unsaved: () => (saving.state === 'unsaved' ? t[saving.because] : ''),
    saved: () => (saving.state === 'saved' ? t.saved(saving.time) : ''),
  }[saving.state]();
  return (
    <p
      aria-live="polite"
      className={`figures m-0 text-right text-caption lg:text-small ${saving.state === 'unsaved' ? 'text-warning' : 'text-n-500'}`}
    >
      {words}
    </p>
  );
}
