/** The events of a flow in the words of the evidence report. */
import { conditionWords } from '@cinnabar/api/component-rules/condition-words.js';
import type { JsonValue } from '../../../custody/canonical-json.js';
import type { Words } from '../../../operation/refusal.js';
import type { FlowEventKind } from '../flow/events.js';
import { deviceWords } from './device-words.js';
import { listWithin, textWithin, within } from './rules/evidence.js';
import type { Both, Say } from './say.js';

/** An event with its parsed content. */
export interface SaidEvent {
  readonly kind: string;
  readonly detail: JsonValue | undefined;
}

const eventTitles: Readonly<Record<FlowEventKind, Both>> = {
  drafted: ['保存草稿', 'Draft kept'],
  started: ['发起合同', 'Contract started'],
  filled: ['填写内容', 'Contents filled in'],
  fillingEnded: ['填写完毕，文件定稿', 'Filling ended, documents made final'],
  intentConfirmed: ['完成签署意愿认证', 'Will to sign confirmed'],
  approvalOpened: ['提交用印审批', 'Approval of the use of a seal asked for'],
  approvalFinished: ['审批结束', 'Approval ended'],
  signed: ['签署', 'Signed'],
  completed: ['全部签署完成', 'All signatures given'],
  archived: ['加入长期验证数据与存档时间戳', 'Validation data and archive timestamp added'],
  revoked: ['撤销合同', 'Contract revoked'],
  expired: ['合同过期', 'Contract expired'],
  refused: ['拒签', 'Signing refused'],
  deleted: ['删除合同记录', 'Record deleted'],
  remarkChanged: ['修改备注', 'Remark changed'],
  reminded: ['催办', 'Reminder sent'],
  extended: ['变更截止时间', 'Deadline changed'],
  initiatorChanged: ['更换发起人', 'Initiator replaced'],
  transferred: ['转交办理', 'Passed on to a colleague'],
  participantChanged: ['更换签署人', 'Signer changed'],
  disowned: ['链接打开者称不是本人', 'Whoever opened a link says it is not for them'],
  noticeUndelivered: ['通知未送达', 'Notice not delivered'],
  corpBound: ['参与企业完成注册', 'Enterprise registered'],
  consented: ['同意协议', 'Agreements accepted'],
  attachmentAdded: ['补充附件', 'Attachment added'],
  paid: ['付款', 'Paid'],
  feePaid: ['支付合同费用', 'Fee of the contract paid'],
  refunded: ['退款', 'Refunded'],
};

const intentWords: Readonly<Record<string, Both>> = {
  sms: ['短信验证码', 'code by text message'],
  pwd: ['签署密码', 'signing password'],
  face: ['刷脸认证', 'face check'],
};

/**
 * How the intent of the signer was established: their own proof, or the authorisation for automatic placement.
 */
/** Serial numbers of the certificates of an act: of what it shows, and of its signatures by SM2 beside. */
export function certificatesOf(signed: JsonValue | undefined, say: Say): string {
  const beside = textWithin(signed, 'besideCertificate');
  const shown = textWithin(signed, 'certificate');
  return beside === '' ? shown : `${shown}\n${say('国密 SM2：', 'SM2: ')}${beside}`;
}

export function intentOf(signed: JsonValue | undefined, say: Say): string {
  const authorisation = textWithin(signed, 'authorisation');
  if (authorisation !== '')
    return (
      say(
        `依印章授权自动落章（授权 ${authorisation}）`,
        `placed by the platform under seal authorisation ${authorisation}`,
      ) + consentWords(signed, say)
    );
  const authType = textWithin(signed, 'intent', 'authType');
  const words = intentWords[authType];
  return (words === undefined ? authType : say.of(words)) + proofWords(signed, say);
}

/** By which the provider finds a check; none for proofs of our own. */
function proofWords(signed: JsonValue | undefined, say: Say): string {
  const provider = textWithin(signed, 'intent', 'proof', 'provider');
  const request = textWithin(signed, 'intent', 'proof', 'request');
  return provider === ''
    ? ''
    : say(`（${provider}，流水号 ${request}）`, ` (${provider}, number ${request})`);
}

/** Who consented; contracts of earlier versions do not contain it. */
function consentWords(signed: JsonValue | undefined, say: Say): string {
  const of = (side: string) => ({
    who: textWithin(signed, 'consents', side, 'userId') || say('平台运营方', "the platform's operator"),
    at: textWithin(signed, 'consents', side, 'at'),
  });
  const [manager, member] = [of('manager'), of('member')];
  if (manager.at === '' || member.at === '') return '';
  return say(
    `，印章管理员 ${manager.who} 于 ${manager.at}、经办人 ${member.who} 于 ${member.at} 同意`,
    `, wanted by the seal's manager ${manager.who} on ${manager.at} and by the member ${member.who} on ${member.at}`,
  );
}

