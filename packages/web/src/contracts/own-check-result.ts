/** Result of a face check that the person started for themselves. */
export interface CheckResult {
  readonly orderNo: string;
  readonly code: string;
  readonly h5faceId: string;
  readonly newSign: string;
}
