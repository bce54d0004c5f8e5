import type { Design } from './design.js';
import type { DesignerEvent } from './designer-state.js';
import { acceptedControls, type Suggestion } from './proposals.js';

interface Options {
  readonly design: Design;
  readonly suggestions: readonly Suggestion[];
  readonly dismissed: (keys: readonly string[]) => void;
  readonly send: (event: DesignerEvent) => void;
}

export interface SuggestionActs {
  readonly accept: (keys: readonly string[]) => void;
  readonly dismiss: (keys: readonly string[]) => void;
}

/** Accepting and dismissing; after a single one the next one is selected, so that one key serves for all. */
export function suggestionActs({ design, suggestions, dismissed, send }: Options): SuggestionActs {
  const goOn = (keys: readonly string[]) => {
    const [key, ...more] = keys;
    const at = suggestions.findIndex(({ control }) => control.key === key);
    const next = suggestions[at + 1] ?? suggestions[at - 1];
    if (more.length === 0 && next !== undefined) send({ type: 'shown', key: next.control.key });
  };
  return {
    accept(keys) {
      const taken = suggestions.filter(({ control }) => keys.includes(control.key));
      if (taken.length === 0) return;
      const controls = acceptedControls(design, taken);
      const select = controls.map(({ key }) => key);
      send({ type: 'did', command: { type: 'controlsAdded', controls }, select });
      goOn(select);
    },
    dismiss(keys) {
      dismissed(keys);
      goOn(keys);
    },
  };
}
