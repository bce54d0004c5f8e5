/** The port of identity checks: whether a name matches an ID document number, or a credit code. */

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
  /** Whether the registry confirms that name and number match. Throws IdentityUnavailable. */
  checkPerson(person: PersonIdentity): Promise<boolean>;
  /**
   * Whether the enterprise registry confirms that all four values belong to one enterprise. Throws IdentityUnavailable.
   */
  checkCorp(corp: CorpIdentity): Promise<boolean>;
}
