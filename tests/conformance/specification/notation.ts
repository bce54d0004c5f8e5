/**
 * The notation of the specification: objects and lists as in JSON, with types in place of values. `[shape]` is a list.
 * A required request field has `!` after its type, or is `must(shape)`; a response field that may be null has `?`, or
 * is `maybe(shape)`.
 */
export type Scalar = 'int64' | 'int32' | 'number' | 'string' | 'boolean' | 'dateTime';
export type Shape = Scalar | readonly [Shape] | Fields;
export type Field = Shape | `${Scalar}!` | `${Scalar}?` | Marked;
export type Fields = { readonly [name: string]: Field };

export class Marked {
  constructor(
    readonly mark: '!' | '?',
    readonly shape: Shape,
  ) {}
}
export const must = (shape: Shape): Marked => new Marked('!', shape);
export const maybe = (shape: Shape): Marked => new Marked('?', shape);

/**
 * Content of `data`: `{}` for an empty object, `file` for a stream of bytes. With `paged` four paging fields are beside
 * it.
 */
export type SpecifiedOperation = readonly [
  path: `/${string}`,
  code: '200' | '0',
  request: Fields,
  data: Shape | 'file',
  paged?: 'paged',
];

/** A field without its mark. */
export function unmarked(field: Field): { readonly shape: Shape; readonly mark: '!' | '?' | null } {
  if (field instanceof Marked) return field;
  if (typeof field !== 'string') return { shape: field, mark: null };
  const shape = scalars.find(
    (scalar) => field === scalar || field === `${scalar}!` || field === `${scalar}?`,
  );
  if (shape === undefined) throw new Error(`${field} is no type`);
  return { shape, mark: field.endsWith('!') ? '!' : field.endsWith('?') ? '?' : null };
}

const scalars: readonly Scalar[] = ['int64', 'int32', 'number', 'string', 'boolean', 'dateTime'];

/** `data` is `{}` and nothing else. */
export function isEmpty(data: Shape | 'file'): boolean {
  return typeof data === 'object' && Object.keys(data).length === 0;
}

export function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/** The request fields of a paged list. */
export const paging: Fields = { listPageNo: 'int32', listPageSize: 'int32' };
/** Of lists with a total that can be limited: our own. */
export const limited: Fields = { countLimit: 'int32' };
/** Of lists of flows: our own. */
export const explained: Fields = { withReasons: 'int32' };

export const uploadedDocument: Fields = {
  fileName: 'string',
  fileUrl: 'string',
  totalPage: 'int32',
  width: 'int32',
  height: 'int32',
};

/** 2.9, special attribute. */
export const givenAttribute: Fields = {
  dateFormat: 'string',
  numberFormat: 'string',
  fractionDigits: 'int32',
  maxLength: 'string',
  font: 'string',
  fontSize: 'int32',
  textColor: 'string',
  bold: 'boolean',
  italic: 'boolean',
  underLine: 'boolean',
  lineThrough: 'boolean',
  alignment: 'int32',
  width: 'int32',
  height: 'int32',
  order: 'int32',
  sealSpecs: 'int32',
  showSignDate: 'int32',
  signStyle: 'int32',
};
