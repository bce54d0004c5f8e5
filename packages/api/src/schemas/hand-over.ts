import type { Infer } from '../schema.js';
import { boolean, choice, dateTime, int32, list, nullable, object, text } from '../schema.js';
import { userId } from './fields.js';

/** What a colleague can take over from a member. */
export const dutyKinds = ['flow', 'initiated', 'approval', 'template'] as const;
export type DutyKind = (typeof dutyKinds)[number];

/** What nobody can take over: it stays with the person, or ends with the membership. */
export const stayingKinds = ['personal', 'seal', 'fixed'] as const;

const allKinds = [...dutyKinds, ...stayingKinds] as const;
export type ListedKind = (typeof allKinds)[number];

/** Duties of one kind in an answer; the count covers the others. */
export const dutiesListed = 100;

const dutyId = () => text(1, 64);

const dutyKind = () =>
  choice(dutyKinds).means(
    'flow 代表企业待办的合同部分，initiated 其发起的进行中的合同，approval 审批用印的授权，template 模板草稿',
    'flow: a part of a contract in the name of the enterprise; initiated: an open contract that they have started; approval: their authorisation as examiner of a seal; template: a draft of a template',
  );

export const duty = object({
  kind: choice(allKinds).means(
    'flow、initiated、approval、template 可交接；personal 须本人办理的个人部分，seal 随成员资格终止的用印授权，fixed 固定该成员的模板',
    'flow, initiated, approval and template can be handed over; personal: a part that only the person can finish; seal: an authorisation that ends with the membership; fixed: a template that names the member',
  ),
  id: dutyId().means(
    '编号：参与方、合同、授权、草稿、参与方、授权或模板的编号，依 kind 而定',
    'id, by kind: of the participant, flow, authorisation, draft, participant, authorisation or template',
  ),
  name: nullable(text(0, 200)).means(
    '合同标题、印章或模板名称；保密或加密合同为 null',
    'title of the contract, or name of the seal or template; null for a confidential or encrypted contract',
  ),
  code: nullable(text(0, 100)).means(
    '合同编码；非合同为 null',
    'code of the contract; null for anything else',
  ),
  time: dateTime().means(
    '合同发起、授权生效或草稿、模板最近修改的时间',
    'time of the creation of the contract, the start of the authorisation, or the last change of the draft or template',
  ),
  only: boolean().means('是否为该印章唯一的审批人', 'whether nobody else examines the seal'),
  waiting: int32(0).means('等待其审批的用印数', 'number of uses of the seal that wait for their consent'),
});
export type Duty = Infer<typeof duty>;

export const duties = object({
  duties: list(duty).means('每类最多 100 项，较早的在前', 'at most 100 of each kind, the oldest first'),
  counts: object({
    flow: int32(0).means('代表企业待办的部分数', 'number of parts in the name of the enterprise'),
    initiated: int32(0).means('其发起的进行中的合同数', 'number of open contracts that they have started'),
    approval: int32(0).means('审批授权数', 'number of authorisations as examiner'),
    template: int32(0).means('模板草稿数', 'number of drafts of templates'),
    personal: int32(0).means('须本人办理的部分数', 'number of parts that only the person can finish'),
    seal: int32(0).means('将终止的用印授权数', 'number of authorisations that end'),
    fixed: int32(0).means('固定该成员的模板数', 'number of templates that name them'),
  }).means('各类总数', 'number of each kind'),
});

export const handedItem = object({
  kind: dutyKind(),
  id: dutyId().means('member/duties 返回的编号', 'id as returned by member/duties'),
  toUserId: userId.means('接手的成员', 'the member who takes it over'),
});
export type HandedItem = Infer<typeof handedItem>;

export const handedResult = object({
  ...handedItem.fields,
  code: text(1, 40).means('结果代码，0 为成功', 'result code; 0 for a success'),
  reason: nullable(text(0, 60)).means(
    '原因代码；成功或无原因时为 null',
    'reason; null for a success or a code without reasons',
  ),
  message: text(0, 2000).means('失败原因；成功时为空', 'why it failed; empty for a success'),
});
export type HandedResult = Infer<typeof handedResult>;
