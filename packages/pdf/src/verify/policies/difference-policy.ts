import type { Comparison } from '../comparison.js';
import type { ChangeKind, ChangePermission, DocumentChange } from '../document-change.js';

export type PolicyName = 'default' | 'strict';

/**
 * Looks at one part of a document. It claims the places at which it lets an object change, reports every difference
 * that it finds there, and leaves everything else to the other rules. What no rule claims is forbidden.
 */
export type DifferenceRule = (comparison: Comparison) => void;

/**
 * What a kind of change does to the signatures before it:
 * - `harmless`: nothing;
 * - `signing`: allowed unless a certification or a lock forbids further signatures;
 * - `filling`: likewise for values of fields that were empty;
 * - `refilling`: allowed only where a certification says that the form continues;
 * - `unclear`: it cannot be told whether the document still says the same, so the signatures are indeterminate;
 * - `forbidden`: they are invalid.
 */
export type Weight = 'harmless' | 'signing' | 'filling' | 'refilling' | 'unclear' | 'forbidden';

/** Changes permitted after a signature. The result of a verification names its policy. */
export interface DifferencePolicy {
  readonly name: PolicyName;
  /** In the order in which they are asked: widgets are compared with the fields that the form's rule has found. */
  readonly rules: readonly DifferenceRule[];
  readonly weights: Readonly<Record<ChangeKind, Weight>>;
}

export type ChangeStanding = 'allowed' | 'unclear' | 'forbidden';

/**
 * What a change means to one signature.
 *
 * Without a certification an empty field may be filled, but what the signer saw in a field stays. One with /P 2 says
 * that fields may be filled, and changed: its author meant the form to go on. New places for signatures that show
 * something are not part of filling in (ISO 32000-2 table 257), and an invention of attackers ("sneaky signature").
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
