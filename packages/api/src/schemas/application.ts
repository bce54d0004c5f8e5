import { boolean, choice, dateTime, int32, list, nullable, object, optional, text } from '../schema.js';
import { name } from './fields.js';

export const appId = text(1, 200).means('应用编号', 'application id');

/** Hours for which a secret that was replaced is still accepted. */
const MAX_OVERLAP_HOURS = 168;

const applicationFields = {
  appId,
  name: text(0, 100).means('应用名称', 'name of the application'),
  status: choice(['enabled', 'disabled']).means('enabled 启用 disabled 停用', 'enabled or disabled'),
  allowList: list(text(0, 100)).means(
    '可调用的 IP 地址或 CIDR 网段，空为不限',
    'addresses and CIDR ranges from which it may call; empty: any',
  ),
  previousSecretUntil: nullable(dateTime()).means(
    '旧密钥有效至',
    'until when the secret before the last rotation is accepted',
  ),
  lastTokenTime: nullable(dateTime()).means(
    '最近一次获取令牌的时间',
    'when it last got an access token; null if not in the last hours',
  ),
  lastAddress: text(0, 100).means('最近一次获取令牌的地址', 'address from which it last got an access token'),
  lastAddressAllowed: nullable(boolean()).means(
    '最近一次获取令牌的地址是否在白名单内',
    'whether the allow-list has that address',
  ),
  createTime: dateTime().means('创建时间', 'creation time'),
};

export const application = object(applicationFields);

export const applicationWithSecret = object({
  ...applicationFields,
  appSecret: text(1, 200).means('应用密钥，仅显示一次', 'secret, shown only once'),
});

export const applicationName = name().means('应用名称', 'name of the application');

export const allowList = optional(list(text(1, 100), { max: 50 })).means(
  '可调用的 IP 地址或 CIDR 网段，空为不限',
  'addresses and CIDR ranges from which it may call; empty: any',
);

export const overlapHours = optional(int32(0, MAX_OVERLAP_HOURS)).means(
  '旧密钥继续有效的小时数，默认 24，0 为立即失效',
  'hours for which the old secret is still accepted; 24 by default; 0: it expires at once',
);

export const applicationStatus = choice(['enabled', 'disabled']).means(
  'enabled 启用 disabled 停用，已签发的令牌 5 秒内失效',
  'enabled, or disabled: tokens that were issued become invalid within five seconds',
);

export const testSteps = list(
  object({
    path: text(1, 200).means('所调用的接口', 'operation that was called'),
    status: int32().means('HTTP 状态', 'HTTP status'),
    code: text(1, 100).means('响应码', 'code of the answer'),
    msg: text(0, 500).means('说明', 'message of the answer'),
    took: int32(0).means('用时，毫秒', 'duration, in milliseconds'),
  }),
).means('依次调用的结果；前一步失败则止于此', 'results of the calls, which end with the first failure');
