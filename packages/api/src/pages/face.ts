/** What the page of a face check shows. */
export interface FacePageView {
  readonly purpose:
    | 'person'
    | 'legal'
    | 'signContract'
    | 'approvalSign'
    | 'receiveCorp'
    | 'registerCorp'
    | 'ownMobile'
    | 'ownName'
    | 'ownReturn';
  readonly channel: 'channelA' | 'channelB';
  readonly state: 'open' | 'passed' | 'failed' | 'expired';
  readonly corpName: string | null;
  /** Who becomes the enterprise's owner by passing; null where nobody does. */
  readonly newOwner: string | null;
  /** Of a check that a person makes for themselves: the mobile of whoever asked for it, masked; null of others. */
  readonly ownMobile: string | null;
  /** How the name is to be written by passing; null where it stays. */
  readonly newName: string | null;
  /** How many contracts or approvals it is about. */
  readonly count: number;
  /** The person says who they are, and the check finds out whether they are. */
  readonly asksWho: boolean;
  /** Where the person goes if they would rather not; null: nowhere. */
  readonly cancelUrl: string | null;
}
