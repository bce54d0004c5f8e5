import type { KeyObject } from 'node:crypto';
import type { DataKeysTable } from '../database/tables/custody.js';
import { decryptAuthenticated, encryptAuthenticated } from './authenticated-encryption.js';

/** Identity of a data key, authenticated with its wrapping so that it cannot be substituted for another. */
type Place = Pick<DataKeysTable, 'corp_id' | 'version'>;

export function wrapDataKey(wrapping: KeyObject, place: Place, plain: Uint8Array): Promise<Uint8Array> {
  return encryptAuthenticated(wrapping, associatedData(place), plain);
}

/** @throws CustodyError NOT_AUTHENTIC */
export function unwrapDataKey(
  wrapping: KeyObject,
  row: Place & Pick<DataKeysTable, 'wrapped'>,
): Promise<Uint8Array> {
  return decryptAuthenticated(wrapping, associatedData(row), row.wrapped);
}

function associatedData({ corp_id: corpId, version }: Place): string {
  return `data key|${corpId}|${version}`;
}
