import { CustodyError } from './custody-error.js';

/** @param stored and `given` are the ids of master keys */
export function wrongKey(stored: string, given: string): CustodyError {
  return new CustodyError(
    'WRONG_MASTER_KEY',
    `this database belongs to master key ${stored}, and the one given is ${given}: give that MASTER_KEY`,
  );
}
