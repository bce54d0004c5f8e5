import type { KeyObject } from 'node:crypto';
import type { DataKeysTable } from '../database/tables/custody.js';
import { decryptAuthenticated, encryptAuthenticated } from './authenticated-encryption.js';
import { type DataKeyGuarding, guardOf } from './data-key-guard.js';

/** Identity of a data key, authenticated with its wrapping so that it cannot be substituted for another. */
export type DataKeyPlace = Pick<DataKeysTable, 'corp_id' | 'version' | 'guard_key'>;

/**
 * A data key as it is stored: encrypted by the guarding key of a token if there is one, and that by the master key. The
 * master key can therefore be replaced without the token, and neither of the two opens anything alone.
 * @throws CustodyError KEY_STORE_MISSING, KEY_STORE_UNAVAILABLE, KEY_STORE_REFUSED
 */
export async function sealDataKey(
  keys: { readonly wrapping: KeyObject; readonly guarding: DataKeyGuarding },
  place: DataKeyPlace,
  plain: Uint8Array,
): Promise<Uint8Array> {
  const guarded =
    place.guard_key === null ? plain : await guardOf(keys.guarding).guard(place.guard_key, plain);
  return wrapDataKey(keys.wrapping, place, guarded);
}

/** @throws CustodyError NOT_AUTHENTIC, KEY_STORE_MISSING, KEY_STORE_UNAVAILABLE, KEY_STORE_REFUSED */
export async function openDataKey(
  keys: { readonly wrapping: KeyObject; readonly guarding: DataKeyGuarding },
  row: DataKeyPlace & Pick<DataKeysTable, 'wrapped'>,
): Promise<Uint8Array> {
  const guarded = await unwrapDataKey(keys.wrapping, row);
  return row.guard_key === null ? guarded : guardOf(keys.guarding).unguard(row.guard_key, guarded);
}

/** The outer layer alone. */
export function wrapDataKey(
  wrapping: KeyObject,
  place: DataKeyPlace,
  inner: Uint8Array,
): Promise<Uint8Array> {
  return encryptAuthenticated(wrapping, associatedData(place), inner);
}

/** @throws CustodyError NOT_AUTHENTIC */
export function unwrapDataKey(
  wrapping: KeyObject,
  row: DataKeyPlace & Pick<DataKeysTable, 'wrapped'>,
): Promise<Uint8Array> {
  return decryptAuthenticated(wrapping, associatedData(row), row.wrapped);
}

function associatedData({ corp_id: corpId, version, guard_key: guardKey }: DataKeyPlace): string {
  const place = `data key|${corpId}|${version}`;
  return guardKey === null ? place : `${place}|${guardKey}`;
}
