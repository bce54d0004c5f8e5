/** The types of all calls, inferred from the declarations of the operations: nothing here exists at run time. */
import type { DataAnswer, FileRule, InputOf, Operation, PageAnswer } from '@cinnabar/api/operation.js';
import type { Registered } from '@cinnabar/api/registry.js';
import type { Sent as SentForm, Wire } from '@cinnabar/api/wire.js';
import type { Download } from './download.js';
import type { FileToSend } from './file-to-send.js';
import type { CallOptions } from './options.js';
import type { Listing } from './paging.js';

/** The address of an operation, such as `/signTask/startSignFlow`. */
export type OperationPath = Registered['path'];

type ByPath = { readonly [O in Registered as O['path']]: O };

/** Kinds of input and output: JSON, JSON and a page of a list, JSON and a file, or a file and JSON. */
export type Kind = 'data' | 'page' | 'file' | 'upload';

type KindOf<O extends Operation> = O extends { readonly file: FileRule } ? 'upload' : O['answer']['kind'];

/** A value as it is sent: ids are plain numbers, date-times text or dates, and what may be left out may be null. */
export type Sent<T> = SentForm<T, 'plain', Date | string>;

/** A value as it comes back: ids are plain numbers, date-times text such as `2026-01-31T09:30:00.000+0800`. */
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

/** Input of the operation of this address. */
export type Input<P extends OperationPath> = InputFor<ByPath[P]>;

/** Answer of the operation of this address: `data`, or one item of a list. */
export type Output<P extends OperationPath> = DataFor<ByPath[P]>;

/** Result of a call of this address. */
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

/** What the table of operations must be. */
export type KindTree = KindsBelow<WithoutSlash<OperationPath>, ''>;

/** The calls below an address, named as the table of operations names them, with its comments. */
export type Calls<Table, Above extends string> = {
  readonly [Name in keyof Table]: `${Above}/${Name & string}` extends OperationPath
    ? Call<`${Above}/${Name & string}`>
    : Calls<Table[Name], `${Above}/${Name & string}`>;
};
