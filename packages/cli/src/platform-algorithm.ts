import type { Platform } from './open-platform.js';

/** Of the keys of signers that ask for no other. */
export function algorithmOfPlatform({ config }: Pick<Platform, 'config'>): 'RSA-2048' | 'P-256' {
  return config.signingAlgorithm === 'rsa-sha256' ? 'RSA-2048' : 'P-256';
}
