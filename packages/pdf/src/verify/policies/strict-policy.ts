import { DEFAULT_POLICY } from './default-policy.js';
import type { DifferencePolicy } from './difference-policy.js';

/**
 * For files that only signing, timestamps and validation data should have followed. Fields are filled only
 * where a certification says so, and what programs change without being asked leaves the signatures indeterminate.
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
