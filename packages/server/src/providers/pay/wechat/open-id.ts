/** Open ids: a host of its own, without signatures. The secret is part of the address, which is therefore never logged. */
import type { SendPayRequest } from '../http.js';
import { parseFields, textIn } from '../json-fields.js';
import { PayProviderFailed } from '../port.js';

/** Codes that are wrong, used or expired. */
const INVALID_CODES = new Set([40029, 40163, 41008, 42003]);
/** Busy, or too many requests. */
const PASSING_CODES = new Set([-1, 45011]);

/** @throws PayProviderFailed AUTH_CODE_INVALID, TRANSIENT, REFUSED */
export async function exchangeCode(
  send: SendPayRequest,
  { appId, appSecret }: { readonly appId: string; readonly appSecret: string },
  authCode: string,
  source: string,
): Promise<string> {
  // A mini program has a log-in of its own.
  const isMiniProgram = source === 'chatA';
  const path = isMiniProgram ? '/sns/jscode2session' : '/sns/oauth2/access_token';
  const query = new URLSearchParams({
    appid: appId,
    secret: appSecret,
    [isMiniProgram ? 'js_code' : 'code']: authCode,
    grant_type: 'authorization_code',
  });
  const { status, body } = await send({
    op: 'openId',
    // A code counts once.
    isIdempotent: false,
    build: () => ({
      method: 'GET',
      target: `${path}?${query.toString()}`,
      headers: { 'user-agent': 'Cinnabar' },
    }),
  });
  const fields = parseFields(body.toString('utf8'));
  if (status !== 200 || fields === null)
    throw new PayProviderFailed('TRANSIENT', `open id: status ${status}`);
  const openId = textIn(fields, 'openid');
  if (openId !== null) return openId;
  const code = fields['errcode'];
  if (typeof code !== 'number' || PASSING_CODES.has(code)) {
    throw new PayProviderFailed('TRANSIENT', `open id: ${String(code)}`);
  }
  throw new PayProviderFailed(INVALID_CODES.has(code) ? 'AUTH_CODE_INVALID' : 'REFUSED', `open id: ${code}`);
}
