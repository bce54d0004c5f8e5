export interface SuggestionActs {
  readonly accept: (keys: readonly string[]) => void;
  readonly dismiss: (keys: readonly string[]) => void;
}

interface Options {
  /** Open suggestions, in reading order. */
  readonly keys: readonly string[];
  /** Adds the controls of these suggestions, in one step that can be undone. */
  readonly add: (keys: readonly string[]) => void;
  readonly dismissed: (keys: readonly string[]) => void;
  readonly show: (key: string) => void;
}

/** Accepting and dismissing; after a single one the next one is selected, so that one key serves for all. */
export function suggestionActs({ keys: open, add, dismissed, show }: Options): SuggestionActs {
  const goOn = ([key = '', ...more]: readonly string[]) => {
    const at = open.indexOf(key);
    const next = open[at + 1] ?? open[at - 1];
    if (more.length === 0 && next !== undefined) show(next);
  };
  return {
    accept(keys) {
      const taken = open.filter((key) => keys.includes(key));
      if (taken.length === 0) return;
      add(taken);
      goOn(taken);
    },
    dismiss(keys) {
      dismissed(keys);
      goOn(keys);
    },
  };
}
