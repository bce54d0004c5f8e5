import type { Language } from '../../shared/text/language.js';

/** Fields of entries in words; others are shown by their names, as the interface calls them. */
const names: ReadonlyMap<string, readonly [zh: string, en: string]> = new Map([
  ['sealName', ['印章名称', 'Name of the seal']],
  ['sealStyle', ['印章样式', 'Style of the seal']],
  ['categoryType', ['印章类别', 'Category of the seal']],
  ['userName', ['姓名', 'Name']],
  ['mobile', ['手机号', 'Mobile']],
  ['jobNum', ['工号', 'Employee number']],
  ['roles', ['角色', 'Roles']],
  ['userIdList', ['被授权人', 'Authorised members']],
  ['authorRole', ['授权角色', 'Role']],
  ['authorRange', ['授权范围', 'Range']],
  ['autoSign', ['自动落章', 'Automatic placement']],
  ['examinerNotify', ['通知审批人', 'Notify examiners']],
  ['effectiveTime', ['生效时间', 'In force from']],
  ['expireTime', ['失效时间', 'Until']],
  ['templateName', ['模板名称', 'Name of the template']],
  ['templateStatus', ['模板状态', 'State of the template']],
  ['note', ['说明', 'Note']],
  ['url', ['接收地址', 'Address']],
  ['eventTypes', ['事件类型', 'Event types']],
  ['enabled', ['启用', 'Enabled']],
  ['overlapHours', ['旧密钥保留小时数', 'Hours of overlap']],
  ['accept', ['是否接受', 'Accepted']],
  ['scope', ['范围', 'Scope']],
  ['contracts', ['合同份数', 'Contracts']],
  ['entries', ['记录条数', 'Entries']],
  ['method', ['登录方式', 'Way of logging in']],
  ['isStrong', ['已过第二重验证', 'Second factor given']],
  ['factor', ['登录方式', 'Factor']],
  ['status', ['状态', 'State']],
  ['reason', ['原因', 'Reason']],
  ['amount', ['金额', 'Amount']],
  ['smsNotices', ['短信通知', 'Notices']],
  ['sealApproval', ['用印须经审批', 'Approval of seals']],
  ['contractApproval', ['发起须经审批', 'Approval of contracts']],
  ['approvalAuth', ['审批须验证身份', 'Proof for approvals']],
  ['maxAmount', ['单笔收款上限', 'Limit of a collection']],
  ['allowList', ['地址白名单', 'Allow-list']],
  ['graceHours', ['旧密钥保留小时数', 'Hours of overlap']],
  ['flowTitle', ['合同名称', 'Title']],
  ['participantName', ['参与方', 'Party']],
  ['name', ['名称', 'Name']],
  ['act', ['动作', 'Act']],
  ['source', ['来源', 'Source']],
  ['begin', ['起始时间', 'From']],
  ['end', ['截止时间', 'Until']],
]);

export function fieldName(field: string, language: Language): string {
  const known = names.get(field);
  if (known === undefined) return field;
  return known[language === 'zh' ? 0 : 1];
}
