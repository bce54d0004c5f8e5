/** The events of a flow in the words of the evidence report. */
import type { JsonValue } from '../../../trust/canonical-json.js';
import type { FlowEventKind } from '../events.js';
import { listWithin, type ReadEvent, textWithin, within } from '../rules/evidence.js';

export const eventTitles: Readonly<Record<FlowEventKind, string>> = {
  drafted: '保存草稿',
  started: '发起合同',
  filled: '填写内容',
  fillingEnded: '填写完毕，文件定稿',
  intentConfirmed: '完成签署意愿认证',
  approvalOpened: '提交用印审批',
  approvalFinished: '审批结束',
  signed: '签署',
  completed: '全部签署完成',
  archived: '加入长期验证数据与存档时间戳',
  revoked: '撤销合同',
  expired: '合同过期',
  refused: '拒签',
  deleted: '删除合同记录',
  remarkChanged: '修改备注',
  reminded: '催办',
  extended: '变更截止时间',
  transferred: '转交办理',
  participantChanged: '更换签署人',
  corpBound: '参与企业完成注册',
  consented: '同意协议',
  attachmentAdded: '补充附件',
  paid: '付款',
  feePaid: '支付合同费用',
  refunded: '退款',
};

const intentWords: Readonly<Record<string, string>> = {
  sms: '短信验证码',
  pwd: '签署密码',
  face: '人脸核验',
};

/** How the signer's will was made sure of: their own proof, or the authorisation by which the platform placed a seal. */
export function intentOf(signed: JsonValue | undefined): string {
  const authorisation = textWithin(signed, 'authorisation');
  if (authorisation !== '') return `依印章授权自动用印（授权 ${authorisation}）`;
  const authType = textWithin(signed, 'intent', 'authType');
  return intentWords[authType] ?? authType;
}

/** A title that is not known here still says what was recorded. */
export function titleOf(kind: string): string {
  const known = new Map<string, string>(Object.entries(eventTitles));
  return known.get(kind) ?? kind;
}

/** Longer texts and lists stand whole in what is attached to the report; here a row must not outgrow its page. */
const MOST_CHARACTERS = 120;
const MOST_OF_VALUE = 60;
const MOST_OF_NAME = 30;
const MOST_VALUES = 10;

/** What happened, beyond the title; "" where that says it all. */
export function describeEvent({ kind, detail }: ReadEvent): string {
  switch (kind) {
    case 'filled': {
      const values = listWithin(detail, 'values');
      const lines = values.slice(0, MOST_VALUES).map((value) => {
        const name = shortened(textWithin(value, 'name'), MOST_OF_NAME);
        return `${name}：${shortened(textWithin(value, 'value'), MOST_OF_VALUE)}`;
      });
      if (values.length > MOST_VALUES) lines.push(`等 ${values.length} 项`);
      return lines.join('\n');
    }
    case 'signed':
      return [
        `签署方：${textWithin(detail, 'signer')}`,
        `意愿认证：${intentOf(detail)}`,
        `证书序列号：${textWithin(detail, 'certificate')}`,
      ].join('\n');
    case 'archived':
      return listWithin(detail, 'files')
        .map((file) => {
          const time = textWithin(file, 'timestamp', 'time');
          return `文件 ${textWithin(file, 'fileId')}：${textWithin(file, 'level')}${time === '' ? '' : `，时间戳 ${time}`}`;
        })
        .join('\n');
    case 'approvalFinished': {
      const outcome = outcomeWords.get(textWithin(detail, 'status')) ?? '';
      return [outcome, reasonWords(textWithin(detail, 'reason'))].filter((line) => line !== '').join('\n');
    }
    case 'paid':
    case 'refunded':
      return amountWords(textWithin(detail, 'amountFen'));
    case 'revoked':
    case 'refused':
      return reasonWords(textWithin(detail, 'reason'));
    case 'transferred':
    case 'participantChanged':
      return `改由 ${textWithin(detail, 'to', 'name')} 办理`;
    case 'consented':
      return listWithin(detail, 'agreements')
        .map((each) => `《${textWithin(each, 'title')}》${textWithin(each, 'version')} 版`)
        .join('\n');
    case 'attachmentAdded':
      return shortened(textWithin(detail, 'fileName'));
    default:
      return '';
  }
}

/** By the status of an approval. */
const outcomeWords: ReadonlyMap<string, string> = new Map([
  ['2', '通过'],
  ['3', '驳回'],
  ['4', '撤回'],
  ['5', '终止'],
]);

function amountWords(amountFen: string): string {
  return amountFen === '' ? '' : `金额：${(Number(amountFen) / 100).toFixed(2)} 元`;
}

function reasonWords(reason: string): string {
  return reason === '' ? '' : `原因：${shortened(reason)}`;
}

function shortened(text: string, most = MOST_CHARACTERS): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`;
}

/** Who acted, and from where; what the platform did by itself has no actor. */
export function describeActor({ detail }: ReadEvent): string {
  if (within(detail, 'actor') === undefined) return '平台';
  const address = textWithin(detail, 'actor', 'address');
  const device = textWithin(detail, 'actor', 'device');
  return [
    `${textWithin(detail, 'actor', 'name')}（用户 ${textWithin(detail, 'actor', 'userId')}）`,
    address === '' ? '' : `IP ${address}`,
    device === '' ? '' : shortened(device),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
