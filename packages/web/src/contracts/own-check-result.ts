/** What somebody brings back from a check of their face. */
export interface CheckResult {
  readonly orderNo: string;
  readonly code: string;
  readonly h5faceId: string;
  readonly newSign: string;
}
