/**
 * Full texts of the agreements that people accept on the pages. An acceptance stores the name, the version and a hash
 * of the text: any change of the text requires a new version.
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

/** Agreements that each act requires. They are accepted before any data is collected. */
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

/** Acceptance of the current versions. */
export function acceptanceOf(names: readonly AgreementName[]) {
  return names.map((name) => ({ name, version: agreements[name].version }));
}
