/** Commands as data, from which usage texts and validation are derived, and their execution context. */

export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Results, on stdout. */
  readonly stdout: (text: string) => void;
  /** All other output, so that results can be piped. */
  readonly stderr: (text: string) => void;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly required?: true;
  /** Placeholder of the value in the usage text, such as `NAME`. */
  readonly placeholder?: string;
  readonly description: string;
}

/** A positional argument. */
export interface Argument {
  /** Key of its value; in capitals, it is also the placeholder in the usage text. */
  readonly name: string;
  /** The accepted values; any text if omitted. */
  readonly choices?: readonly string[];
  /** One or more values; allowed for the last argument only. */
  readonly many?: true;
}

export type Options = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Command {
  /** The words of the command, such as `corp create`. */
  readonly name: string;
  readonly summary: string;
  /** Positional arguments in order; all are required. */
  readonly arguments?: readonly Argument[];
  readonly options: Options;
  /** @returns the exit code */
  readonly run: (values: Values, context: CliContext) => Promise<number>;
}

/** The command line is invalid: exit code 2, with a hint at the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed for a reason that the operator can remedy. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** Value of an option; undefined if it was not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Values of a repeatable argument. */
export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value : [];
}

export const jsonOption: Option = { type: 'boolean', description: 'print the result as JSON' };
