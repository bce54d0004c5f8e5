import type { DataAnswer, InputOf, Operation, PageAnswer } from '@cinnabar/api/operation.js';

/** What a value looks like after it went over the wire. */
export type Wire<T> = T extends string | number | boolean | null
  ? T
  : T extends Date
    ? string
    : T extends readonly (infer Item)[]
      ? readonly Wire<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Wire<T[Name]> }
        : T;

/** `data` of an operation's answer. */
export type DataOf<O> =
  O extends Operation<unknown, infer A>
    ? A extends DataAnswer<infer R>
      ? Wire<R>
      : A extends PageAnswer<infer R>
        ? readonly Wire<R>[]
        : null
    : never;

/** The body of an operation's request. */
export type BodyOf<O extends Operation> = Wire<InputOf<O>>;
