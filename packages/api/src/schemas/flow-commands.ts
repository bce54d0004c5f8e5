/** Shapes of what is done in a flow: marks, values, proofs. */
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
} from '../schema.js';
import { componentValue, specialAttributeFields } from './component.js';

/** What a mark of a signing command looks like; what is left out is taken from the control. */
export const markAttribute = object({
  ...specialAttributeFields,
  /** The remark's text (fieldType 1). */
  value: optional(text(0, 1000)),
  /** Handwriting as PNG, base64 or data URL (fieldType 1). */
  image: optional(text(0, 400_000)),
});
export type MarkAttribute = Infer<typeof markAttribute>;

/** fieldType 0 seal, 1 remark, 2 date alone. componentId 0 or null places freely; sealId 0 is the default seal. */
export const signComponent = object({
  componentId: nullable(idOrZero<'Component'>()),
  /** May be left out where the request names one participant for all commands. */
  participantId: optional(id<'Participant'>()),
  contractFileId: id<'File'>(),
  pageNum: int32(),
  positionX: number(),
  positionY: number(),
  fieldType: oneOf(0, 1, 2),
  sealId: idOrZero<'Seal'>(),
  specialAttribute: markAttribute,
});
export type SignCommand = Infer<typeof signComponent>;

export const fillComponent = object({
  componentId: id<'Component'>(),
  participantId: id<'Participant'>(),
  contractFileId: id<'File'>(),
  value: componentValue(),
});
export type FillCommand = Infer<typeof fillComponent>;

/** Proof of intent; which fields are needed depends on `authType`. */
export const intentFields = {
  verifyCode: optional(text(1, 20)),
  signPwd: optional(text(1, 20)),
  newPwd: optional(boolean()),
  code: optional(text(0, 500)),
  orderNo: optional(text(0, 200)),
  h5faceId: optional(text(0, 200)),
  newSign: optional(text(0, 500)),
  newSignature: optional(text(0, 500)),
};

/** Another contract that the sign page signs by the same proof: what was shown of it, and what is placed in it. */
export const signedTogether = object({
  flowId: id<'Flow'>(),
  participantId: id<'Participant'>(),
  shown: text(64, 64),
  signComponents: list(signComponent, { max: 500 }),
});
