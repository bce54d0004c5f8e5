import { suggestPlaces } from '@cinnabar/api/pages/place.js';
import { useMemo } from 'react';
import { suggestionActs } from '../canvas/suggestions/suggestion-acts.js';
import { useDismissed } from '../canvas/suggestions/use-dismissed.js';
import { useProposals } from '../canvas/suggestions/use-proposals.js';
import { useLink } from '../shared/link/link-context.js';
import { canvasSuggestions } from './canvas-fields.js';
import type { PlaceDesk, PlaceEvent } from './place-desk-state.js';
import { openSuggestions } from './place-suggestions.js';

/** What the service proposes for the files of the draft, and has neither been accepted nor dismissed. */
export function usePlaceSuggestions(desk: PlaceDesk, send: (event: PlaceEvent) => void) {
  const link = useLink();
  const { view, flag: chosen } = desk;
  const fields = desk.history.now;
  const { dismissed, dismiss, restore } = useDismissed(`place ${view.flowId}`);
  const { answers, isReading, retry } = useProposals(
    view.files.map(({ fileId }) => ({
      key: ['place', link.linkId, 'suggested', fileId],
      ask: () => link.call(suggestPlaces, { fileId }),
    })),
    true,
  );
  const suggestions = useMemo(
    () => openSuggestions({ view, fields, answers, dismissed, chosen }),
    [view, fields, answers, dismissed, chosen],
  );
  const suggested = useMemo(() => canvasSuggestions(view, suggestions), [view, suggestions]);
  const acts = suggestionActs({
    keys: suggestions.map(({ field }) => field.id),
    add: (keys) => {
      const taken = suggestions.filter(({ field }) => keys.includes(field.id));
      send({ type: 'accepted', fields: taken.map(({ field }) => field) });
    },
    dismissed: (keys) => {
      dismiss(keys);
      // Else a restored one would be selected still.
      send({ type: 'deselected' });
    },
    show: (id) => send({ type: 'shown', id }),
  });
  return { ...acts, suggested, isReading, retry, dismissedCount: dismissed.size, restore };
}
