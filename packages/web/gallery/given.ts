import type { FlowPageParty } from '@cinnabar/api/pages/flow-page.js';
import { type Id, id } from '@cinnabar/api/schema.js';
import type { Wire } from '../src/api/wire.js';
import type { StateFlow } from '../src/shared/flow/contract-state.js';
import type { LinkContext } from '../src/shared/link/link-context.js';
import { longCorp, longEnglish } from './specimen.js';

/** As the service would have given it. */
export function idOf<Kind extends string>(value: number): Id<Kind> {
  return id<Kind>().read(value, 'id', { zone: 'UTC' });
}

const party: Wire<FlowPageParty> = {
  participantId: idOf(1),
  name: longCorp,
  personName: '王芳',
  isMe: false,
  isTurn: false,
  fills: false,
  filled: false,
  signs: true,
  signStatus: 2,
  signTime: null,
};

/** One party in each state. */
export const parties: readonly Wire<FlowPageParty>[] = [
  { ...party, signStatus: 3, signTime: '2026-11-20T14:03:22.000+0800' },
  { ...party, participantId: idOf(2), name: longEnglish, isMe: true, isTurn: true },
  { ...party, participantId: idOf(3), name: '王芳', signStatus: 4 },
  { ...party, participantId: idOf(4), name: '李雷', signStatus: 5 },
  { ...party, participantId: idOf(5), name: '陈晨', fills: true, isTurn: true, signStatus: 1 },
  { ...party, participantId: idOf(6), name: '<b>张</b>' },
];

export const flow: StateFlow = {
  title: '关于智能装备联合采购、安装调试及三年维护服务的框架协议（含补充条款）',
  corpName: longCorp,
  initiatorName: longEnglish,
  deadline: '2026-12-01T23:59:59.000+0800',
  ending: { time: '2026-11-20T15:20:00.000+0800', personName: '李雷', corpName: longEnglish },
  parties,
};

/** The gallery talks to no service. */
function unanswered(): Promise<never> {
  return new Promise(() => undefined);
}

export const link: LinkContext = {
  linkId: 1,
  opened: {
    kind: 'sign',
    state: 'open',
    entry: 'code',
    corpName: longCorp,
    brand: null,
    title: flow.title,
    name: '王*',
    mobile: '138****5678',
    disowned: false,
    returnUrl: null,
    entered: null,
  },
  entered: {
    session: '',
    kind: 'sign',
    flowId: idOf(1),
    participantId: idOf(2),
    approvalId: null,
    templateId: null,
    corpId: null,
    userId: idOf(3),
    mobile: '138****5678',
    returnUrl: null,
  },
  call: unanswered,
  upload: unanswered,
};