/** An unknown event keeps its recorded name as its title. */
export function titleOf(kind: string, say: Say): string {
  const words = new Map<string, Both>(Object.entries(eventTitles)).get(kind);
  return words === undefined ? kind : say.of(words);
}

/** Longer texts and lists are complete in the report's attachments; in a table a row must fit on its page. */
const MAX_CHARACTERS = 120;
const MAX_VALUE_LENGTH = 60;
const MAX_NAME_LENGTH = 30;
const MAX_VALUES = 10;

/** Details beyond the title; "" if there are none. */
export function describeEvent({ kind, detail }: SaidEvent, say: Say): string {
  switch (kind) {
    case 'filled': {
      const values = listWithin(detail, 'values');
      const lines = values.slice(0, MAX_VALUES).map((value) => {
        const name = shortened(textWithin(value, 'name'), MAX_NAME_LENGTH);
        return `${name}${say('：', ': ')}${shortened(textWithin(value, 'value'), MAX_VALUE_LENGTH)}`;
      });
      if (values.length > MAX_VALUES) lines.push(say(`等 ${values.length} 项`, `${values.length} in all`));
      return lines.join('\n');
    }
    case 'fillingEnded':
      return ruleLines(detail, say).join('\n');
    case 'signed':
      return [
        say('签署方：', 'Signer: ') + textWithin(detail, 'signer'),
        say('意愿认证：', 'Will confirmed by: ') + intentOf(detail, say),
        say('证书序列号：', 'Serial number of the certificate: ') + certificatesOf(detail, say),
      ].join('\n');
    case 'archived':
      return listWithin(detail, 'files')
        .map((file) => {
          const time = say.time(textWithin(file, 'timestamp', 'time'));
          const stamp = time === '' ? '' : say('，时间戳 ', ', timestamp ') + time;
          return `${say('文件 ', 'File ')}${textWithin(file, 'fileId')}${say('：', ': ')}${textWithin(file, 'level')}${stamp}`;
        })
        .join('\n');
    case 'approvalFinished': {
      const outcome = outcomeWords.get(textWithin(detail, 'status'));
      return [outcome === undefined ? '' : say.of(outcome), reasonWords(textWithin(detail, 'reason'), say)]
        .filter((line) => line !== '')
        .join('\n');
    }
    case 'paid':
    case 'refunded':
      return amountWords(textWithin(detail, 'amountFen'), say);
    case 'revoked':
    case 'refused':
      return reasonWords(textWithin(detail, 'reason'), say);
    case 'extended':
      return extensionWords(detail, say);
    case 'initiatorChanged':
    case 'transferred':
    case 'participantChanged':
      return say(
        `改由 ${textWithin(detail, 'to', 'name')} 办理`,
        `now with ${textWithin(detail, 'to', 'name')}`,
      );
    case 'disowned':
      return say('链接发给：', 'The link was for: ') + textWithin(detail, 'name');
    case 'noticeUndelivered':
      return undeliveredWords(detail, say);
    case 'consented':
      return listWithin(detail, 'agreements')
        .map((each) =>
          say(
            `《${textWithin(each, 'title')}》${textWithin(each, 'version')} 版`,
            `${textWithin(each, 'title')}, version ${textWithin(each, 'version')}`,
          ),
        )
        .join('\n');
    case 'attachmentAdded':
      return shortened(textWithin(detail, 'fileName'));
    default:
      return '';
  }
}

/** What conditions and formulas led to; nothing where a contract has none. */
function ruleLines(detail: JsonValue | undefined, say: Say): readonly string[] {
  const nameOf = (control: JsonValue | undefined) => shortened(textWithin(control, 'name'), MAX_NAME_LENGTH);
  const hidden = listWithin(detail, 'hidden').map((control) => {
    const name = nameOf(control);
    const because = conditionOf(control);
    const found = shortened(textWithin(control, 'because', 'found'), MAX_VALUE_LENGTH);
    const is = found === '' ? say('其值为空', 'it is empty') : say(`其值为“${found}”`, `it is "${found}"`);
    return say(
      `“${name}”不显示：条件为${because.zh}，${is}`,
      `"${name}" is hidden: its condition is that ${because.en}, and ${is}`,
    );
  });
  const computed = listWithin(detail, 'computed').map((control) => {
    const value = shortened(textWithin(control, 'value'), MAX_VALUE_LENGTH);
    const inputs = listWithin(control, 'from')
      .slice(0, MAX_VALUES)
      .map((input) => `${nameOf(input)} = ${shortened(textWithin(input, 'value'), MAX_VALUE_LENGTH) || '-'}`);
    const formula = shortened(textWithin(control, 'formula'));
    const from = inputs.join(say('，', ', '));
    return say(
      `“${nameOf(control)}”由公式 ${formula} 算出：${value || '-'}（${from}）`,
      `"${nameOf(control)}" was computed by ${formula}: ${value || '-'} (${from})`,
    );
  });
  return withinRow([...hidden, ...computed], say);
}

