/** Answers of authenticators as browsers serialise them (WebAuthn Level 3, section 5.1.8). */
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';

export function readAuthentication(text: string): AuthenticationResponseJSON | null {
  const value = parsed(text);
  return isAuthentication(value) ? value : null;
}

export function readRegistration(text: string): RegistrationResponseJSON | null {
  const value = parsed(text);
  return isRegistration(value) ? value : null;
}

/** The challenge that the authenticator has signed; null if there is none. */
export function challengeIn(clientDataJSON: string): string | null {
  const value = parsed(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
  return isRecord(value) && typeof value['challenge'] === 'string' ? value['challenge'] : null;
}

export function credentialNamed({ id, publicKey, counter }: WebAuthnCredential) {
  return { credentialId: id, publicKey: new Uint8Array(publicKey), counter };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === 'string');
}

function isAnswer(value: unknown, ...names: readonly string[]): boolean {
  return (
    isRecord(value) &&
    hasTexts(value, 'id', 'rawId') &&
    value['type'] === 'public-key' &&
    hasTexts(value['response'], 'clientDataJSON', ...names)
  );
}

function isAuthentication(value: unknown): value is AuthenticationResponseJSON {
  return isAnswer(value, 'authenticatorData', 'signature');
}

function isRegistration(value: unknown): value is RegistrationResponseJSON {
  return isAnswer(value, 'attestationObject');
}
