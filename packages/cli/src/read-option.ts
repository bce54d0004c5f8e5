import { InvalidField, type Schema } from '@cinnabar/api/schema.js';
import { wordsOf } from '@cinnabar/server/operation/refusal.js';
import { textOf, UsageError, type Values } from './command.js';

/** Validates as the interface does, with messages that name the option. */
export function readOption<T>(schema: Schema<T>, values: Values, option: string): T {
  const value = textOf(values, option);
  if (value?.trim() === '') throw new UsageError(`--${option} is empty`);
  try {
    return schema.read(value, `--${option}`, { zone: 'UTC' });
  } catch (error) {
    if (error instanceof InvalidField) throw new UsageError(`--${option} ${wordsOf(error.problem).en}`);
    throw error;
  }
}
