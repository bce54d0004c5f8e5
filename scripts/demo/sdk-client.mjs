// The same client implemented with the SDK: `CINNABAR_CALLER=sdk npm run demo` plays everything through it.
import { Cinnabar, isCinnabarError } from '@cinnabar/sdk';

/**
 * The methods of demo/client.mjs for a member, implemented with the SDK; `refused` converts a refusal to the demo's
 * error.
 */
export function sdkClient(baseUrl, { appId, appSecret }, { userId }, refused) {
  const cinnabar = new Cinnabar({ baseUrl, appId, appSecret, userId });
  const said = async (path, call) => {
    try {
      return await call;
    } catch (error) {
      throw isCinnabarError(error) && error.kind === 'refused' ? refused(path, error) : error;
    }
  };
  return {
    async call(path, body) {
      const answer = await said(path, cinnabar.call(path, body));
      return answer?.items ?? answer;
    },
    upload: (path, fileName, file) => said(path, cinnabar.call(path, { file, fileName })),
    async download(path, body) {
      const file = await said(path, cinnabar.call(path, body));
      return Buffer.from(await file.bytes());
    },
  };
}
