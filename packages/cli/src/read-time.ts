import { dateTime } from '@cinnabar/api/schema.js';
import type { Values } from './command.js';
import { readOption } from './read-option.js';

/**
 * Parses a date-time as the interface does, in the service's time zone.
 * @param edge which moment of the day a date alone stands for
 */
export function readTime(
  values: Values,
  option: string,
  zone: string,
  edge: 'start' | 'end' = 'start',
): Date {
  const schema = dateTime(edge);
  return readOption({ ...schema, read: (value, path) => schema.read(value, path, { zone }) }, values, option);
}
