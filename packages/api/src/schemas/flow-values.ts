/** Single values of flows: ids, statuses and duties. */
import { FlowStatus, OperateStatus, SignStatus } from '../enums.js';
import { choice, type Id, list, oneOf } from '../schema.js';

export type FlowId = Id<'Flow'>;
export type ParticipantId = Id<'Participant'>;
export type FileId = Id<'File'>;
export type ComponentId = Id<'Component'>;

/** 0 draft, 1 fill, 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
export const flowStatus = () =>
  oneOf(...Object.values(FlowStatus)).means(
    '0 草稿 1 填写 2 签署 3 完成 4 撤销 5 过期 6 拒签',
    '0 draft 1 fill 2 signing 3 completed 4 revoked 5 expired 6 refused',
  );

/** Action awaited from the caller: 0 nothing, 1 fill, 2 signing, 3 approval, 4 payment. */
export const operateStatus = () =>
  oneOf(...Object.values(OperateStatus)).means(
    '待我操作：0 无 1 填写 2 签署 3 审批 4 付款',
    'awaited from the acting member: 0 nothing 1 fill 2 sign 3 approval 4 payment',
  );

/** 1 filling, 2 signing, 3 signed, 4 awaiting approval, 5 refused. */
export const signStatus = () =>
  oneOf(...Object.values(SignStatus)).means(
    '1 填写中 2 待签署 3 已签署 4 待审批 5 已拒签',
    '1 filling 2 signing 3 signed 4 awaiting approval 5 refused',
  );

/** Duties: fill ('1') and sign ('2'), as strings, as numbers, or joined by commas. */
export const participateBizType = () =>
  list(choice(['1', '2']), { min: 1, max: 2, commaJoined: true }).means('1 填写，2 签署', '1: fill; 2: sign');

export const flag = () => oneOf(0, 1);
