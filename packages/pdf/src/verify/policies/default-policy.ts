import { compareCatalogs } from './catalog-rule.js';
import type { DifferencePolicy } from './difference-policy.js';
import { compareInformation } from './information-rule.js';
import { compareAnnotationLists, comparePages } from './page-rule.js';
import { compareStructureTrees } from './structure-tree-rule.js';

/** Permits the changes that programs make to signed files without altering what the signers saw. */
export const DEFAULT_POLICY: DifferencePolicy = {
  name: 'default',
  rules: [compareInformation, compareCatalogs, comparePages, compareAnnotationLists, compareStructureTrees],
  weights: {
    SIGNATURE_ADDED: 'signing',
    SIGNATURE_FIELD_ADDED: 'signing',
    TIMESTAMP_ADDED: 'harmless',
    FIELD_FILLED: 'filling',
    FIELD_VALUE_CHANGED: 'refilling',
    PAGE_COVERED: 'harmless',
    VALIDATION_DATA_ADDED: 'harmless',
    VALIDATION_DATA_REMOVED: 'harmless',
    VALIDATION_DATA_UNREADABLE: 'unclear',
    TAGS_ADDED: 'harmless',
    METADATA_CHANGED: 'harmless',
    VERSION_RAISED: 'harmless',
    OBJECT_REWRITTEN: 'harmless',
    UNACCOUNTED_BYTES: 'forbidden',
    MALFORMED_REVISION: 'forbidden',
    UNUSUAL_REVISION: 'unclear',
    CATALOG_CHANGED: 'forbidden',
    PAGE_TREE_CHANGED: 'forbidden',
    PAGE_CHANGED: 'forbidden',
    PAGE_CONTENT_CHANGED: 'forbidden',
    RESOURCE_CHANGED: 'forbidden',
    FONT_CHANGED: 'forbidden',
    LAYER_CHANGED: 'forbidden',
    ANNOTATION_ADDED: 'forbidden',
    ANNOTATION_CHANGED: 'forbidden',
    ANNOTATION_REMOVED: 'forbidden',
    FORM_CHANGED: 'forbidden',
    FIELD_ADDED: 'forbidden',
    FIELD_CHANGED: 'forbidden',
    FIELD_OVERLAID: 'forbidden',
    FIELD_REMOVED: 'forbidden',
    SIGNATURE_CHANGED: 'forbidden',
    SIGNATURE_REMOVED: 'forbidden',
    OBJECT_DEFINED: 'forbidden',
    OBJECT_CHANGED: 'forbidden',
  },
};
