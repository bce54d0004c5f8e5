import { getFillUrl as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { linkToDuty } from '../links/link-to-duty.js';

export const getFillUrl = route('member', operation, (ctx, input) => linkToDuty(ctx, input, 'fill'));
