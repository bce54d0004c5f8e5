import type { FlowStatus } from '@cinnabar/api/enums.js';
import { CircleCheck, CircleX, Clock, PenLine, Undo2 } from 'lucide-react';
import { texts, useTexts } from '../../shared/text/language.js';
import { type StateLook, StateWord } from './state-word.js';

export const statusTexts = texts(
  { 0: '草稿', 1: '填写中', 2: '签署中', 3: '已完成', 4: '已撤销', 5: '已过期', 6: '已拒签' },
  { 0: 'Draft', 1: 'Filling', 2: 'Signing', 3: 'Completed', 4: 'Revoked', 5: 'Expired', 6: 'Refused' },
);

const looks: Readonly<Record<FlowStatus, StateLook>> = {
  0: { Icon: PenLine, colour: 'text-n-600' },
  1: { Icon: PenLine, colour: 'text-info' },
  2: { Icon: Clock, colour: 'text-warning' },
  3: { Icon: CircleCheck, colour: 'text-success' },
  4: { Icon: Undo2, colour: 'text-n-600' },
  5: { Icon: Clock, colour: 'text-danger' },
  6: { Icon: CircleX, colour: 'text-danger' },
};

export function Status({ status }: { readonly status: FlowStatus }) {
  const t = useTexts(statusTexts);
  return <StateWord look={looks[status]} word={t[status]} />;
}
