import { type Attribute, CK, type Cryptoki, type Handle } from './pkcs11-library.js';
import { problemOfCode } from './return-codes.js';
import { type TokenAlgorithm, TokenFailure, type TokenRequest } from './token-messages.js';
import type { TokenSettings } from './token-settings.js';

/** The object identifier of P-256, as CKA_EC_PARAMS has it. */
const P256 = Buffer.from('06082a8648ce3d030107', 'hex');
const LONGEST_SIGNATURE = 1024;
const AES_BLOCK_BYTES = 16;
const SECRET_BYTES = 32;

/** A token with its sessions. Calls that compute run in the thread pool, each in a session of its own. */
export class Token {
  readonly #cryptoki: Cryptoki;
  readonly #slot: Handle;
  readonly #free: Handle[] = [];
  readonly #waiting: ((session: Handle) => void)[] = [];
  readonly #handles = new Map<string, Handle>();

  private constructor(cryptoki: Cryptoki, slot: Handle) {
    this.#cryptoki = cryptoki;
    this.#slot = slot;
  }

  /** Logs in once, which is valid for all sessions of a process. @throws TokenFailure */
  static open(cryptoki: Cryptoki, settings: TokenSettings): Token {
    try {
      cryptoki.load(settings.module);
    } catch (error) {
      throw new TokenFailure('refused', `PKCS11_MODULE cannot be loaded: ${messageOf(error)}`);
    }
    return translated(() => {
      cryptoki.C_Initialize({ flags: CK.OS_LOCKING_OK });
      const slot = findSlot(cryptoki, settings);
      const token = new Token(cryptoki, slot);
      token.#logIn(settings);
      return token;
    });
  }

