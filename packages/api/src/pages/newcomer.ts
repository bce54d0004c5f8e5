/** How the person of a part in a contract, and its enterprise, stand before they can act. */
export interface PartyView {
  readonly verified: boolean;
  /** null: the person acts for themselves. */
  readonly corp: {
    /** As the contract names it, or as it is called here; "" where that is open. */
    readonly corpName: string;
    readonly registered: boolean;
    readonly identStatus: 'identified' | 'unidentified' | 'invalid' | null;
    /** It has been registered, and waits for its legal representative; null: it does not. */
    readonly waitsFor: { readonly legalRepName: string; readonly mobile: string } | null;
    readonly standing: 'member' | 'invited' | 'asked' | 'rejected' | 'stranger' | null;
  } | null;
  /** null: nothing is in their way. */
  readonly nextStep: 'verify' | 'register' | 'join' | 'wait' | null;
}
