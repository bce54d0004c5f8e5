/** The port of identity checks: whether a name matches an ID document number, or a credit code. */

/**
 * The answer of a registry.
 * - `match`: all values belong together
 * - `mismatch`: they do not, or one cannot exist
 * - `unknown`: the registry has no record of the number, or none of its kind
 */
export type IdentityVerdict = 'match' | 'mismatch' | 'unknown';

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

export class IdentityUnavailable extends Error {
  constructor(
    detail: string,
    /** Whether the check may have reached the registry, which charges for it. */
    readonly reached: 'no' | 'perhaps' = 'perhaps',
  ) {
    super(detail);
    this.name = 'IdentityUnavailable';
  }
}

export interface IdentityProvider {
  /** Whether name and number match; the mobile counts as well if the registry knows it. Throws IdentityUnavailable. */
  checkPerson(person: PersonIdentity): Promise<IdentityVerdict>;
  /** Whether all four values belong to one enterprise. Throws IdentityUnavailable. */
  checkCorp(corp: CorpIdentity): Promise<IdentityVerdict>;
}
