/** Binds an operation of packages/api to the function that implements it. */
import type { Answer, AnyOperation, Caller, InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type {
  ApplicationContext,
  ConsoleContext,
  Context,
  LinkContext,
  MemberContext,
  PersonContext,
  PlatformContext,
  TargetContext,
  VisitorContext,
} from './context.js';

/** An uploaded file; `fileName` as the client sent it. */
export interface Upload {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Contexts by kind of caller: created by http after the checks of that kind have passed. */
export interface Callers {
  readonly none: Context;
  readonly application: ApplicationContext;
  readonly member: MemberContext;
  readonly target: TargetContext;
  readonly visitor: VisitorContext;
  readonly link: LinkContext;
  readonly person: PersonContext;
  readonly console: ConsoleContext;
  readonly platform: PlatformContext;
}

export interface Route<C extends Caller = Caller> {
  readonly caller: C;
  readonly operation: AnyOperation;
  readonly run: (ctx: Callers[C], input: unknown, upload: Upload | null) => Promise<unknown>;
}

/** A route of any kind, discriminated by `caller`. */
export type AnyRoute = { [C in Caller]: Route<C> }[Caller];

type Handler<C extends Caller, O> = (
  ctx: Callers[C],
  input: InputOf<O>,
  upload: Upload | null,
) => Promise<OutputOf<O>>;

/**
 * Throws at startup if the operation is declared for another kind of caller: a route can never be less strict than its
 * declaration.
 */
export function route<C extends Caller, Q, A extends Answer>(
  caller: C,
  operation: AnyOperation<Q, A>,
  handler: Handler<C, AnyOperation<Q, A>>,
): Route<C> {
  if (operation.caller !== caller) {
    throw new Error(`${operation.path} is declared for caller ${operation.caller}, not ${caller}`);
  }
  return {
    caller,
    operation,
    // The router parses the input with operation.request right before this call, so it has that schema's type.
    run: (ctx, input, upload) => handler(ctx, input as InputOf<AnyOperation<Q, A>>, upload),
  };
}

/** The handler of an operation: its context follows from the kind of caller, its input and answer from the schemas. */
type HandlerOf<O> = O extends AnyOperation & { readonly caller: infer C extends Caller }
  ? Handler<C, O>
  : never;

type HandlersOf<Declared> = { readonly [Name in keyof Declared]?: HandlerOf<Declared[Name]> };

/**
 * Binds handlers to the operations of the same names.
 * @param declared modules of packages/api
 * @throws Error at startup for a handler without an operation
 */
export function routesOf<Declared extends object>(
  declared: Declared,
  handlers: HandlersOf<Declared>,
): readonly AnyRoute[] {
  const operations = new Map<string, unknown>(Object.entries(declared));
  return Object.entries(handlers).map(([name, run]) => {
    const operation = operations.get(name);
    if (!isOperation(operation)) throw new Error(`no operation is named ${name}`);
    // HandlersOf has matched the function to this operation, which a list of all operations cannot express to the
    // compiler.
    return { caller: operation.caller, operation, run } as AnyRoute;
  });
}

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'path' in value && 'caller' in value;
}
