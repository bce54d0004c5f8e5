/** The port of identity checks: does this name go with this certificate number. */

export interface PersonIdentity {
  readonly realName: string;
  readonly identNum: string;
  readonly mobile: string;
}

export class IdentityUnavailable extends Error {}

export interface IdentityProvider {
  /** True when the registry confirms that name and number belong together. Throws IdentityUnavailable. */
  checkPerson(person: PersonIdentity): Promise<boolean>;
}
