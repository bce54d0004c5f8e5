import { DEFAULT_POLICY } from './default-policy.js';
import type { DifferencePolicy, PolicyName } from './difference-policy.js';
import { STRICT_POLICY } from './strict-policy.js';

const POLICIES: Readonly<Record<PolicyName, DifferencePolicy>> = {
  default: DEFAULT_POLICY,
  strict: STRICT_POLICY,
};

export function policyOfName(name: PolicyName): DifferencePolicy {
  return POLICIES[name];
}

export function isPolicyName(text: string): text is PolicyName {
  return Object.hasOwn(POLICIES, text);
}
