/**
 * The port of face checks. A provider runs them on pages of its own, in one of two channels: the service prepares a
 * check, redirects the person to it, and queries its result when they return.
 */

export const faceChannels = ['channelA', 'channelB'] as const;
export type FaceChannel = (typeof faceChannels)[number];

export interface FaceIdentity {
  readonly realName: string;
  readonly identNum: string;
}

export interface FaceRequest {
  readonly orderNo: string;
  readonly channel: FaceChannel;
  /** The person whose face is required; null: the person states their identity and the provider verifies it. */
  readonly subject: FaceIdentity | null;
}

export interface FaceResult {
  readonly verdict: 'pass' | 'fail';
  /** The verified identity, if the check began without a subject. */
  readonly identity: FaceIdentity | null;
}

export class FaceUnavailable extends Error {}

export interface FaceProvider {
  /** Prepares a check and returns the provider's id of it. Throws FaceUnavailable. */
  begin(request: FaceRequest): Promise<string>;
  /** The result of a check; null while the person has not finished. Throws FaceUnavailable. */
  result(h5faceId: string): Promise<FaceResult | null>;
}
