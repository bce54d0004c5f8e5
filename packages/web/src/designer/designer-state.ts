/** Reducer of the designer: the design with its history, the selection and the page in sight. Pure. */
import type { Step } from '../shared/state/step.js';
import type { Command } from './commands.js';
import type { Design, Party, TemplateFile } from './design.js';
import { type DesignHistory, done, newHistory, redoneTo, undoneTo } from './history.js';

export interface PageInSight {
  readonly file: TemplateFile['key'];
  readonly page: number;
}

export interface DesignerState {
  readonly history: DesignHistory;
  readonly selection: readonly string[];
  readonly page: PageInSight | null;
  /** The party that new controls belong to. */
  readonly party: Party['key'] | null;
  /** Takes the focus once it is rendered. */
  readonly focusKey: string | null;
}

export type DesignerEvent =
  | {
      readonly type: 'did';
      readonly command: Command;
      /** Selected afterwards; by default what was. */
      readonly select?: readonly string[];
      readonly focus?: string;
      /** Successive changes of the same kind within a short time are undone together; `at` is in ms. */
      readonly merging?: { readonly kind: string; readonly at: number };
    }
  | { readonly type: 'selected'; readonly keys: readonly string[] }
  | { readonly type: 'shown'; readonly key: string }
  | { readonly type: 'pageSeen'; readonly page: PageInSight }
  | { readonly type: 'partyChosen'; readonly key: Party['key'] }
  | { readonly type: 'undone' | 'redone' }
  /** Another person's version, or one that was merged, takes the place of the design; nothing is left to undo. */
  | { readonly type: 'reloaded'; readonly design: Design };

export type DesignerEffect =
  /** `keepsPane`: the focus stays if it is in the column beside the pages. */
  | { readonly kind: 'reveal'; readonly key: string; readonly keepsPane: boolean }
  | { readonly kind: 'showPage'; readonly page: PageInSight };

type Outcome = Step<DesignerState, DesignerEffect>;

export function firstState(design: Design): DesignerState {
  return {
    history: newHistory(design),
    selection: [],
    page: null,
    party: design.parties[0]?.key ?? null,
    focusKey: null,
  };
}

export function designer(state: DesignerState, event: DesignerEvent): Outcome {
  switch (event.type) {
    case 'did': {
      const selection = event.select ?? state.selection;
      const sight = { selection, page: state.page };
      const history = done(state.history, event.command, sight, event.merging);
      return [tidy({ ...state, history, selection, focusKey: event.focus ?? null })];
    }
    case 'selected':
      return [{ ...state, selection: event.keys, focusKey: null }];
    case 'shown':
      return [
        { ...state, selection: [event.key] },
        { kind: 'reveal', key: event.key, keepsPane: false },
      ];
    case 'pageSeen':
      return [{ ...state, page: event.page }];
    case 'partyChosen':
      return [{ ...state, party: event.key }];
    case 'undone':
      return returned(state, undoneTo(state.history));
    case 'redone':
      return returned(state, redoneTo(state.history));
    case 'reloaded':
      return [tidy({ ...firstState(event.design), page: state.page, party: state.party })];
  }
}

/** Goes to where the change was made. */
function returned(state: DesignerState, history: DesignHistory): Outcome {
  if (history === state.history) return [state];
  const { selection, page } = history.now;
  const [first] = selection;
  const next = tidy({ ...state, history, selection, focusKey: null });
  if (first !== undefined) return [next, { kind: 'reveal', key: first, keepsPane: true }];
  return page === null ? [next] : [next, { kind: 'showPage', page }];
}

/** Selection and party name what is there. */
function tidy(state: DesignerState): DesignerState {
  const { design } = state.history.now;
  const keys = new Set(design.controls.map(({ key }) => key));
  const isThere = design.parties.some(({ key }) => key === state.party);
  return {
    ...state,
    selection: state.selection.filter((key) => keys.has(key)),
    party: isThere ? state.party : (design.parties[0]?.key ?? null),
  };
}
