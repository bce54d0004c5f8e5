/** Wire format: the JSON types that schemas parse and serialise. */
import type { AnyOperation, DataAnswer, InputOf, PageAnswer } from './operation.js';
import type { Id, Json } from './schema.js';

/** Whether ids keep their brand or are plain numbers. */
type Ids = 'kept' | 'plain';

/** A value in a response: date-times are text such as `2026-01-31T09:30:00.000+0800`. */
export type Wire<T, I extends Ids = 'kept'> = [Json] extends [T]
  ? T
  : T extends Id<string>
    ? I extends 'kept'
      ? T
      : number
    : T extends string | number | boolean | null
      ? T
      : T extends Date
        ? string
        : T extends readonly (infer Item)[]
          ? readonly Wire<Item, I>[]
          : T extends object
            ? { readonly [Name in keyof T]: Wire<T[Name], I> }
            : T;

/** A value in a request: date-times are `Moment`, and optional fields may be null or undefined. */
export type Sent<T, I extends Ids = 'kept', Moment = string> = [Json] extends [T]
  ? T
  : T extends Id<string>
    ? I extends 'kept'
      ? T
      : number
    : T extends string | number | boolean | null
      ? T
      : T extends Date
        ? Moment
        : T extends readonly (infer Item)[]
          ? readonly Sent<Item, I, Moment>[]
          : T extends object
            ? {
                readonly [Name in keyof T]:
                  | Sent<T[Name], I, Moment>
                  | (Partial<Pick<T, Name>> extends Pick<T, Name> ? null | undefined : never);
              }
            : T;

/** `data` of a response: the whole value, or a page of a list. */
export type DataOf<O> =
  O extends AnyOperation<unknown, infer A>
    ? A extends DataAnswer<infer R>
      ? Wire<R>
      : A extends PageAnswer<infer R>
        ? readonly Wire<R>[]
        : null
    : never;

/** The body of a request. */
export type BodyOf<O extends AnyOperation> = Wire<InputOf<O>>;
