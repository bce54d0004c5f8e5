import type { Comparison } from '../comparison.js';
import type { ChangeKind, ChangePermission, DocumentChange } from '../document-change.js';

export type PolicyName = 'default' | 'strict';

/**
 * Examines one part of a document. It claims the places at which an object may change, reports every difference that it
 * finds there, and leaves the rest to other rules. A change that no rule claims is forbidden.
 */
export type DifferenceRule = (comparison: Comparison) => void;

/**
 * Consequence of a kind of change for the signatures before it:
 * - `harmless`: nothing;
 * - `signing`: allowed unless a certification or a lock forbids further signatures;
 * - `filling`: likewise for values of fields that were empty;
 * - `refilling`: allowed only if a certification permits filling in fields;
 * - `unclear`: it cannot be determined whether the meaning of the document is unchanged, so the signatures are
 * indeterminate;
 * - `forbidden`: they are invalid.
 */
export type Weight = 'harmless' | 'signing' | 'filling' | 'refilling' | 'unclear' | 'forbidden';

/** Changes permitted after a signature. The result of a verification names its policy. */
export interface DifferencePolicy {
  readonly name: PolicyName;
  /** In order of evaluation: widgets are compared with the fields that the form rule has found. */
  readonly rules: readonly DifferenceRule[];
  readonly weights: Readonly<Record<ChangeKind, Weight>>;
}

export type ChangeStanding = 'allowed' | 'unclear' | 'forbidden';

/**
 * Consequence of a change for one signature.
 *
 * Without a certification an empty field may be filled, but a value that the signer saw must not change. A
 * certification with /P 2 permits filling and changing fields, because its author intended the form to be completed
 * later. New visible signature fields are not part of filling in a form (ISO 32000-2, table 257); attackers use them
 * ("sneaky signature").
 */
export function standingOf(
  policy: DifferencePolicy,
  change: DocumentChange,
  permission: ChangePermission,
): ChangeStanding {
  const weight = policy.weights[change.kind];
  if (weight === 'unclear') return 'unclear';
  return isAllowed(weight, change, permission) ? 'allowed' : 'forbidden';
}

function isAllowed(weight: Weight, change: DocumentChange, permission: ChangePermission): boolean {
  const { certification, limit } = permission;
  if (weight === 'harmless') return true;
  if (weight === 'forbidden' || certification === 1 || limit === 1) return false;
  if (change.field !== null && permission.locks(change.field)) return false;
  if (weight === 'signing') return !((certification === 2 || limit === 2) && change.visible);
  return weight === 'filling' || certification !== null;
}
