/**
 * What an object is to a document, told by the places that may refer to it. A rule that answers for an object has
 * looked at it as one thing: a field, say. Where something else refers to it too, it is another thing besides, and what
 * is harmless in a field shows itself as content there ("/V Do" in a page whose XObject dictionary is a text field).
 */
export type ObjectRole = 'catalog' | 'information' | 'field' | 'page' | 'annotationList' | 'structure';

/** The last name on the way from an object that refers to the one in question; '' where only indices lead there. */
function lastNameOf(path: string): string {
  return path.split('/').findLast((step) => !/^\d+$/.test(step)) ?? '';
}

const PLACES: Readonly<Record<Exclude<ObjectRole, 'page'>, ReadonlySet<string>>> = {
  catalog: new Set(['Root', 'Data', 'Parent']),
  information: new Set(['Info']),
  // Of form and fields, of pages and their lists, of the structure tree, and of actions (table 213).
  field: new Set(['Fields', 'Kids', 'Parent', 'CO', 'Annots', '', 'Obj', 'IRT', 'AN', 'T']),
  annotationList: new Set(['Annots']),
  structure: new Set(['StructTreeRoot', 'K', 'P', 'Nums', 'Names', 'Ref', '']),
};

/** Destinations lead to pages from everywhere; what draws with an object is under these names. */
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
