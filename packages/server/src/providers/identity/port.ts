/** The port of identity checks: does this name go with this ID document number, or with this credit code. */

export interface PersonIdentity {
  readonly realName: string;
  readonly identNum: string;
  readonly mobile: string;
}

export interface CorpIdentity {
  readonly corpName: string;
  /** Unified social credit code (GB 32100). */
  readonly corpCode: string;
  readonly legalRepName: string;
  readonly legalRepIdentNo: string;
}

export class IdentityUnavailable extends Error {}

export interface IdentityProvider {
  /** True when the registry confirms that name and number belong together. Throws IdentityUnavailable. */
  checkPerson(person: PersonIdentity): Promise<boolean>;
  /** True when the registry of enterprises knows all four of one enterprise. Throws IdentityUnavailable. */
  checkCorp(corp: CorpIdentity): Promise<boolean>;
}
