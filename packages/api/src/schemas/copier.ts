/** Copiers, who receive a copy of the completed contract. */
import { PartyType } from '../enums.js';
import { type Infer, InvalidField, object, oneOf, optional, type Schema } from '../schema.js';
import { mobile, name, psnName } from './fields.js';

export const copierFields = object({
  copierType: oneOf(0, 1).means('0 个人，1 企业', '0: person; 1: enterprise'),
  psnAccount: optional(mobile()).means('抄送人手机号', "copier's mobile number"),
  psnName: optional(psnName),
  corpName: optional(name()).means('企业名称', 'name of the enterprise'),
});
export type GivenCopier = Infer<typeof copierFields>;

/** Requires a mobile number for a person, and a name for an enterprise. */
export function reachable<T extends GivenCopier>(fields: Schema<T>): Schema<T> {
  return {
    ...fields,
    read(value, path, reading) {
      const given = fields.read(value, path, reading);
      const field = given.copierType === PartyType.person ? 'psnAccount' : 'corpName';
      if ((given[field] ?? null) === null) throw new InvalidField(`${path}.${field}`, { kind: 'missing' });
      return given;
    },
  };
}

/** Element of copierList in templates and starts. */
export const givenCopier = reachable(copierFields);
