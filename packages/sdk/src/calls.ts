/** Builds the calls of a client from the table of operations. */
import type { Calls } from './generated/calls.js';
import type { operations } from './generated/operations.js';
import type { CallOptions } from './options.js';
import type { Kind } from './typed-calls.js';

interface Branch {
  readonly [name: string]: Kind | Branch;
}

export type CallOne = (path: string, kind: Kind, input: unknown, options?: CallOptions) => unknown;

/** A function for every operation of the table: `signTask.contract.list(input, options)`. */
export function callsOf(table: typeof operations, call: CallOne): Calls;
export function callsOf(table: Branch, call: CallOne): object {
  return callsBelow(table, '', call);
}

function callsBelow(table: Branch, above: string, call: CallOne): object {
  const entries = Object.entries(table).map(([name, entry]) => {
    const path = `${above}/${name}`;
    return [
      name,
      typeof entry === 'string'
        ? (input?: unknown, options?: CallOptions) => call(path, entry, input, options)
        : callsBelow(entry, path, call),
    ] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}

/** Table entry for a path; undefined if there is none. */
export function kindAt(table: Branch, path: string): Kind | undefined {
  let at: Kind | Branch | undefined = table;
  for (const name of path.split('/').slice(1)) {
    at = typeof at === 'object' && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return typeof at === 'string' ? at : undefined;
}
