import type { Words } from './words.js';

export type RuleField =
  | 'formula'
  | 'showWhen.key'
  | 'showWhen.operator'
  | 'showWhen.value'
  | 'value'
  | 'required';

export type FindingKind =
  | 'syntax'
  | 'unknownKey'
  | 'cycle'
  | 'tooDeep'
  | 'notNumber'
  | 'wrongResult'
  | 'noFormula'
  | 'valueOfFormula'
  | 'noCondition'
  | 'operatorNotForType'
  | 'valueMissing'
  | 'neverHolds'
  | 'contradicts'
  | 'laterFiller'
  | 'alwaysHolds'
  | 'inputMayBeHidden'
  | 'inputOptional';

/** A fault in the rules of the control at `place`. */
export interface RuleFinding {
  readonly place: number;
  /** The attribute at fault. */
  readonly field: RuleField;
  readonly kind: FindingKind;
  /** A warning does not prevent a contract. */
  readonly isWarning: boolean;
  readonly words: Words;
}

export type Fault = Omit<RuleFinding, 'place'>;

export function fault(field: RuleField, kind: FindingKind, zh: string, en: string): Fault {
  return { field, kind, isWarning: false, words: { zh, en } };
}

export function warning(field: RuleField, kind: FindingKind, zh: string, en: string): Fault {
  return { field, kind, isWarning: true, words: { zh, en } };
}
