import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Whether this browser has passkeys at all. */
export const hasPasskeys = typeof PublicKeyCredential === 'function';

/** Thrown if the person closes the browser’s dialog, or has no passkey here. */
export class NoPasskey extends Error {
  constructor() {
    super('no passkey');
    this.name = 'NoPasskey';
  }
}

/** The answer of an authenticator to the server’s options, both as JSON. */
export async function answerOfPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = JSON.parse(options);
  return JSON.stringify(await orNone(() => startAuthentication({ optionsJSON })));
}

/** A new passkey, in answer to the server’s options. */
export async function newPasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = JSON.parse(options);
  return JSON.stringify(await orNone(() => startRegistration({ optionsJSON })));
}

async function orNone<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    throw new NoPasskey();
  }
}
