/** Commands as plain data, from which usage texts and checks are derived, and the context they run in. */

export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: (text: string) => void;
  /** Everything else, so that results can be piped. */
  readonly stderr: (text: string) => void;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly required?: true;
  /** Placeholder of the value in the usage text, such as `NAME`. */
  readonly placeholder?: string;
  readonly description: string;
}

/** A word that a command takes without an option's name before it. */
export interface Argument {
  /** Key of its value among those of the options; in capitals, its placeholder in the usage text. */
  readonly name: string;
  /** All that it can be; left out: any text. */
  readonly choices?: readonly string[];
  /** One or more of them; of the last argument alone. */
  readonly many?: true;
}

export type Options = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Command {
  /** Its words, such as `corp create`. */
  readonly name: string;
  readonly summary: string;
  /** In their order, each of them required. */
  readonly arguments?: readonly Argument[];
  readonly options: Options;
  /** @returns the exit code */
  readonly run: (values: Values, context: CliContext) => Promise<number>;
}

/** The command line itself is wrong: exit code 2, with a hint where the usage is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command could not do what it was told, for a reason that the operator can do something about. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** The value of an option that takes one; undefined where it was not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an argument of which there may be many. */
export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value : [];
}

export const jsonOption: Option = { type: 'boolean', description: 'print the result as JSON' };
