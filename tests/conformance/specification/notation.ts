/** How the specification's fields are written down, and the shapes that several parts share. */
export type Scalar = 'int64' | 'int32' | 'number' | 'string' | 'boolean' | 'dateTime';

/** `!` required in a request; `?` may be null in an answer (without value it is null). */
export type Field =
  | Scalar
  | `${Scalar}!`
  | `${Scalar}?`
  | { readonly list: Fields | Scalar; readonly need?: '!' }
  | { readonly object: Fields; readonly need?: '!' | '?' };
export type Fields = { readonly [name: string]: Field };

/** What `data` holds. `empty` is `{}`, `file` a stream of bytes, `value` a bare scalar. */
export type Data =
  | { readonly object: Fields }
  | { readonly list: Fields }
  | { readonly value: Scalar }
  | 'empty'
  | 'file';

export interface SpecifiedOperation {
  readonly path: `/${string}`;
  readonly code: '200' | '0';
  readonly request: Fields;
  readonly data: Data;
  /** The four paging fields stand beside `data`. */
  readonly paged?: true;
}

/** The request fields of a paged list. */
export const paging: Fields = { listPageNo: 'int32', listPageSize: 'int32' };

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
