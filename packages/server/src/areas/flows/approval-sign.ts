import { approvalSign as operation } from '@cinnabar/api/approvals.js';
import { route } from '../../handler.js';
import { decideApproval } from './decide-approval.js';

export const approvalSign = route('operator', operation, (ctx, input) => decideApproval(ctx, input, ctx.act));