  #logIn({ pin, sessions }: TokenSettings): void {
    const { flags } = this.#cryptoki.C_GetTokenInfo(this.#slot);
    if ((flags & CK.USER_PIN_LOCKED) !== 0) throw new TokenFailure('pin', 'the PIN is locked');
    if ((flags & CK.USER_PIN_FINAL_TRY) !== 0) {
      throw new TokenFailure(
        'pin',
        'one attempt is left before the token is locked: log in to it with another tool, and start the service again',
      );
    }
    for (let opened = 0; opened < sessions; opened++) {
      const session = this.#cryptoki.C_OpenSession(this.#slot, CK.SERIAL_SESSION | CK.RW_SESSION);
      if (opened === 0) this.#cryptoki.C_Login(session, CK.USER, pin);
      this.#free.push(session);
    }
  }

  /** @throws TokenFailure */
  async answer(request: Exclude<TokenRequest, { op: 'open' }>): Promise<readonly Uint8Array[]> {
    const session = this.#free.pop() ?? (await new Promise<Handle>((got) => this.#waiting.push(got)));
    try {
      return await this.#carryOut(session, request);
    } catch (error) {
      throw failureOf(error);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(session);
      else next(session);
    }
  }

  async #carryOut(
    session: Handle,
    request: Exclude<TokenRequest, { op: 'open' }>,
  ): Promise<readonly Uint8Array[]> {
    switch (request.op) {
      case 'check':
        return this.#check(session);
      case 'generate':
        return this.#generate(session, request);
      case 'sign':
        return [await this.#sign(session, request)];
      case 'generate-secret':
        return this.#generateSecret(session, request);
      case 'encrypt':
      case 'decrypt':
        return [await this.#crypt(session, request)];
      case 'destroy':
        return this.#destroy(session, request.key);
    }
  }

  #check(session: Handle): readonly [] {
    this.#cryptoki.C_GetTokenInfo(this.#slot);
    const { state } = this.#cryptoki.C_GetSessionInfo(session);
    if (state !== CK.RW_USER_FUNCTIONS) throw new TokenFailure('broken', 'the session is logged out');
    return [];
  }

  async #generate(
    session: Handle,
    { key, label, algorithm }: Extract<TokenRequest, { op: 'generate' }>,
  ): Promise<readonly Uint8Array[]> {
    const isEc = algorithm === 'P-256';
    const common: readonly Attribute[] = [
      { type: CK.TOKEN, value: true },
      { type: CK.ID, value: Buffer.from(key) },
      { type: CK.LABEL, value: label },
      { type: CK.KEY_TYPE, value: isEc ? CK.EC_KEY : CK.RSA_KEY },
    ];
    const pair = await this.#cryptoki.C_GenerateKeyPairAsync(
      session,
      { mechanism: isEc ? CK.EC_KEY_PAIR_GEN : CK.RSA_PKCS_KEY_PAIR_GEN },
      [
        ...common,
        { type: CK.CLASS, value: CK.PUBLIC_KEY },
        { type: CK.VERIFY, value: true },
        ...parametersOf(algorithm),
      ],
      [
        ...common,
        { type: CK.CLASS, value: CK.PRIVATE_KEY },
        { type: CK.PRIVATE, value: true },
        { type: CK.SENSITIVE, value: true },
        { type: CK.EXTRACTABLE, value: false },
        { type: CK.SIGN, value: true },
        ...[CK.DECRYPT, CK.UNWRAP, CK.DERIVE].map((type) => ({ type, value: false })),
      ],
    );
    const wanted = isEc ? [CK.EC_POINT] : [CK.MODULUS, CK.PUBLIC_EXPONENT];
    return this.#cryptoki
      .C_GetAttributeValue(
        session,
        pair.publicKey,
        wanted.map((type) => ({ type })),
      )
      .map(({ value }) => value);
  }

  async #sign(
    session: Handle,
    { key, mechanism, input }: Extract<TokenRequest, { op: 'sign' }>,
  ): Promise<Uint8Array> {
    this.#cryptoki.C_SignInit(
      session,
      { mechanism: mechanism === 'ecdsa' ? CK.ECDSA : CK.SHA256_RSA_PKCS },
      this.#handleOf(session, CK.PRIVATE_KEY, key),
    );
    return this.#cryptoki.C_SignAsync(session, Buffer.from(input), Buffer.alloc(LONGEST_SIGNATURE));
  }

  async #generateSecret(
    session: Handle,
    { key, label }: Extract<TokenRequest, { op: 'generate-secret' }>,
  ): Promise<readonly []> {
    const isTrue = [CK.TOKEN, CK.PRIVATE, CK.SENSITIVE, CK.ENCRYPT, CK.DECRYPT];
    const isFalse = [CK.EXTRACTABLE, CK.WRAP, CK.UNWRAP, CK.DERIVE];
    await this.#cryptoki.C_GenerateKeyAsync(session, { mechanism: CK.AES_KEY_GEN }, [
      { type: CK.CLASS, value: CK.SECRET_KEY },
      { type: CK.KEY_TYPE, value: CK.AES_KEY },
      { type: CK.VALUE_LEN, value: SECRET_BYTES },
      { type: CK.ID, value: Buffer.from(key) },
      { type: CK.LABEL, value: label },
      ...isTrue.map((type) => ({ type, value: true })),
      ...isFalse.map((type) => ({ type, value: false })),
    ]);
    return [];
  }

  #crypt(
    session: Handle,
    { op, key, iv, input }: Extract<TokenRequest, { op: 'encrypt' | 'decrypt' }>,
  ): Promise<Uint8Array> {
    const secret = this.#handleOf(session, CK.SECRET_KEY, key);
    const mechanism = { mechanism: CK.AES_CBC_PAD, parameter: Buffer.from(iv) };
    const room = Buffer.alloc(input.length + AES_BLOCK_BYTES);
    if (op === 'encrypt') {
      this.#cryptoki.C_EncryptInit(session, mechanism, secret);
      return this.#cryptoki.C_EncryptAsync(session, Buffer.from(input), room);
    }
    this.#cryptoki.C_DecryptInit(session, mechanism, secret);
    return this.#cryptoki.C_DecryptAsync(session, Buffer.from(input), room);
  }

  #destroy(session: Handle, key: Uint8Array): readonly [] {
    this.#handles.delete(nameOf(key));
    // The private half first: a key whose destruction failed half-way can be destroyed again, and no longer signs.
    for (const keyClass of [CK.PRIVATE_KEY, CK.PUBLIC_KEY, CK.SECRET_KEY]) {
      for (const found of this.#find(session, keyClass, key)) this.#cryptoki.C_DestroyObject(session, found);
    }
    return [];
  }

  #handleOf(session: Handle, keyClass: number, key: Uint8Array): Handle {
    const known = this.#handles.get(nameOf(key));
    if (known !== undefined) return known;
    const found = this.#find(session, keyClass, key)[0];
    if (found === undefined) throw new TokenFailure('unknown', `the token has no key ${nameOf(key)}`);
    this.#handles.set(nameOf(key), found);
    return found;
  }

  #find(session: Handle, keyClass: number, key: Uint8Array): readonly Handle[] {
    this.#cryptoki.C_FindObjectsInit(session, [
      { type: CK.CLASS, value: keyClass },
      { type: CK.ID, value: Buffer.from(key) },
    ]);
    const found = this.#cryptoki.C_FindObjects(session, 2);
    this.#cryptoki.C_FindObjectsFinal(session);
    // A token that was pulled out has no objects, and that must not count as one without this key.
    if (found.length === 0) this.#cryptoki.C_GetTokenInfo(this.#slot);
    return found;
  }
}

function findSlot(cryptoki: Cryptoki, { label, serial }: TokenSettings): Handle {
  const slots = cryptoki.C_GetSlotList(true).filter((slot) => {
    const info = cryptoki.C_GetTokenInfo(slot);
    return (
      (label === null || info.label.trim() === label) &&
      (serial === null || info.serialNumber.trim() === serial)
    );
  });
  const [slot, second] = slots;
  if (slot === undefined) throw new TokenFailure('absent', `there is no token ${label ?? serial}`);
  if (second !== undefined)
    throw new TokenFailure('refused', `several tokens are called ${label}: name one by PKCS11_SERIAL`);
  return slot;
}

function parametersOf(algorithm: TokenAlgorithm): readonly Attribute[] {
  if (algorithm === 'P-256') return [{ type: CK.EC_PARAMS, value: P256 }];
  return [
    { type: CK.MODULUS_BITS, value: algorithm === 'RSA-2048' ? 2048 : 3072 },
    { type: CK.PUBLIC_EXPONENT, value: Buffer.from([1, 0, 1]) },
  ];
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key).toString('hex');
}

function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): TokenFailure {
  if (error instanceof TokenFailure) return error;
  const { problem, detail } = problemOfCode(/CKR_[A-Z0-9_]+/.exec(messageOf(error))?.[0] ?? messageOf(error));
  return new TokenFailure(problem, detail);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
