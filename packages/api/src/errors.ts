/**
 * All response codes with their HTTP status and messages. Generic codes use the HTTP status of the same number; named
 * and family codes use status 200, because clients of this interface check `code`. PERMISSION_DENIED is the only
 * exception.
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
  '410': code(410, '链接已失效', 'The link is no longer valid'),
  '413': code(413, '请求内容过大', 'The request is too large'),
  '415': code(415, '不支持的内容类型', 'The content type is not supported'),
  '429': code(429, '操作过于频繁，请稍后再试', 'Too many requests, please try again later'),
  '500': code(500, '服务内部错误', 'Internal error'),
  '503': code(503, '服务繁忙，请稍后重试', 'The service is busy, please retry'),
  '1002': code(200, '参数不合法', 'Invalid parameter'),
  '1101': code(200, '支付金额有误', 'The payment amount is invalid'),
  '1102': code(200, '支付渠道不可用', 'The pay channel is unavailable'),
  '1103': code(200, '已有未完成的支付单', 'Another pay order is still open'),
  '1104': code(200, '没有需要支付的款项', 'No payment is due'),
  '1105': code(200, '缺少付款人 openId', 'The openId of the payer is missing'),
  '1106': code(200, '该支付方式已有启用的支付渠道', 'An enabled pay channel of this payment method exists'),
  '1110': code(200, '支付单已支付，不能取消', 'The pay order is paid and cannot be cancelled'),
  '1111': code(200, '支付单当前状态不能取消', 'The pay order cannot be cancelled in its present state'),
  '1112': code(200, '支付单当前状态不能退款', 'The pay order cannot be refunded in its present state'),
  '1202': code(200, '短信服务未配置', 'The text message service is not configured'),
  '1203': code(200, '短信服务商拒绝发送', 'The text message provider rejected the message'),
  '1301': code(200, '提醒过于频繁', 'Reminders are sent too frequently'),
  '1401': code(200, '验证码错误或已失效', 'The verification code is incorrect or has expired'),
  '1402': code(200, '签署密码错误', 'The signing password is incorrect'),
  '1403': code(200, '刷脸认证未通过', 'The face check failed'),
  '1404': code(200, '签署密码已锁定', 'The signing password is locked'),
  SEAL_NAME_EXIST: code(200, '印章名称已存在', 'A seal with this name already exists'),
  SEAL_IMAGE_NOT_FOUND: code(200, '未找到可用的印章图片', 'No usable seal image was found'),
  SEAL_NOT_FOUND: code(200, '印章不存在', 'The seal does not exist'),
  SEAL_DELETE_FAILED: code(200, '印章正在使用，不能删除', 'The seal is in use and cannot be deleted'),
  AUTHOR_RULE_CONFLICT: code(
    200,
    '印章授权规则冲突',
    'The seal authorisation conflicts with an existing one',
  ),
  FILE_UPLOAD_ERROR: code(200, '文件上传失败', 'The file was not accepted'),
  PREVIEW_GEN_ERROR: code(200, '预览生成失败', 'The preview could not be generated'),
  IMAGE_PROCESS_ERROR: code(200, '图片处理失败', 'The image could not be processed'),
  QUERY_ERROR: code(200, '查询失败', 'The query failed'),
  PERMISSION_DENIED: code(403, '没有权限', 'Permission denied'),
  MEMBER_MOBILE_EXIST: code(200, '该手机号已是成员', 'A member with this mobile already exists'),
  MEMBER_NOT_FOUND: code(200, '成员不存在', 'The member does not exist'),
  MEMBER_DELETE_FAILED: code(200, '成员不能删除', 'The member cannot be deleted'),
  PARAM_EMPTY: code(200, '参数不能为空', 'The parameter must not be empty'),
  AUTH_INFO_INVALID: code(200, '实名信息不正确', 'The real-name data is invalid'),
  AUTH_GENERATE_FAILED: code(200, '授权链接生成失败', 'The access link could not be generated'),
  USER_ALREADY_AUTHENTICATED: code(200, '用户已实名认证', 'The user is already verified'),
  FACE_SERVICE_UNAVAILABLE: code(200, '刷脸认证服务不可用', 'The face check service is unavailable'),
  TEMPLATE_NAME_EXIST: code(200, '模板名称已存在', 'A template with this name already exists'),
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

/** Distinguish the causes of a code; sent in the envelope's `reason`. The names are stable. */
export const errorReasons = {
  INVALID_FIELD: reason('400', '字段有误', 'A field is invalid'),
  INVALID_HEADER: reason('400', '请求头有误', 'A header is invalid'),
  INVALID_BODY: reason('400', '请求体无法解析', 'The request body cannot be parsed'),
  NAME_MISMATCH: reason('400', '姓名与该账号不一致', 'The name does not match this account'),
  TOKEN_INVALID: reason(
    '401',
    '访问令牌缺失、无效或已过期',
    'The access token is missing, invalid or expired',
  ),
  CREDENTIALS_WRONG: reason('401', 'appId 或 appSecret 不正确', 'The appId or appSecret is incorrect'),
  LOGIN_WRONG: reason(
    '401',
    '登录信息不正确，或该账号不能这样登录',
    'The log-in data are incorrect, or the person cannot log in this way',
  ),
  ADDRESS_NOT_ALLOWED: reason('401', '来源地址不在白名单内', 'The client address is not on the allow-list'),
  PERMISSION_DENIED: reason(
    '403',
    '没有此操作的权限',
    'The acting member lacks the right for this operation',
  ),
  NOT_MEMBER: reason('403', '不是该企业的有效成员', 'Not a valid member of this enterprise'),
  OWN_SESSION_REQUIRED: reason(
    '403',
    '须由本人在自己的页面上操作',
    'Only the person can do this, on a page in a session of their own',
  ),
  SECOND_FACTOR_REQUIRED: reason('403', '须先完成双因素验证', 'A second factor is required first'),
  FRESH_PROOF_REQUIRED: reason('403', '请先确认是您本人操作', 'Confirm first that it is still you'),
  LOGIN_METHOD_NOT_ALLOWED: reason(
    '403',
    '该企业不允许这种登录方式',
    'The enterprise does not allow this way of logging in',
  ),
  NETWORK_NOT_ALLOWED: reason(
    '403',
    '该企业只允许从指定的网络访问控制台',
    'The enterprise allows its console to be used from certain networks only',
  ),
  FACE_REQUIRED: reason(
    '403',
    '您已长时间未使用，请先刷脸认证',
    'You have been inactive for a long time: confirm your identity with a face check',
  ),
  NOT_LEGAL_REPRESENTATIVE: reason(
    '403',
    '须由法定代表人本人操作',
    'Only the legal representative of the enterprise can do this',
  ),
  CONFIRMATION_REQUIRED: reason(
    '403',
    '须由本人确认加入：通过短信链接，或提供发给本人的验证码',
    'The person must confirm first: by the link in the text message, or by the verification code sent to them',
  ),
  NOT_VERIFIED: reason('403', '尚未完成实名认证', 'The person or enterprise has not been verified'),
  CERTIFICATE_ENDED: reason(
    '403',
    '企业的数字证书不能再用于签署',
    'The enterprise can no longer sign with its certificate',
  ),
  CERTIFICATE_NOT_POSSIBLE: reason(
    '403',
    '该企业不能申请外部证书',
    'The enterprise cannot request a certificate of another authority',
  ),
  CERTIFICATE_UNUSABLE: reason('400', '证书不能使用', 'The certificate cannot be used'),
  CERTIFICATE_NOT_REQUESTED: reason('409', '没有待处理的证书申请', 'No request for a certificate is pending'),
  TEMPLATE_DISABLED: reason('403', '模板已停用', 'The template is disabled'),
  TEMPLATE_INCOMPLETE: reason('403', '模板缺少文件或签署方', 'The template has no file or no signer'),
  BALANCE_NOT_ENOUGH: reason('403', '合同份数不足', 'No contracts are left on the account'),
  PAYEE_BALANCE_NOT_ENOUGH: reason(
    '403',
    '收款合同份数不足',
    'No contracts with a payment collection are left on the account',
  ),
  FEE_UNPAID: reason('403', '合同费用尚未支付', 'The contract fee has not been paid'),
  PAYMENT_REQUIRED: reason('403', '须先付款再签署', 'The payment must be made before signing'),
  FLOW_STATE: reason(
    '403',
    '合同当前状态不允许此操作',
    'The flow does not permit this operation in its present state',
  ),
  PARTY_FIXED: reason(
    '403',
    '合同已有人签署：企业参与方只能换为本企业的其他成员，个人参与方只能换为本人已实名认证的另一手机号',
    'The contract has a signature: an enterprise party can only be changed to another member of the enterprise, a personal party only to another verified mobile of the same person',
  ),
  FLOW_EXPIRED: reason('403', '合同已过截止时间', 'The deadline of the flow has passed'),
  NOT_YOUR_TURN: reason('403', '尚未轮到您操作', 'It is not your turn yet'),
  AWAITING_APPROVAL: reason('403', '已提交审批，须等待审批结果', 'The act is already awaiting an approval'),
  WISH_REQUIRED: reason(
    '403',
    '须先对本次签署的内容完成意愿认证',
    'Confirm the intent to sign this content first',
  ),
  SEAL_NOT_USABLE: reason('403', '印章不可用', 'The seal cannot be used'),
  APPROVAL_AUTH_REQUIRED: reason('403', '须先完成审批人身份认证', 'Confirm your identity before approving'),
  WEBHOOK_LIMIT: reason('403', '事件回调已达 20 个', 'The limit of 20 webhooks has been reached'),
  WEBHOOK_DISABLED: reason('403', '事件回调已停用', 'The webhook is disabled'),
  PATH_UNKNOWN: reason('404', '接口不存在', 'The operation does not exist'),
  IDEMPOTENCY_KEY_REUSED: reason(
    '409',
    '同一 Idempotency-Key 用于不同的请求',
    'The Idempotency-Key was already used for a different request',
  ),
  IDEMPOTENCY_KEY_RUNNING: reason(
    '409',
    '相同请求正在处理',
    'A request with this Idempotency-Key is still in progress',
  ),
  TEMPLATE_CHANGED: reason(
    '409',
    '模板已被他人修改，请刷新后再试',
    'The template has been changed by somebody else, reload it and retry',
  ),
  DRAFT_CHANGED: reason(
    '409',
    '草稿已在另一窗口保存，请重新读取',
    'The draft was saved elsewhere in the meantime, read it again',
  ),
  BATCH_CONTENT_GONE: reason(
    '403',
    '该批次的内容已超过 30 天，不能重发，请重新发起',
    'The contents of the batch were kept for 30 days and can no longer be sent, start them anew',
  ),
  DRAFT_IN_USE: reason('409', '草稿正由他人编辑', 'Somebody else is editing the draft'),
  DRAFT_LIMIT: reason('403', '草稿已达 100 份', 'The limit of 100 drafts has been reached'),
  OWN_WINDOW_REQUIRED: reason(
    '403',
    '请在本平台的独立窗口中确认',
    'Confirm this in a separate window of this service, not inside another site',
  ),
  CONTENT_CHANGED: reason(
    '409',
    '合同内容已变更，请查看后重新确认',
    'The contract has changed since it was displayed; review it and confirm again',
  ),
  CREDENTIALS_LIMITED: reason(
    '429',
    '错误次数过多，请稍后再试',
    'Too many incorrect credentials, try again later',
  ),
  CODE_LIMITED: reason('429', '验证码发送过于频繁', 'Verification codes are sent too frequently'),
  CODE_WRONG: reason('1401', '验证码错误', 'The verification code is incorrect'),
  CODE_ENDED: reason(
    '1401',
    '验证码已失效或尚未获取',
    'The verification code has expired, or none was requested',
  ),
  ENGINE_BUSY: reason('503', '文档处理队列已满', 'The document queue is full'),
  REVISION_CONFLICT: reason(
    '503',
    '合同正被他人签署，请重试',
    'The flow is being signed by others, please retry',
  ),
  STOPPING: reason('503', '服务正在停止', 'The service is stopping'),
} as const satisfies Record<string, ReasonEntry>;

export type ErrorReason = keyof typeof errorReasons;
