import { createRequire } from 'node:module';
import { TokenFailure } from './token-messages.js';

/** Session, slot or object. */
export type Handle = Buffer;

export interface Attribute {
  readonly type: number;
  readonly value?: Buffer | boolean | number | string;
}

export interface Mechanism {
  readonly mechanism: number;
  readonly parameter?: Buffer;
}

/** What is used of a loaded module, as the package `pkcs11js` offers it. */
export interface Cryptoki {
  load(path: string): void;
  C_Initialize(options: { readonly flags: number }): void;
  C_GetSlotList(tokenPresent: boolean): readonly Handle[];
  C_GetTokenInfo(slot: Handle): {
    readonly label: string;
    readonly serialNumber: string;
    readonly flags: number;
  };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_GetSessionInfo(session: Handle): { readonly state: number };
  C_Login(session: Handle, userType: number, pin: string): void;
  C_FindObjectsInit(session: Handle, template: readonly Attribute[]): void;
  C_FindObjects(session: Handle, limit: number): readonly Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(
    session: Handle,
    object: Handle,
    template: readonly Attribute[],
  ): readonly { readonly value: Buffer }[];
  C_GenerateKeyPairAsync(
    session: Handle,
    mechanism: Mechanism,
    publicKey: readonly Attribute[],
    privateKey: readonly Attribute[],
  ): Promise<{ readonly publicKey: Handle; readonly privateKey: Handle }>;
  C_GenerateKeyAsync(session: Handle, mechanism: Mechanism, template: readonly Attribute[]): Promise<Handle>;
  C_EncryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_EncryptAsync(session: Handle, input: Buffer, room: Buffer): Promise<Buffer>;
  C_DecryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_DecryptAsync(session: Handle, input: Buffer, room: Buffer): Promise<Buffer>;
  C_SignInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_SignAsync(session: Handle, input: Buffer, room: Buffer): Promise<Buffer>;
  C_DestroyObject(session: Handle, object: Handle): void;
}

/**
 * The package is no dependency, since only few installations have a token and it has to be compiled.
 * @throws TokenFailure
 */
export function loadCryptoki(): Cryptoki {
  try {
    // CommonJS, so that NODE_PATH can name the folder in which it is installed.
    const { PKCS11 } = createRequire(import.meta.url)('pkcs11js');
    return new PKCS11();
  } catch {
    throw new TokenFailure('refused', 'the package pkcs11js is not installed, or not compiled');
  }
}

/** Values of the standard's pkcs11t.h. */
export const CK = Object.freeze({
  OS_LOCKING_OK: 0x02,
  SERIAL_SESSION: 0x04,
  RW_SESSION: 0x02,
  USER: 1,
  RW_USER_FUNCTIONS: 3,
  USER_PIN_FINAL_TRY: 0x20000,
  USER_PIN_LOCKED: 0x40000,
  PUBLIC_KEY: 2,
  PRIVATE_KEY: 3,
  SECRET_KEY: 4,
  RSA_KEY: 0,
  EC_KEY: 3,
  AES_KEY: 0x1f,
  RSA_PKCS_KEY_PAIR_GEN: 0x00,
  SHA256_RSA_PKCS: 0x40,
  EC_KEY_PAIR_GEN: 0x1040,
  ECDSA: 0x1041,
  AES_KEY_GEN: 0x1080,
  AES_CBC_PAD: 0x1085,
  CLASS: 0x00,
  TOKEN: 0x01,
  PRIVATE: 0x02,
  LABEL: 0x03,
  KEY_TYPE: 0x100,
  ID: 0x102,
  SENSITIVE: 0x103,
  ENCRYPT: 0x104,
  DECRYPT: 0x105,
  WRAP: 0x106,
  UNWRAP: 0x107,
  SIGN: 0x108,
  VERIFY: 0x10a,
  DERIVE: 0x10c,
  MODULUS: 0x120,
  MODULUS_BITS: 0x121,
  PUBLIC_EXPONENT: 0x122,
  VALUE_LEN: 0x161,
  EXTRACTABLE: 0x162,
  EC_PARAMS: 0x180,
  EC_POINT: 0x181,
});
