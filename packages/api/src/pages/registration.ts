/** What a legal representative is asked whose enterprise somebody else registers. */
export interface RegistrationView {
  readonly corpName: string;
  readonly corpCode: string;
  readonly legalRepName: string;
  /** Who registers it, and becomes its owner. */
  readonly ownerName: string;
  /** Masked. */
  readonly ownerMobile: string;
}
