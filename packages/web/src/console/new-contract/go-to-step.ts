import { goToAddress } from '../../shared/router/open-page.js';
import { keepState } from '../../shared/router/page-state.js';

/** Goes from one step to another, each an entry of the history, so that Back leads to the step before. */
export function goToStep(from: number, to: number): void {
  // Without a number, an address stands for the step where the draft was left, which is now the next one.
  keepState('consoleNewContract', { step: from });
  const search = new URLSearchParams(location.search);
  search.set('step', String(to));
  goToAddress(`${location.pathname}?${search}`);
}
