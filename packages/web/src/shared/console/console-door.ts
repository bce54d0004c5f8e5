import type { Answer, AnyOperation } from '@cinnabar/api/operation.js';
import type { PageOperation } from '@cinnabar/api/page-operation.js';
import type { EnteredConsole } from '@cinnabar/api/pages/login.js';
import { createContext, use } from 'react';
import type { ConsoleKey } from '../../api/call.js';
import type { DataOf, Sent, Wire } from '../../api/wire.js';

export type Entered = Wire<EnteredConsole>;

/**
 * The session of the person who has logged in. If a request needs a log-in, a second factor or a fresh proof, a sheet
 * over the page asks for it, and the request is repeated: nothing that was typed is lost.
 */
export interface ConsoleDoor {
  readonly entered: Entered;
  /** The time by the service's clock, in milliseconds since the epoch. */
  readonly serviceTime: () => number;
  /** Calls an operation of the pages. */
  readonly call: <Q, A extends Answer>(
    operation: PageOperation<'console', Q, A, null>,
    input: Sent<Q>,
  ) => Promise<DataOf<AnyOperation<Q, A>>>;
  /** Runs a request with the session, and once more after what it turned out to need. */
  readonly run: <Result>(attempt: (key: ConsoleKey) => Promise<Result>) => Promise<Result>;
  /** Looks again what the session may do: after a change of factors or roles. */
  readonly refresh: () => void;
  readonly leave: () => void;
}

export const ConsoleDoorContext = createContext<ConsoleDoor | null>(null);

export function useConsole(): ConsoleDoor {
  const door = use(ConsoleDoorContext);
  if (door === null) throw new Error('outside the console');
  return door;
}
