/**
 * The port of face checks. A provider runs them on pages of its own, in one of two channels; we prepare a check, send
 * the person there, and ask the outcome of it when they are back.
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
  /** Whose face it must be; null: the person says who they are, and the provider finds out whether they are. */
  readonly subject: FaceIdentity | null;
}

export interface FaceResult {
  readonly verdict: 'pass' | 'fail';
  /** Who passed, where the check began without a subject. */
  readonly identity: FaceIdentity | null;
}

export class FaceUnavailable extends Error {}

export interface FaceProvider {
  /** Prepares a check and gives the provider's number of it. Throws FaceUnavailable. */
  begin(request: FaceRequest): Promise<string>;
  /** The outcome of a check; null while the person has not finished. Throws FaceUnavailable. */
  result(h5faceId: string): Promise<FaceResult | null>;
}
