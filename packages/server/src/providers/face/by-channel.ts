import { type FaceChannel, type FaceProvider, FaceUnavailable } from './port.js';

/** Providers of the two channels as one; null without any. */
export function facesByChannel(
  providers: Readonly<Record<FaceChannel, FaceProvider | undefined>>,
): FaceProvider | null {
  if (Object.values(providers).every((each) => each === undefined)) return null;
  const providerOf = (channel: FaceChannel): FaceProvider => {
    const provider = providers[channel];
    if (provider === undefined) throw new FaceUnavailable(`${channel} has no provider`);
    return provider;
  };
  return {
    serves: (channel) => providers[channel]?.serves(channel) ?? false,
    begin: async (request) => providerOf(request.channel).begin(request),
    result: async (check, returned) => providerOf(check.channel).result(check, returned),
  };
}
