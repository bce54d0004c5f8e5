import type { ApprovalStatus } from '@cinnabar/api/enums.js';
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react';
import { texts, useTexts } from '../../shared/text/language.js';
import { type StateLook, StateWord } from './state-word.js';

const approvalStateTexts = texts(
  { 1: '审批中', 2: '已通过', 3: '已驳回', 4: '已撤回', 5: '已终止' },
  { 1: 'Open', 2: 'Approved', 3: 'Rejected', 4: 'Withdrawn', 5: 'Ended' },
);

const looks: Readonly<Record<ApprovalStatus, StateLook>> = {
  1: { Icon: Clock, colour: 'text-warning' },
  2: { Icon: CircleCheck, colour: 'text-success' },
  3: { Icon: CircleX, colour: 'text-danger' },
  4: { Icon: Undo2, colour: 'text-n-600' },
  5: { Icon: CircleX, colour: 'text-n-600' },
};

export function ApprovalState({ status }: { readonly status: ApprovalStatus }) {
  const t = useTexts(approvalStateTexts);
  return <StateWord look={looks[status]} word={t[status]} />;
}
