import { totpOf, totpStep } from '@cinnabar/server/areas/sessions/rules/totp.js';
import type { RunningApp } from './app.js';

/** Base32 (RFC 4648), written independently of the service. */
function bytesOf(typed: string): Uint8Array {
  const bits = [...typed].map((each) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'),
  );
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** The authenticator code that is valid now, or so many steps later, of a secret as people type it. */
export function authenticatorCode({ app }: RunningApp, typed: string, steps = 0): string {
  return totpOf(bytesOf(typed.replaceAll(/\s/g, '')), totpStep(app.services.clock.now()) + steps);
}
