/**
 * What people agree to on the pages, word for word. An acceptance names the agreement and its version, and is kept
 * with a hash of the words: who changes a word gives the agreement a new version.
 */

import type { Agreement } from './agreements/agreement.js';
import { certificateRequest } from './agreements/certificate-request.js';
import { electronicSignature } from './agreements/electronic-signature.js';
import { faceCheck } from './agreements/face-check.js';
import { identityCheck } from './agreements/identity-check.js';
import { membership } from './agreements/membership.js';
import { personalContracts } from './agreements/personal-contracts.js';

export const agreementNames = [
  'electronicSignature',
  'certificateRequest',
  'identityCheck',
  'faceCheck',
  'membership',
  'personalContracts',
] as const;
export type AgreementName = (typeof agreementNames)[number];

export const agreements: Readonly<Record<AgreementName, Agreement>> = {
  electronicSignature,
  certificateRequest,
  identityCheck,
  faceCheck,
  membership,
  personalContracts,
};

/** What each act on the pages needs. Before anything is collected, so that nothing is without it. */
export const agreementsFor = {
  sign: ['electronicSignature', 'certificateRequest'],
  verifyPerson: ['identityCheck', 'electronicSignature', 'certificateRequest'],
  sayWho: ['identityCheck'],
  registerCorp: ['electronicSignature', 'certificateRequest'],
  joinCorp: ['membership'],
  confirmMembership: ['membership', 'electronicSignature'],
  checkFace: ['faceCheck'],
  openPersonalContracts: ['personalContracts'],
} as const satisfies Readonly<Record<string, readonly AgreementName[]>>;

/** The agreements as they stand, accepted. */
export function acceptanceOf(names: readonly AgreementName[]) {
  return names.map((name) => ({ name, version: agreements[name].version }));
}
