import { faultDetail, type StructureFault, weightOf } from './structure-fault.js';

/** Changes by a later revision of a signed document; policies/ decides on their consequences. */
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
  /** The field, key or object that it is about; '' where the kind says all. */
  readonly detail: string;
  /** The full name of the form field, for what permissions and locks decide about; else null. */
  readonly field: string | null;
  /** A field that was not there before and shows something on a page. */
  readonly visible: boolean;
  /** The rule of structure that is broken; null for every other kind of change. */
  readonly fault: StructureFault | null;
}

/** Permissions of a signature for later changes: /P of its DocMDP (table 257), and the fields that it locks. */
export interface ChangePermission {
  readonly certification: 1 | 2 | 3 | null;
  /** What its lock says beside that; it takes away and allows nothing. */
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

/** A revision that is not written as all readers read alike. */
export function structureChange(fault: StructureFault): DocumentChange {
  return {
    kind: KIND_OF_WEIGHT[weightOf(fault)],
    detail: faultDetail(fault),
    field: null,
    visible: false,
    fault,
  };
}
