import { X } from 'lucide-react';
import type { SuggestedControl } from '../canvas/suggestions/suggested-control.js';
import type { SuggestionActs } from '../canvas/suggestions/suggestion-acts.js';
import { suggestionTexts } from '../canvas/suggestions/suggestion-texts.js';
import { Button, IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';

interface BarProps extends SuggestionActs {
  readonly suggestion: SuggestedControl;
  readonly close: () => void;
}

/** Phone version of what can be done with a selected suggestion; replaces the palette. */
export function SuggestionBar({ suggestion: { key, name }, accept, dismiss, close }: BarProps) {
  const t = useTexts(suggestionTexts);
  const place = useTexts(placeTexts);
  return (
    <div role="toolbar" aria-label={t.proposal} className="border-t border-n-200 bg-n-0 px-4 py-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="block text-caption text-info">{t.proposal}</span>
          <bdi className="block truncate text-body font-medium">{name}</bdi>
        </span>
        <IconButton label={place.close} onPress={close}>
          <X {...iconSize} />
        </IconButton>
      </div>
      <div className="mt-1 grid grid-cols-2 gap-2">
        <Button small wide look="ink" onPress={() => accept([key])}>
          {t.accept}
        </Button>
        <Button small wide onPress={() => dismiss([key])}>
          {t.dismiss}
        </Button>
      </div>
    </div>
  );
}

interface OfferProps extends Pick<SuggestionActs, 'accept'> {
  readonly suggested: readonly SuggestedControl[];
  /** Opens the list of them. */
  readonly open: () => void;
}

/** Phone version of the list: how many there are, and all at once. */
export function SuggestionsOffer({ suggested, accept, open }: OfferProps) {
  const t = useTexts(suggestionTexts);
  if (suggested.length === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-2 border-t border-n-200 bg-n-0 px-4 pt-2">
      <Button small wide onPress={open}>
        {t.title} {suggested.length}
      </Button>
      <Button small wide look="ink" onPress={() => accept(suggested.map(({ key }) => key))}>
        {t.acceptAll(suggested.length)}
      </Button>
    </div>
  );
}
