import { lazy, Suspense } from 'react';
import { isSandbox } from '../state/sandbox.js';

const Words = lazy(() => import('./sandbox-code-words.js'));

/** Where to read the code: in the sandbox no message arrives. Production does not load the words. */
export function SandboxCodeHint() {
  return (
    isSandbox && (
      <Suspense>
        <Words />
      </Suspense>
    )
  );
}
