/** What a later revision did to a document that was signed before it. */

export type AllowedChangeKind =
  | 'SIGNATURE_ADDED'
  | 'TIMESTAMP_ADDED'
  | 'SIGNATURE_FIELD_ADDED'
  | 'FIELD_FILLED'
  | 'FIELD_VALUE_CHANGED'
  | 'VALIDATION_DATA_ADDED'
  | 'METADATA_CHANGED'
  | 'VERSION_RAISED'
  | 'OBJECT_REWRITTEN';

export type ForbiddenChangeKind =
  | 'UNACCOUNTED_BYTES'
  | 'MALFORMED_REVISION'
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

export type ChangeKind = AllowedChangeKind | ForbiddenChangeKind;

export interface DocumentChange {
  readonly kind: ChangeKind;
  /** The field, key or object that it is about; '' where the kind says all. */
  readonly detail: string;
  /** The full name of the form field, for what permissions and locks decide about; else null. */
  readonly field: string | null;
  /** A field that was not there before and shows something on a page. */
  readonly visible: boolean;
}

const HARMLESS: ReadonlySet<ChangeKind> = new Set([
  'TIMESTAMP_ADDED',
  'VALIDATION_DATA_ADDED',
  'METADATA_CHANGED',
  'VERSION_RAISED',
  'OBJECT_REWRITTEN',
]);
const SIGNING: ReadonlySet<ChangeKind> = new Set(['SIGNATURE_ADDED', 'SIGNATURE_FIELD_ADDED']);

/** What a signature says about later changes: /P of its DocMDP (table 257), and the fields that it locks. */
export interface ChangePermission {
  readonly certification: 1 | 2 | 3 | null;
  /** What its lock says beside that; it takes away and allows nothing. */
  readonly limit: 1 | 2 | 3 | null;
  readonly locks: (field: string) => boolean;
}

/**
 * Whether a change leaves a signature whole. The list is of what is allowed; anything else is not.
 *
 * Without a certification an empty field may be filled, but what the signer saw in a field stays. One with /P 2 says
 * that fields may be filled, and changed: its author meant the form to go on. New places for signatures that show
 * something are not part of filling in (ISO 32000-2 table 257), and an invention of attackers ("sneaky signature").
 */
export function isAllowed(change: DocumentChange, permission: ChangePermission): boolean {
  const { certification, limit } = permission;
  if (HARMLESS.has(change.kind)) return true;
  if (certification === 1 || limit === 1) return false;
  const locked = change.field !== null && permission.locks(change.field);
  if (SIGNING.has(change.kind)) return !locked && !((certification === 2 || limit === 2) && change.visible);
  if (change.kind === 'FIELD_FILLED') return !locked;
  if (change.kind === 'FIELD_VALUE_CHANGED') return !locked && certification !== null;
  return false;
}

export function change(
  kind: ChangeKind,
  detail: string,
  field: string | null = null,
  visible = false,
): DocumentChange {
  return { kind, detail, field, visible };
}
