/** Credentials of applications. */
import { data, operation } from './operation.js';
import { id, int64, object, text } from './schema.js';

/**
 * Exchanges an application's id and secret for an access token. It changes nothing that a repeat could do twice, and
 * its answer is a secret, so no Idempotency-Key keeps it.
 */
export const getAccessToken = operation({
  path: '/service/getAccessToken',
  area: 'credentials',
  caller: 'none',
  request: object({ appId: text(1, 200), appSecret: text(1, 200) }),
  answer: data(
    object({
      accessToken: text(1, 200),
      /** When it ends, in milliseconds since 1970. */
      expiresIn: int64(),
      corpId: id<'Corp'>(),
    }),
  ),
  successCode: '0',
  title: { zh: '获取访问令牌', en: 'Get an access token' },
  example: { appId: 'app-id', appSecret: 'app-secret' },
});
