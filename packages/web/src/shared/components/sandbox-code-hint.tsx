import { isSandbox } from '../state/sandbox.js';
import { onDemand } from './on-demand.js';

const Words = onDemand(() => import('./sandbox-code-words.js'));

/** Where to read the code: in the sandbox no message arrives. Production does not load the words. */
export function SandboxCodeHint() {
  return isSandbox && <Words />;
}
