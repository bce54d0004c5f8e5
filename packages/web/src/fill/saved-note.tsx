import { useTexts } from '../text/language.js';
import { fillTexts } from './fill-texts.js';
import type { Saving } from './use-draft.js';

/** Whether what was typed is safe. */
export function SavedNote({ saving }: { readonly saving: Saving }) {
  const t = useTexts(fillTexts);
  const words = {
    idle: () => '',
    saving: () => t.saving,
    unsaved: () => t.notSaved,
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
