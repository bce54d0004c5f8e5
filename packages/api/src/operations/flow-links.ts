/** Sign flows: links for filling and signing. */
import { data, operation } from '../operation.js';
import { object, optional, text } from '../schema.js';
import { flowId, participantId, returnUrl } from '../schemas/fields.js';

const dutyLink = object({ flowId, participantId: optional(participantId), returnUrl });

/** Returns a participant's link to fill. The initiator may request any participant's, others only their own. */
export const getFillUrl = operation({
  path: '/signTask/getFillUrl',
  area: 'flows',
  source: 'required',
  writes: true,
  ownPart: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '获取填写链接', en: 'Get a link to fill' },
  request: dutyLink,
  answer: data(text(1, 2000)),
  example: { flowId: 201, returnUrl: 'https://app.example.com/contracts' },
});

/** Returns a participant's link to sign. The initiator may request any participant's, others only their own. */
export const getSignUrl = operation({
  path: '/signTask/getSignUrl',
  area: 'flows',
  source: 'required',
  writes: true,
  ownPart: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '获取签署链接', en: 'Get a link to sign' },
  request: dutyLink,
  answer: data(text(1, 2000)),
  example: { flowId: 201, participantId: 202, returnUrl: 'https://app.example.com/contracts' },
});
