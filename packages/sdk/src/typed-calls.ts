/** Types of all calls, inferred from the declared operations. Nothing here exists at run time. */
import type { DataAnswer, FileRule, InputOf, Operation, PageAnswer } from '@cinnabar/api/operation.js';
import type { Registered } from '@cinnabar/api/registry.js';
import type { Sent as SentForm, Wire } from '@cinnabar/api/wire.js';
import type { Download } from './download.js';
import type { FileToSend } from './file-to-send.js';
import type { CallOptions } from './options.js';
import type { Listing } from './paging.js';

/** The path of an operation, such as `/signTask/startSignFlow`. */
export type OperationPath = Registered['path'];

type ByPath = { readonly [O in Registered as O['path']]: O };

/**
 * Kinds of calls: `data` sends and receives JSON, `page` receives a page of a list, `file` receives a file, `upload`
 * sends one.
 */
export type Kind = 'data' | 'page' | 'file' | 'upload';

type KindOf<O extends Operation> = O extends { readonly file: FileRule } ? 'upload' : O['answer']['kind'];

/** A value in a request: ids are plain numbers, date-times are text or Date, and optional fields may be null. */
export type Sent<T> = SentForm<T, 'plain', Date | string>;

/** A value in a response: ids are plain numbers, date-times are text such as `2026-01-31T09:30:00.000+0800`. */
export type Received<T> = Wire<T, 'plain'>;

type InputFor<O extends Operation> =
  KindOf<O> extends 'upload' ? FileToSend & Sent<InputOf<O>> : Sent<InputOf<O>>;

type DataFor<O> =
  O extends Operation<unknown, infer A>
    ? A extends DataAnswer<infer R>
      ? Received<R>
      : A extends PageAnswer<infer R>
        ? Received<R>
        : never
    : never;

/** Input of the operation with this path. */
export type Input<P extends OperationPath> = InputFor<ByPath[P]>;

/** Output of the operation with this path: `data`, or one item of a list. */
export type Output<P extends OperationPath> = DataFor<ByPath[P]>;

/** Return value of a call to this path. */
export type Answered<P extends OperationPath> =
  KindOf<ByPath[P]> extends 'page'
    ? Listing<Output<P>>
    : Promise<KindOf<ByPath[P]> extends 'file' ? Download : Output<P>>;

/** Signature of an operation; without required fields, the input is optional. */
export type Call<P extends OperationPath> =
  Record<never, never> extends Input<P>
    ? (input?: Input<P>, options?: CallOptions) => Answered<P>
    : (input: Input<P>, options?: CallOptions) => Answered<P>;

type Head<P extends string> = P extends `${infer Name}/${string}` ? Name : P;
type Below<P extends string, Name extends string> = P extends `${Name}/${infer Rest}` ? Rest : never;
type WithoutSlash<P> = P extends `/${infer Rest}` ? Rest : never;

type KindsBelow<P extends string, Above extends string> = {
  readonly [Name in Head<P>]: `${Above}/${Name}` extends OperationPath
    ? KindOf<ByPath[`${Above}/${Name}`]>
    : KindsBelow<Below<P, Name>, `${Above}/${Name}`>;
};

/** The type that the table of operations must satisfy. */
export type KindTree = KindsBelow<WithoutSlash<OperationPath>, ''>;

/** The calls below a path, with the names and comments of the table of operations. */
export type Calls<Table, Above extends string> = {
  readonly [Name in keyof Table]: `${Above}/${Name & string}` extends OperationPath
    ? Call<`${Above}/${Name & string}`>
    : Calls<Table[Name], `${Above}/${Name & string}`>;
};
