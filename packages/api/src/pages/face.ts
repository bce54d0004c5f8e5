/** What the page of a face check shows. */
export interface FacePageView {
  readonly purpose: 'person' | 'legal' | 'signContract' | 'approvalSign' | 'receiveCorp' | 'registerCorp';
  readonly channel: 'channelA' | 'channelB';
  readonly state: 'open' | 'passed' | 'failed' | 'expired';
  readonly corpName: string | null;
  /** Who becomes the enterprise's owner by passing; null where nobody does. */
  readonly newOwner: string | null;
  /** How many contracts or approvals it is about. */
  readonly count: number;
  /** The person says who they are, and the check finds out whether they are. */
  readonly asksWho: boolean;
  /** Where the person goes if they would rather not; null: nowhere. */
  readonly cancelUrl: string | null;
}
