/** Sign flows: filling and signing. */
import { data, operation } from '../operation.js';
import { boolean, id, list, object, optional } from '../schema.js';
import { authType, flowId, participantId } from '../schemas/fields.js';
import {
  fillComponent,
  flowStatus,
  intentFields,
  signComponent,
  signContractInput,
  signResult,
} from '../schemas/flow.js';

export const fillSignForm = operation({
  path: '/signTask/fillSignForm',
  area: 'flows',
  source: 'required',
  writes: true,
  ownPart: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_YOUR_TURN', 'NOT_VERIFIED'],
  title: { zh: '填写合同', en: 'Fill in contract fields' },
  links: { fill: 'ownFlow', access: 'any' },
  request: object({
    flowId,
    components: list(fillComponent).means('控件', 'controls'),
    finish: optional(boolean()).means('false 表示只保存', 'false: values are only saved'),
  }),
  answer: data(object({ flowId, flowStatus: flowStatus() })),
  example: {
    flowId: 201,
    components: [{ componentId: 301, participantId: 401, contractFileId: 501, value: '2026-01-31' }],
  },
});

export const signContract = operation({
  path: '/signTask/signContract',
  area: 'flows',
  source: 'required',
  writes: true,
  ownPart: true,
  successCode: '0',
  errors: ['SEAL_NOT_FOUND', '1401', '1402', '1403', '1404'],
  reasons: [
    'PERMISSION_DENIED',
    'FLOW_STATE',
    'FLOW_EXPIRED',
    'NOT_YOUR_TURN',
    'NOT_VERIFIED',
    'CERTIFICATE_ENDED',
    'FEE_UNPAID',
    'PAYMENT_REQUIRED',
    'AWAITING_APPROVAL',
    'WISH_REQUIRED',
    'CONTENT_CHANGED',
    'OWN_WINDOW_REQUIRED',
    'SEAL_NOT_USABLE',
    'CODE_WRONG',
    'CODE_ENDED',
  ],
  title: { zh: '签署合同', en: 'Sign a contract' },
  links: { sign: 'ownFlow', access: 'withoutPassword' },
  request: signContractInput,
  answer: data(signResult),
  example: {
    flowId: 201,
    signComponents: [
      {
        componentId: 302,
        participantId: 401,
        contractFileId: 501,
        pageNum: 1,
        positionX: 400,
        positionY: 800,
        fieldType: 0,
        sealId: 601,
        specialAttribute: { sealSpecs: 1, showSignDate: 1 },
      },
    ],
  },
});

export const signWish = operation({
  path: '/signTask/signWish',
  area: 'flows',
  source: 'required',
  writes: true,
  ownPart: true,
  successCode: '0',
  errors: ['SEAL_NOT_FOUND', '1401', '1402', '1403', '1404'],
  reasons: [
    'PERMISSION_DENIED',
    'FLOW_STATE',
    'FLOW_EXPIRED',
    'NOT_VERIFIED',
    'OWN_WINDOW_REQUIRED',
    'SEAL_NOT_USABLE',
    'CODE_WRONG',
    'CODE_ENDED',
  ],
  title: { zh: '签署意愿认证', en: 'Confirm the intent to sign' },
  links: { access: 'withoutPassword' },
  request: object({
    flowId: optional(flowId),
    flowIds: optional(list(id<'Flow'>(), { max: 100 })).means(
      '一次意愿认证用于多份合同',
      'flows covered by one proof of intent',
    ),
    participantId: optional(participantId),
    signComponents: optional(list(signComponent, { max: 500 })).means('签署指令', 'signing commands'),
    fillComponents: optional(list(fillComponent)).means('填写的值', 'values to fill in'),
    authType,
    ...intentFields,
  }),
  answer: data(object({})),
  example: { flowId: 201, authType: 'sms', verifyCode: '123456' },
});
