import { getSignUrl as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { linkToDuty } from '../links/link-to-duty.js';

export const getSignUrl = route('member', operation, (ctx, input) => linkToDuty(ctx, input, 'sign'));
