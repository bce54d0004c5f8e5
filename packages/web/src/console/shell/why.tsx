import type { WaitReason } from '@cinnabar/api/schemas/waiting.js';
import { texts, useLanguage, useTexts } from '../../shared/text/language.js';
import { ageOf } from './format.js';
import { useNow } from './use-now.js';

const whyTexts = texts<Record<WaitReason, string>>(
  {
    contractApprovalPending: '等待合同审批',
    sealApprovalPending: '等待用印审批',
    paymentPending: '等待付款',
    automaticSealNotPlaced: '自动落章未执行（授权到期）',
    sealNotUsable: '印章不可用',
    wrongPerson: '收到链接的人表示不是本人',
    messageNotDelivered: '短信未送达',
    linkNotOpened: '链接未打开',
    corpNotRegistered: '企业未登记',
    joinPending: '等待加入企业',
    notVerified: '未实名',
    fillPending: '等待填写',
    deadlineNear: '截止临近',
    opened: '已打开未签',
  },
  {
    contractApprovalPending: 'Contract awaits approval',
    sealApprovalPending: 'Seal awaits approval',
    paymentPending: 'Payment pending',
    automaticSealNotPlaced: 'Seal not placed (authorisation ended)',
    sealNotUsable: 'No usable seal',
    wrongPerson: 'Link reached the wrong person',
    messageNotDelivered: 'Text message not delivered',
    linkNotOpened: 'Link not opened',
    corpNotRegistered: 'Enterprise not registered',
    joinPending: 'Not yet a member',
    notVerified: 'Not verified',
    fillPending: 'Fields to fill in',
    deadlineNear: 'Deadline is near',
    opened: 'Opened, not signed',
  },
);

const actTexts = texts<Record<1 | 2 | 3 | 4, string>>(
  { 1: '等待填写', 2: '等待签署', 3: '等待审批', 4: '等待付款' },
  { 1: 'To fill in', 2: 'To sign', 3: 'To decide', 4: 'To pay' },
);

/** No line begins with it. */
const DOT = '\u00a0· ';

interface AwaitedProps {
  readonly name: string;
  readonly why: WaitReason | null;
  readonly act: 1 | 2 | 3 | 4;
  readonly since: string;
}

/** Who is awaited, why and since when. */
export function Awaited({ name, why, act, since }: AwaitedProps) {
  const words = useTexts(whyTexts);
  const acts = useTexts(actTexts);
  const { language } = useLanguage();
  const now = useNow();
  return (
    <span className="figures text-small text-n-600 names">
      <bdi className="font-medium text-n-900">{name}</bdi>
      {DOT}
      {why === null ? acts[act] : words[why]}
      {DOT}
      {ageOf(since, now, language)}
    </span>
  );
}
