import { dateTime } from '@cinnabar/api/schema.js';
import type { Values } from './command.js';
import { readOption } from './read-option.js';

/**
 * A moment as in the interface, in the time of the service.
 * @param edge which moment of a day without a time
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
