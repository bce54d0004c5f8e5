/** Fields shared by several areas, with their meanings. `optional` and `nullable` preserve the meaning. */
import { choice, dateTime, InvalidField, id, optional, pattern, type Schema, text } from '../schema.js';
import { webAddress } from './web-address.js';

export const corpId = id<'Corp'>().means('企业编号', 'enterprise id');
export const corpName = text(0, 100).means('企业名称', 'name of the enterprise');
export const userId = id<'User'>().means('用户编号', 'user id');
export const sealId = id<'Seal'>().means('印章编号', 'seal id');
export const templateId = id<'Template'>().means('模板编号', 'template id');
export const flowId = id<'Flow'>().means('合同流程编号', 'flow id');
export const flowCode = text(0, 40).means('合同编码', 'code of the flow');
export const flowTitle = text(0, 200).means('合同名称', 'title of the flow');
export const flowDesc = text(0, 1000).means('备注，或终止原因', 'remark, or the reason why the flow ended');
export const initiatorId = id<'User'>().means('发起人编号', 'user id of the initiator');
export const initiatorName = text(0, 100).means('发起人姓名', 'name of the initiator');
export const participantId = id<'Participant'>().means('参与方编号', 'participant id');
export const fileId = id<'File'>().means('文件编号', 'file id');
export const attachmentId = id<'Attachment'>().means('附件编号', 'attachment id');
export const approvalId = id<'Approval'>().means('审批编号', 'approval id');
export const createTime = dateTime().means('创建时间', 'creation time');
export const psnName = text(1, 100).means('姓名', 'name of the person');
/** Proof that the person intends an act. */
export const authType = choice(['sms', 'pwd', 'face']).means('认证方式', 'method of proof');
export const shown = text(64, 64).means(
  '签署人所见内容的 SHA-256，十六进制；与现状不符则拒绝',
  'SHA-256 of the content as displayed, hexadecimal; the request is refused if it is no longer current',
);
/** Code sent by text message to the person who gives the proof. */
export const verifyCode = optional(text(1, 20)).means(
  '短信验证码',
  'verification code from the text message',
);
/** A page of the caller. */
export const returnUrl = optional(webAddress()).means('完成后返回的地址', 'address to return to afterwards');

/** Normalises a mobile number for storage: a mainland number with `+86` belongs to the same person as one without. */
export function plainMobile(given: string): string {
  return given.trim().replace(/^\+?86[ -]?(?=1[3-9]\d{9}$)/, '');
}

/** A mobile number: 11 digits for the mainland, otherwise E.164. */
export function mobile(): Schema<string> {
  return pattern(
    /^\s*(?:(?:\+?86[ -]?)?1[3-9]\d{9}|\+(?!86)[1-9]\d{6,14})\s*$/,
    { zh: '须为 11 位手机号或带国家码的国际号码', en: 'must be a mainland mobile or an E.164 number' },
    plainMobile,
  ).means('手机号', 'mobile number');
}

/** Name of a person, enterprise, seal or template. */
export const name = (): Schema<string> => text(1, 100);

/** Filter of a list; an empty text does not filter. */
export const filter = (): Schema<string> => text(0, 200);

/** Permanent storage key, as returned by uploads. */
export const fileUrl = (): Schema<string> =>
  text(1, 300).means('文件存储路径，长期有效', 'permanent storage path of the file');

/**
 * File name without bidirectional control characters, which can display `fdp.exe` as `exe.pdf`. Other control
 * characters are refused, because headers and lists cannot carry them.
 */
export function fileName(): Schema<string> {
  const any = text(1, 255).means('文件名', 'file name');
  return {
    ...any,
    read(value, path, reading) {
      const name = withoutDirections(any.read(value, path, reading));
      if (name.trim() === '') throw new InvalidField(path, { kind: 'missing' });
      if (CONTROL.test(name)) {
        throw new InvalidField(path, {
          kind: 'format',
          zh: '不得含有控制字符',
          en: 'must not contain control characters',
        });
      }
      return name;
    },
  };
}

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: invisible, but they change the order in which text is
 * displayed.
 */
export function withoutDirections(text: string): string {
  return text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');
}

const sealColors = ['Red', 'Blue', 'Black', 'Purple'] as const;
export const sealColor = () =>
  choice(sealColors, { ignoreCase: true }).means('印章颜色，默认 Red', 'colour of the seal; Red by default');
