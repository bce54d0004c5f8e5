import { useCallback, useRef, useState } from 'react';
import type { Step } from './step.js';

/**
 * A desk as its reducer has it. `perform` does what the reducer only names: scrolling, focus, requests; it is called
 * once for each event, which a reducer of React's own could not promise.
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
