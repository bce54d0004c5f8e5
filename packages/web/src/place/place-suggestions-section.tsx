import { suggestionTexts } from '../canvas/suggestions/suggestion-texts.js';
import { SuggestionsPane } from '../canvas/suggestions/suggestions-pane.js';
import type { PagePlace } from '../shared/document/layout.js';
import { useTexts } from '../shared/text/language.js';
import type { View } from './placed.js';
import type { usePlaceSuggestions } from './use-place-suggestions.js';

interface Props {
  readonly view: View;
  readonly suggestions: ReturnType<typeof usePlaceSuggestions>;
  readonly page: Pick<PagePlace, 'fileId' | 'page'> | null;
  readonly reveal: (id: string) => void;
}

/** Lists what is proposed; a file that asks for nothing has no such section. */
export function PlaceSuggestionsSection({ view, suggestions, page, reveal }: Props) {
  const t = useTexts(suggestionTexts);
  const { suggested, isReading, retry, dismissedCount } = suggestions;
  if (suggested.length === 0 && !isReading && retry === null && dismissedCount === 0) return null;
  return (
    <section aria-label={t.title} className="mb-6">
      <h2 className="figures m-0 mb-2 text-small font-medium text-n-500">
        {t.title} {suggested.length === 0 ? '' : suggested.length}
      </h2>
      <SuggestionsPane {...suggestions} files={view.files} hasParties page={page} reveal={reveal} />
    </section>
  );
}
