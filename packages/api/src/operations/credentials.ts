/** Credentials of applications. */
import { data, operation } from '../operation.js';
import { int64, object, text } from '../schema.js';
import { corpId } from '../schemas/fields.js';

/**
 * Exchanges an application's id and secret for an access token. Repeating the request is harmless and the response is a
 * secret, so it is not stored under an Idempotency-Key.
 */
export const getAccessToken = operation({
  path: '/service/getAccessToken',
  area: 'credentials',
  caller: 'none',
  startsSession: true,
  request: object({
    appId: text(1, 200).means('应用编号', 'application id'),
    appSecret: text(1, 200).means('应用密钥', 'application secret'),
  }),
  answer: data(
    object({
      accessToken: text(1, 200).means('访问令牌，有效 2 小时', 'access token, valid for 2 hours'),
      expiresIn: int64().means('令牌到期时刻，毫秒时间戳', 'expiry of the token, in milliseconds since 1970'),
      corpId,
    }),
  ),
  successCode: '0',
  title: { zh: '获取访问令牌', en: 'Get an access token' },
  example: { appId: 'app-id', appSecret: 'app-secret' },
});
