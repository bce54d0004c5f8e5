/** One history of the whole document: undo returns to the page and the selection at which the change was made. Pure. */
import { changed, type History, historyOf, redone, undone } from '../shared/state/history.js';
import { applied, type Command } from './commands.js';
import type { Design, TemplateFile } from './design.js';

/** What was looked at when the document became what it is. */
export interface Sight {
  readonly selection: readonly string[];
  readonly page: { readonly file: TemplateFile['key']; readonly page: number } | null;
}

export interface DesignState extends Sight {
  readonly design: Design;
}

export type DesignHistory = History<DesignState>;

export function newHistory(design: Design): DesignHistory {
  return historyOf({ design, selection: [], page: null });
}

interface Merging {
  /** Successive changes of the same kind within a short time are undone together; '' is never merged. */
  readonly kind: string;
  /** In ms. */
  readonly at: number;
}

export function done(
  history: DesignHistory,
  command: Command,
  sight: Sight,
  merging?: Merging,
): DesignHistory {
  const design = applied(history.now.design, command);
  if (design === history.now.design) return history;
  return changed(history, { design, ...sight }, merging);
}

/** The sight of the change that is taken back, over the document before it. */
export function undoneTo(history: DesignHistory): DesignHistory {
  const before = undone(history);
  if (before === history) return history;
  const { selection, page } = history.now;
  return { ...before, now: { ...before.now, ...stillThere(before.now.design, { selection, page }) } };
}

export function redoneTo(history: DesignHistory): DesignHistory {
  const after = redone(history);
  return { ...after, now: { ...after.now, ...stillThere(after.now.design, after.now) } };
}

function stillThere({ controls, files }: Design, { selection, page }: Sight): Sight {
  const keys = new Set(controls.map(({ key }) => key));
  return {
    selection: selection.filter((key) => keys.has(key)),
    page: page !== null && files.some(({ key }) => key === page.file) ? page : null,
  };
}
