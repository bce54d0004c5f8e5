/**
 * Every code that an answer can carry, with the HTTP status it travels as and what it says to people. Generic codes
 * travel as the HTTP status of the same number; named and family codes travel with 200, because clients of this
 * interface look at `code` (PERMISSION_DENIED is the one exception).
 */

interface CodeEntry {
  readonly status: number;
  readonly zh: string;
  readonly en: string;
}

const code = (status: number, zh: string, en: string): CodeEntry => ({ status, zh, en });

export const errorCodes = {
  '400': code(400, '请求参数有误', 'The request has an invalid parameter'),
  '401': code(401, '访问令牌缺失、无效或已过期', 'The access token is missing, invalid or expired'),
  '403': code(403, '不允许此操作', 'This is not allowed'),
  '404': code(404, '对象不存在', 'The object does not exist'),
  '405': code(405, '请使用 POST 方法', 'Use the POST method'),
  '409': code(409, '与另一请求冲突', 'This conflicts with another request'),
  '410': code(410, '链接已过期', 'The link has expired'),
  '413': code(413, '请求内容过大', 'The request is too large'),
  '415': code(415, '不支持的内容类型', 'The content type is not supported'),
  '429': code(429, '操作过于频繁，请稍后再试', 'Too frequent, please try again later'),
  '500': code(500, '服务内部错误', 'Internal error'),
  '503': code(503, '服务繁忙，请稍后重试', 'The service is busy, please retry'),
  '1002': code(200, '参数不合法', 'Invalid parameter'),
  '1101': code(200, '支付金额有误', 'The amount cannot be paid'),
  '1102': code(200, '支付渠道不可用', 'The pay channel cannot be used'),
  '1103': code(200, '已有未完成的支付单', 'Another pay order is open'),
  '1104': code(200, '没有需要支付的款项', 'There is nothing to pay'),
  '1105': code(200, '缺少付款人 openId', 'The payer open id is missing'),
  '1110': code(200, '支付单已支付，不能取消', 'The pay order is paid and cannot be cancelled'),
  '1111': code(200, '支付单当前状态不能取消', 'The state of the pay order forbids cancelling'),
  '1202': code(200, '短信服务未配置', 'The text message service is not configured'),
  '1203': code(200, '短信服务商拒绝发送', 'The text message provider refused to send'),
  '1301': code(200, '提醒过于频繁', 'Reminders are too frequent'),
  '1401': code(200, '验证码错误或已失效', 'The verification code is incorrect or has expired'),
  '1402': code(200, '签署密码错误', 'The signing password is wrong'),
  '1403': code(200, '人脸核验未通过', 'The face check was not passed'),
  '1404': code(200, '签署密码已锁定', 'The signing password is locked'),
  SEAL_NAME_EXIST: code(200, '印章名称已存在', 'A seal of this name exists'),
  SEAL_IMAGE_NOT_FOUND: code(200, '未找到可用的印章图片', 'There is no uploaded seal image to use'),
  SEAL_NOT_FOUND: code(200, '印章不存在', 'The seal does not exist'),
  SEAL_DELETE_FAILED: code(200, '印章正在使用，不能删除', 'The seal is in use and cannot be deleted'),
  AUTHOR_RULE_CONFLICT: code(200, '印章授权规则冲突', 'The seal authorisation conflicts with another'),
  FILE_UPLOAD_ERROR: code(200, '文件上传失败', 'The file cannot be taken'),
  PREVIEW_GEN_ERROR: code(200, '预览生成失败', 'The preview could not be made'),
  IMAGE_PROCESS_ERROR: code(200, '图片处理失败', 'The image could not be processed'),
  QUERY_ERROR: code(200, '查询失败', 'The query failed'),
  PERMISSION_DENIED: code(403, '没有权限', 'Permission denied'),
  MEMBER_MOBILE_EXIST: code(200, '该手机号已是成员', 'A member with this mobile exists'),
  MEMBER_NOT_FOUND: code(200, '成员不存在', 'The member does not exist'),
  MEMBER_DELETE_FAILED: code(200, '成员不能删除', 'The member cannot be deleted'),
  PARAM_EMPTY: code(200, '参数不能为空', 'The parameter must not be empty'),
  AUTH_INFO_INVALID: code(200, '实名信息不正确', 'The real-name data is not valid'),
  AUTH_GENERATE_FAILED: code(200, '授权链接生成失败', 'The access link could not be made'),
  USER_ALREADY_AUTHENTICATED: code(200, '用户已实名认证', 'The user is verified already'),
  FACE_SERVICE_UNAVAILABLE: code(200, '人脸核验服务不可用', 'The face service is not available'),
  TEMPLATE_NAME_EXIST: code(200, '模板名称已存在', 'A template of this name exists'),
  TEMPLATE_NOT_FOUND: code(200, '模板不存在', 'The template does not exist'),
  COMPONENT_ADD_FAILED: code(200, '控件添加失败', 'The controls could not be added'),
  COMPONENT_UPDATE_FAILED: code(200, '控件更新失败', 'The controls could not be updated'),
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof errorCodes;

interface ReasonEntry {
  readonly code: ErrorCode;
  readonly zh: string;
  readonly en: string;
}

const reason = (of: ErrorCode, zh: string, en: string): ReasonEntry => ({ code: of, zh, en });

/** Where one code has several causes, the answer names which: a stable word in the envelope's `reason`. */
export const errorReasons = {
  INVALID_FIELD: reason('400', '字段有误', 'A field is invalid'),
  INVALID_HEADER: reason('400', '请求头有误', 'A header is invalid'),
  INVALID_BODY: reason('400', '请求体无法解析', 'The body cannot be read'),
  NAME_MISMATCH: reason('400', '姓名与该账号不一致', 'The name does not belong to this account'),
  TOKEN_INVALID: reason(
    '401',
    '访问令牌缺失、无效或已过期',
    'The access token is missing, invalid or expired',
  ),
  CREDENTIALS_WRONG: reason('401', 'appId 或 appSecret 不正确', 'The appId or appSecret is wrong'),
  ADDRESS_NOT_ALLOWED: reason('401', '来源地址不在白名单内', 'The address is not on the allow-list'),
  PERMISSION_DENIED: reason('403', '没有此操作的权限', 'The acting member does not hold the right for this'),
  NOT_MEMBER: reason('403', '不是该企业的有效成员', 'Not a valid member of this enterprise'),
  OWN_SESSION_REQUIRED: reason(
    '403',
    '须由本人在自己的页面上操作',
    'Only the person can do this, on a page of their own',
  ),
  FACE_REQUIRED: reason(
    '403',
    '很久未使用，请先刷脸确认是您本人',
    'Nothing was heard of you for long: show by your face that it is you',
  ),
  NOT_LEGAL_REPRESENTATIVE: reason(
    '403',
    '须由法定代表人本人操作',
    'Only the legal representative of the enterprise can do this',
  ),
  CONFIRMATION_REQUIRED: reason(
    '403',
    '须由本人确认加入：通过短信链接，或提供发给本人的验证码',
    'The person must agree first: by the link in the text message, or by a code that they pass on',
  ),
  NOT_VERIFIED: reason('403', '尚未完成实名认证', 'The person or enterprise is not verified yet'),
  TEMPLATE_DISABLED: reason('403', '模板已停用', 'The template is disabled'),
  TEMPLATE_INCOMPLETE: reason('403', '模板缺少文件或签署方', 'The template lacks a file or a signer'),
  BALANCE_NOT_ENOUGH: reason('403', '合同份额不足', 'No contracts are left on the account'),
  PAYEE_BALANCE_NOT_ENOUGH: reason(
    '403',
    '收款合同份额不足',
    'No contracts that collect a payment are left on the account',
  ),
  FEE_UNPAID: reason('403', '合同费用尚未支付', 'The contract fee is not paid yet'),
  PAYMENT_REQUIRED: reason('403', '须先付款再签署', 'The payment is due before signing'),
  FLOW_STATE: reason('403', '合同当前状态不允许此操作', 'The state of the flow does not allow this'),
  PARTY_FIXED: reason(
    '403',
    '合同已有人签署：企业参与方只能换为本企业的其他成员，个人参与方只能换为本人已实名认证的另一手机号',
    'Somebody has signed: a part of an enterprise can only pass to another of its members, and a part of a person to another mobile verified as theirs',
  ),
  FLOW_EXPIRED: reason('403', '合同已过截止时间', 'The deadline of the flow has passed'),
  NOT_YOUR_TURN: reason('403', '尚未轮到您操作', 'It is not your turn yet'),
  AWAITING_APPROVAL: reason('403', '已提交审批，须等待审批结果', 'The act waits for an approval already'),
  WISH_REQUIRED: reason(
    '403',
    '须先对本次签署的内容完成意愿认证',
    'Confirm the intent to sign exactly this first',
  ),
  SEAL_NOT_USABLE: reason('403', '印章不可用', 'The seal cannot be used'),
  APPROVAL_AUTH_REQUIRED: reason('403', '须先完成审批身份核验', 'Confirm your identity before approving'),
  WEBHOOK_LIMIT: reason('403', '事件回调已达 20 个', 'There are 20 webhooks, which is as many as may be'),
  WEBHOOK_DISABLED: reason('403', '事件回调已停用', 'The webhook is disabled'),
  PATH_UNKNOWN: reason('404', '接口不存在', 'There is no such operation'),
  IDEMPOTENCY_KEY_REUSED: reason(
    '409',
    '同一 Idempotency-Key 用于不同的请求',
    'The Idempotency-Key was used for another request',
  ),
  IDEMPOTENCY_KEY_RUNNING: reason(
    '409',
    '相同请求正在处理',
    'A request with this Idempotency-Key is still running',
  ),
  TEMPLATE_CHANGED: reason(
    '409',
    '模板已被他人修改，请刷新后再试',
    'Somebody has changed the template since, look at it again',
  ),
  OWN_WINDOW_REQUIRED: reason(
    '403',
    '请在本平台的独立窗口中确认',
    'This is confirmed in a window of this service, and not inside another site',
  ),
  CONTENT_CHANGED: reason(
    '409',
    '合同内容已变更，请查看后重新确认',
    'The contract has changed since it was shown; look at it again and confirm anew',
  ),
  CREDENTIALS_LIMITED: reason(
    '429',
    '错误次数过多，请稍后再试',
    'Too many wrong credentials, try again later',
  ),
  CODE_LIMITED: reason('429', '验证码发送过于频繁', 'Verification codes are sent too frequently'),
  CODE_WRONG: reason('1401', '验证码错误', 'The verification code is incorrect'),
  CODE_ENDED: reason(
    '1401',
    '验证码已失效或尚未获取',
    'The verification code has expired, or none was requested',
  ),
  ENGINE_BUSY: reason('503', '文档处理队列已满', 'The document queue is full'),
  REVISION_CONFLICT: reason('503', '合同正被他人签署，请重试', 'Others are signing this flow, please retry'),
  STOPPING: reason('503', '服务正在停止', 'The service is stopping'),
} as const satisfies Record<string, ReasonEntry>;

export type ErrorReason = keyof typeof errorReasons;
