/**
 * Role of an object, determined by the places that may refer to it. A rule that takes responsibility for an object has
 * examined it in one role, such as that of a field. If something refers to it in another role, entries that are
 * harmless in the first may be displayed as content ("/V Do" in a page whose XObject dictionary is a text field).
 */
export type ObjectRole = 'catalog' | 'information' | 'field' | 'page' | 'annotationList' | 'structure';

/** The last name on the path from the referring object; '' if the path has only indices. */
function lastNameOf(path: string): string {
  return path.split('/').findLast((step) => !/^\d+$/.test(step)) ?? '';
}

const PLACES: Readonly<Record<Exclude<ObjectRole, 'page'>, ReadonlySet<string>>> = {
  catalog: new Set(['Root', 'Data', 'Parent']),
  information: new Set(['Info']),
  // Keys of form and fields, pages and their annotation arrays, the structure tree, and actions (table 213).
  field: new Set(['Fields', 'Kids', 'Parent', 'CO', 'Annots', '', 'Obj', 'IRT', 'AN', 'T']),
  annotationList: new Set(['Annots']),
  structure: new Set(['StructTreeRoot', 'K', 'P', 'Nums', 'Names', 'Ref', '']),
};

/** Destinations may refer to pages from anywhere; these keys, however, use an object as drawn content. */
const PLACES_OF_CONTENT: ReadonlySet<string> = new Set([
  'Contents',
  'Resources',
  'XObject',
  'Font',
  'ColorSpace',
  'ExtGState',
  'Pattern',
  'Shading',
  'Properties',
  'CharProcs',
  'AP',
]);

/** Whether a place may refer to an object of that role. */
export function admits(role: ObjectRole, path: string): boolean {
  const name = lastNameOf(path);
  return role === 'page' ? !PLACES_OF_CONTENT.has(name) : PLACES[role].has(name);
}
