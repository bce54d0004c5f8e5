/** Reads a compose file as compose does, as far as the files of this project use it. */
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { textOf } from './documentation.js';

type Environment = Readonly<Record<string, string>>;

export interface ComposeService {
  readonly image: string;
  /** Of the file alone; see `environmentOf`. */
  readonly environment?: Environment;
  readonly env_file?: string;
  readonly user?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
}

/** @param variables what the file refers to by `${NAME}`; throws if one that it requires is missing */
export function composeServices(
  path: string,
  variables: Environment = {},
): Readonly<Record<string, ComposeService>> {
  // Values are replaced after they have been read, so that what they contain is never YAML.
  const replaced = (_: unknown, value: unknown) =>
    typeof value === 'string' ? interpolated(value, variables) : value;
  const file: { readonly services: Readonly<Record<string, ComposeService>> } = parse(
    textOf(path),
    replaced,
    { merge: true },
  );
  return file.services;
}

/** `${NAME:-default}` and `${NAME:?message}`. */
function interpolated(text: string, variables: Environment): string {
  return text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, words: string) => {
    const value = variables[name] ?? '';
    if (value !== '') return value;
    if (kind === '-') return words;
    throw new Error(`${name}: ${words}`);
  });
}

/** The file with settings of a service of this compose file. */
export function settingsFile(path: string, { env_file }: ComposeService): string {
  if (env_file === undefined) throw new Error(`${path}: the service has no env_file`);
  return join(dirname(path), env_file);
}

/**
 * What compose passes to the container besides what its image sets.
 * @param settings text of the service's env_file
 */
export function environmentOf({ environment = {} }: ComposeService, settings: string): Environment {
  const given = Object.entries(parseEnv(settings)).map(([name, value]) => [name, value ?? '']);
  return { ...Object.fromEntries(given), ...environment };
}
