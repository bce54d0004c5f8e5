/** Acts in a flow: marks, values and proofs. */
import { FieldType } from '../enums.js';
import {
  boolean,
  type Infer,
  id,
  idOrZero,
  int32,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  without,
} from '../schema.js';
import { componentValue, specialAttributeFields } from './component.js';
import { authType, flowId, participantId, shown, verifyCode } from './fields.js';

/** Appearance of a mark; omitted values are taken from the control. */
const markAttribute = object({
  ...specialAttributeFields,
  value: optional(text(0, 1000)).means('备注文字（fieldType 为 1）', 'text of the remark (fieldType 1)'),
  image: optional(text(0, 400_000)).means(
    '手写备注的 PNG 图片，base64 或 data URL（fieldType 为 1）',
    'handwriting as PNG, base64 or data URL (fieldType 1)',
  ),
});

/** fieldType: 0 seal, 1 remark, 2 date only. componentId 0 or null: free placement. sealId 0: the default seal. */
export const signComponent = object({
  componentId: nullable(idOrZero<'Component'>()).means(
    '控件编号；0 或 null 为自由位置',
    'control id; 0 or null: free placement',
  ),
  participantId: optional(participantId).means(
    '参与方编号；请求已指明参与方时可省略',
    'participant id; may be omitted where the request names one for all commands',
  ),
  contractFileId: id<'File'>().means('所在文件编号', 'id of the file that contains it'),
  pageNum: int32().means('页码，从 1 开始', 'page number, from 1'),
  positionX: number().means('左上角横坐标，px', 'x of the top left corner in px'),
  positionY: number().means('左上角纵坐标，px', 'y of the top left corner in px, downwards'),
  fieldType: oneOf(...Object.values(FieldType)).means('0 印章 1 备注 2 日期', '0 seal 1 remark 2 date'),
  sealId: idOrZero<'Seal'>().means('印章编号，0 为默认印章', 'seal id; 0: the default seal'),
  specialAttribute: markAttribute.means('控件属性', 'attributes of the control'),
});
export type SignCommand = Infer<typeof signComponent>;

export const fillComponent = object({
  componentId: id<'Component'>().means('控件编号', 'control id'),
  participantId,
  contractFileId: id<'File'>().means('所在文件编号', 'id of the file that contains it'),
  value: componentValue().means('值', 'value'),
});
export type FillCommand = Infer<typeof fillComponent>;

/** Proof of intent; which fields are needed depends on `authType`. */
export const intentFields = {
  verifyCode,
  signPwd: optional(text(1, 20)).means('6 位签署密码', 'signing password, 6 digits'),
  newPwd: optional(boolean()).means('true 设置新签署密码', 'true: signPwd becomes the signing password'),
  code: optional(text(0, 500)).means('刷脸返回的 code', 'code returned by the face check'),
  orderNo: optional(text(0, 200)).means('刷脸订单号', 'order number of the face check'),
  h5faceId: optional(text(0, 200)).means('刷脸返回的 h5faceId', 'h5faceId returned by the face check'),
  newSign: optional(text(0, 500)).means('刷脸返回的 newSign', 'newSign returned by the face check'),
  newSignature: optional(text(0, 500)).means('刷脸返回的签名', 'signature returned by the face check'),
};

/** Another contract signed by the same proof: the hash of what was displayed, and the marks. */
export const signedTogether = object({
  flowId,
  participantId,
  shown,
  signComponents: list(signComponent, { max: 500 }).means('签署指令', 'signing commands'),
});

const signerFields = { flowId, participantId: optional(participantId) };

/** Fields used up when signing is requested: preconditions, other contracts, and the proof. */
const askingFields = {
  fillComponents: optional(list(fillComponent)).means('填写的值', 'values to fill in'),
  authType: optional(authType),
  ...intentFields,
  shown: optional(shown),
  others: optional(list(signedTogether, { max: 20 })).means(
    '以同一认证一并签署的其他合同',
    'other contracts signed with the same proof',
  ),
};

/** Request of signContract. */
export const signContractInput = object({
  ...signerFields,
  signComponents: list(signComponent, { max: 500 }).means('签署指令', 'signing commands'),
  ...askingFields,
});

/** The act: the remaining fields of signContract. It is deferred as a whole if one of its seals requires approval. */
export const signAct = object(without(signContractInput.fields, { ...signerFields, ...askingFields }));
export type SignAct = Infer<typeof signAct>;
