import type { Generated } from 'kysely';

/**
 * A data key of an enterprise (0: the platform), wrapped by the master key. The highest version is used for encryption.
 */
export interface DataKeysTable {
  corp_id: number;
  version: number;
  /** Master key that wrapped it (MasterKey.id). */
  master_key_id: string;
  /** Key of a token by which it was encrypted before the master key wrapped it; null: by none. */
  guard_key: string | null;
  wrapped: Uint8Array;
  created_at: Date;
}

/** The first master key, wrapped by the present one: one row once the master key has been replaced. */
export interface MasterKeyOriginTable {
  one: true;
  master_key_id: string;
  wrapped: Uint8Array;
  replaced_at: Date;
}

/** Generations of keys that the operator rotates, after the first, which is derived from the master key. */
export interface RotatedKeysTable {
  /** 12 hexadecimal digits; verifiers of passwords name their pepper by it. */
  key_id: string;
  use: 'pepper' | 'links';
  /** Master key that wrapped it (MasterKey.id). */
  master_key_id: string;
  /** null after it was retired. */
  wrapped: Uint8Array | null;
  created_at: Date;
  /** Shortly after its creation, so that every process knows it before one uses it. */
  used_from: Date;
  retired_at: Date | null;
}

/** Signing keys, and where each of them lies. */
export interface SigningKeysTable {
  corp_id: number;
  key_id: string;
  algorithm: 'P-256' | 'RSA-2048' | 'RSA-3072' | 'SM2';
  /** SubjectPublicKeyInfo, DER. */
  public_key: Uint8Array;
  place: Generated<'local' | 'pkcs11' | 'remote'>;
  /** Name of the key in its store; null for local keys, and after the key is destroyed. */
  reference: Generated<string | null>;
  /** PKCS#8, encrypted with the enterprise's data key; null for other stores, and after the key is destroyed. */
  encrypted_private_key: Uint8Array | null;
  created_at: Date;
}

export interface CustodyTables {
  data_keys: DataKeysTable;
  master_key_origin: MasterKeyOriginTable;
  rotated_keys: RotatedKeysTable;
  signing_keys: SigningKeysTable;
}
