import { readIdentity } from '@cinnabar/server/areas/members/index.js';
import { type Option, textOf, UsageError, type Values } from './command.js';

/** Options for the legal representative of an enterprise. */
export const legalRepOptions: Readonly<Record<'legal-rep-name' | 'legal-rep-number', Option>> = {
  'legal-rep-name': {
    type: 'string',
    placeholder: 'NAME',
    description: 'name of its legal representative, as on their ID document',
  },
  'legal-rep-number': {
    type: 'string',
    placeholder: 'NUMBER',
    description: 'number of that ID document; stored encrypted',
  },
};

/**
 * Requires both options or neither.
 * @throws UsageError
 */
export function readLegalRep(values: Values): { readonly name: string; readonly identNo: string } | null {
  const realName = textOf(values, 'legal-rep-name');
  const identNum = textOf(values, 'legal-rep-number');
  if (realName === undefined && identNum === undefined) return null;
  if (realName === undefined || identNum === undefined) {
    throw new UsageError('--legal-rep-name and --legal-rep-number must be given together');
  }
  const identity = readIdentity({ realName, identNum });
  if (identity === null) {
    throw new UsageError('--legal-rep-name, --legal-rep-number: not a name and an ID document number');
  }
  return { name: identity.realName, identNo: identity.identNum };
}
