import { faultDetail, type StructureFault, weightOf } from './structure-fault.js';

/** Changes made by a later revision of a signed document; policies/ decides on their consequences. */
export type ChangeKind =
  | 'SIGNATURE_ADDED'
  | 'TIMESTAMP_ADDED'
  | 'SIGNATURE_FIELD_ADDED'
  | 'FIELD_FILLED'
  | 'FIELD_VALUE_CHANGED'
  | 'PAGE_COVERED'
  | 'TAGS_ADDED'
  | 'VALIDATION_DATA_ADDED'
  | 'VALIDATION_DATA_REMOVED'
  | 'VALIDATION_DATA_UNREADABLE'
  | 'METADATA_CHANGED'
  | 'VERSION_RAISED'
  | 'OBJECT_REWRITTEN'
  | 'UNACCOUNTED_BYTES'
  | 'MALFORMED_REVISION'
  | 'UNUSUAL_REVISION'
  | 'CATALOG_CHANGED'
  | 'PAGE_TREE_CHANGED'
  | 'PAGE_CHANGED'
  | 'PAGE_CONTENT_CHANGED'
  | 'RESOURCE_CHANGED'
  | 'FONT_CHANGED'
  | 'LAYER_CHANGED'
  | 'ANNOTATION_ADDED'
  | 'ANNOTATION_CHANGED'
  | 'ANNOTATION_REMOVED'
  | 'FORM_CHANGED'
  | 'FIELD_ADDED'
  | 'FIELD_CHANGED'
  | 'FIELD_OVERLAID'
  | 'FIELD_REMOVED'
  | 'SIGNATURE_CHANGED'
  | 'SIGNATURE_REMOVED'
  | 'OBJECT_DEFINED'
  | 'OBJECT_CHANGED';

export interface DocumentChange {
  readonly kind: ChangeKind;
  /** The affected field, key or object; '' if the kind is sufficient. */
  readonly detail: string;
  /** Full name of the form field, to which permissions and locks apply; otherwise null. */
  readonly field: string | null;
  /** A new field that is visible on a page. */
  readonly visible: boolean;
  /** The violated structure rule; null for every other kind of change. */
  readonly fault: StructureFault | null;
}

/** Permissions of a signature for later changes: /P of its DocMDP (table 257), and the locked fields. */
export interface ChangePermission {
  readonly certification: 1 | 2 | 3 | null;
  /** /P of its lock, which can only restrict further. */
  readonly limit: 1 | 2 | 3 | null;
  readonly locks: (field: string) => boolean;
}

export function change(
  kind: ChangeKind,
  detail: string,
  field: string | null = null,
  visible = false,
): DocumentChange {
  return { kind, detail, field, visible, fault: null };
}

const KIND_OF_WEIGHT = {
  stray: 'UNACCOUNTED_BYTES',
  malformed: 'MALFORMED_REVISION',
  unusual: 'UNUSUAL_REVISION',
} as const;

/** A revision that readers may interpret differently. */
export function structureChange(fault: StructureFault): DocumentChange {
  return {
    kind: KIND_OF_WEIGHT[weightOf(fault)],
    detail: faultDetail(fault),
    field: null,
    visible: false,
    fault,
  };
}
