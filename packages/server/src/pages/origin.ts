import type { Context } from '../operation/context.js';

/** Origin of a request, as recorded with consents. */
export function originOf({ address, device }: Pick<Context, 'address' | 'device'>): {
  readonly address: string;
  readonly device: string | null;
} {
  return { address, device: device === '' ? null : device };
}