function conditionOf(control: JsonValue | undefined): Words {
  const operator = textWithin(control, 'because', 'operator');
  return conditionWords(textWithin(control, 'because', 'control'), {
    operator: operator === 'is' || operator === 'isNot' ? operator : 'filled',
    value: shortened(textWithin(control, 'because', 'value'), MAX_VALUE_LENGTH),
  });
}

/** As many lines as a row of the table has room for; the history in the attachments has all. */
function withinRow(lines: readonly string[], say: Say): readonly string[] {
  if (lines.length <= MAX_VALUES) return lines;
  return [...lines.slice(0, MAX_VALUES), say(`等 ${lines.length} 项`, `${lines.length} in all`)];
}

/** A mail comes with a text message, and a text message may be all that somebody gets. */
function undeliveredWords(detail: JsonValue | undefined, say: Say): string {
  const [email, failure] = [textWithin(detail, 'email'), textWithin(detail, 'failure')];
  if (email !== '') {
    return say(
      `邮件收件人：${email}（${failure}）。短信不受影响；请核对邮箱地址`,
      `mail to ${email} (${failure}): text messages are not affected; check the address`,
    );
  }
  const mobile = textWithin(detail, 'mobile', 'masked');
  return say(
    `短信收件人：${mobile}（${failure}）。请以其他方式联系本人，或更换签署人`,
    `text message to ${mobile} (${failure}): contact the person otherwise, or name another signer`,
  );
}

/** Keyed by the status of an approval. */
const outcomeWords: ReadonlyMap<string, Both> = new Map([
  ['2', ['通过', 'granted']],
  ['3', ['驳回', 'rejected']],
  ['4', ['撤回', 'withdrawn']],
  ['5', ['终止', 'ended']],
]);

/** Fen as yuan. */
export function amountWords(amountFen: string, say: Say): string {
  const yuan = (Number(amountFen) / 100).toFixed(2);
  return amountFen === '' ? '' : say(`金额：${yuan} 元`, `Amount: CNY ${yuan}`);
}

/** The new deadline, and who had signed under the previous one. */
function extensionWords(detail: JsonValue | undefined, say: Say): string {
  const [before, after] = [say.time(textWithin(detail, 'before')), say.time(textWithin(detail, 'after'))];
  const lines = [
    before === ''
      ? say(`改为 ${after}`, `now ${after}`)
      : say(`由 ${before} 改为 ${after}`, `from ${before} to ${after}`),
  ];
  // Earlier versions did not record who had signed.
  if (within(detail, 'signedBefore') !== undefined) {
    const signed = listWithin(detail, 'signedBefore').map(
      (each) => `${textWithin(each, 'name')} (${say.time(textWithin(each, 'signTime'))})`,
    );
    lines.push(
      signed.length === 0
        ? say('变更前无人签署', 'nobody had signed before')
        : say('变更前已签署：', 'had signed before: ') + signed.join(say('、', ', ')),
    );
  }
  return lines.join('\n');
}

function reasonWords(reason: string, say: Say): string {
  return reason === '' ? '' : say('原因：', 'Reason: ') + shortened(reason);
}

function shortened(text: string, most = MAX_CHARACTERS): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`;
}

/** The actor and their address; automatic actions of the platform have no actor. */
export function describeActor({ detail }: SaidEvent, say: Say): string {
  const who = ['actor', 'visitor'].find((each) => within(detail, each) !== undefined);
  if (who === undefined) return say('平台', 'the platform');
  const address = textWithin(detail, who, 'address');
  const device = deviceWords(textWithin(detail, who, 'device'), say);
  return [
    who === 'visitor'
      ? say('未经验证的链接打开者', 'whoever opened the link, not verified')
      : say(
          `${textWithin(detail, 'actor', 'name')}（用户 ${textWithin(detail, 'actor', 'userId')}）`,
          `${textWithin(detail, 'actor', 'name')} (user ${textWithin(detail, 'actor', 'userId')})`,
        ),
    address === '' ? '' : `IP ${address}`,
    device === '' ? '' : say('设备 ', 'Device ') + device,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
