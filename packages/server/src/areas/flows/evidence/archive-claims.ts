/** Content of an evidence archive, as the verification checks see it. */
import { createHash } from 'node:crypto';
import type { JsonValue } from '../../../custody/canonical-json.js';

export type Entries = ReadonlyMap<string, Uint8Array>;

/** An archive's claims, parsed but not trusted. */
export interface Claims {
  readonly entries: Entries;
  readonly record: JsonValue;
  readonly events: readonly { readonly hash: string; readonly event: JsonValue }[];
  readonly trusted: readonly Uint8Array[];
  readonly trustedForTimestamps: readonly Uint8Array[];
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
