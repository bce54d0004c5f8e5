import type { Context } from '../operation/context.js';

/** Where a request came from, as it is kept with what somebody agrees to. */
export function originOf({ address, device }: Pick<Context, 'address' | 'device'>): {
  readonly address: string;
  readonly device: string | null;
} {
  return { address, device: device === '' ? null : device };
}
