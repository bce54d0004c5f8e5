import { DEFAULT_POLICY } from './default-policy.js';
import type { DifferencePolicy } from './difference-policy.js';

/**
 * For files after whose first signature only signatures, timestamps and validation data are expected. Fields may be
 * filled only if a certification permits it, and changes that programs make on their own make the signatures
 * indeterminate.
 */
export const STRICT_POLICY: DifferencePolicy = {
  name: 'strict',
  rules: DEFAULT_POLICY.rules,
  weights: {
    ...DEFAULT_POLICY.weights,
    FIELD_FILLED: 'refilling',
    FIELD_VALUE_CHANGED: 'forbidden',
    PAGE_COVERED: 'unclear',
    VALIDATION_DATA_REMOVED: 'unclear',
    METADATA_CHANGED: 'unclear',
  },
};
