import { getFillUrl as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { requestDutyLink } from '../links/request-duty-link.js';

export const getFillUrl = route('member', operation, (ctx, input) => requestDutyLink(ctx, input, 'fill'));
