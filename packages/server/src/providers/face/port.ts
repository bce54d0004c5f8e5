/**
 * The port of face checks. A provider runs them on pages of its own, in one of two channels. A check is started when its
 * person has agreed, the person is redirected to the provider's page and back to ours, and the provider is then asked for
 * the result: what the browser brings back alone decides nothing.
 */

export const faceChannels = ['channelA', 'channelB'] as const;
export type FaceChannel = (typeof faceChannels)[number];

export interface FaceIdentity {
  readonly realName: string;
  readonly identNum: string;
}

/** Providers have different pages for both, and some return from them with different parameters. */
export type FaceDevice = 'phone' | 'pc';

export interface FaceRequest {
  /**
   * Our number of this attempt at the provider: 32 letters and digits, because providers sign concatenated values without
   * separators.
   */
  readonly attemptNo: string;
  readonly channel: FaceChannel;
  /** The person whose face is required. */
  readonly subject: FaceIdentity;
  /** Pseudonym of the person: 32 letters and digits, the same in all their checks. */
  readonly person: string;
  readonly device: FaceDevice;
  /** Our page of the check, to which the provider redirects the person. */
  readonly returnUrl: string;
}

/** A check that the provider knows. */
export interface StartedFaceCheck {
  readonly attemptNo: string;
  /** The provider's id of the check. */
  readonly h5faceId: string;
  readonly device: FaceDevice;
}

/** Parameters that the provider added to the address of our page. */
export type FaceReturn = Readonly<Record<string, string>>;

export interface FaceResult {
  readonly verdict: 'pass' | 'fail';
  /** The verified identity, if the provider states it. */
  readonly identity: FaceIdentity | null;
  /**
   * What the provider states about the check, without pictures: its code, scores, the time, and a ProviderProof by which
   * it finds the check.
   */
  readonly record: Readonly<Record<string, string>>;
}

export class FaceUnavailable extends Error {}

/** The parameters of a return are not those that the provider gave for this check. */
export class FaceReturnInvalid extends Error {}

/** A page of the provider: opened in the person's browser, or shown as a code that they scan with the provider's app. */
export interface FacePage {
  readonly way: 'open' | 'scan';
  readonly url: string;
}

export interface FaceProvider {
  /** Whether checks can be made in this channel. */
  serves(channel: FaceChannel): boolean;
  /**
   * Starts a check.
   * @returns the provider's id of it, and its page; null: the result is chosen on our own page
   * @throws FaceUnavailable
   */
  begin(request: FaceRequest): Promise<{ readonly h5faceId: string; readonly page: FacePage | null }>;
  /**
   * The result of a check; null while the person has not finished.
   * @param returned null: the person has not returned
   * @throws FaceUnavailable, FaceReturnInvalid
   */
  result(
    check: StartedFaceCheck & { readonly channel: FaceChannel },
    returned: FaceReturn | null,
  ): Promise<FaceResult | null>;
}
