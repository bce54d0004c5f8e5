import { useCallback, useRef, useState } from 'react';
import type { Step } from './step.js';

/**
 * Runs the reducer of a desk. `perform` carries out the effects that the reducer names (scrolling, focus, requests),
 * once per event; React's useReducer may call a reducer twice.
 */
export function useDesk<State, Event, Effect>(
  reduce: (state: State, event: Event) => Step<State, Effect>,
  first: () => State,
  perform: (effect: Effect) => void,
): readonly [state: State, send: (event: Event) => void] {
  const [state, setState] = useState(first);
  const newest = useRef(state);
  const performing = useRef(perform);
  performing.current = perform;
  const send = useCallback(
    (event: Event) => {
      const [next, ...effects] = reduce(newest.current, event);
      newest.current = next;
      setState(next);
      for (const effect of effects) performing.current(effect);
    },
    [reduce],
  );
  return [state, send];
}
