import { invalidField, type Refusal, refuse, type Words } from '../../operation/refusal.js';
import { corpNameKey, isCreditCode } from '../enterprise/index.js';
import { readIdentity } from '../members/index.js';

/** Data given with the registration of an enterprise. */
export interface Registration {
  readonly corpName: string;
  readonly corpCode: string;
  readonly legalRepName: string;
  readonly legalRepIdentNo: string;
  /** Picture of the first seal; null if there is none yet. */
  readonly sealName: string | null;
  /** Required of anyone but the legal representative, who is then asked by a link. */
  readonly legalRepMobile?: string | undefined;
}

/** In stored form, which is also the form for the registry. */
export interface ReadRegistration {
  readonly corpName: string;
  readonly corpCode: string;
  readonly legalRepName: string;
  readonly legalRepIdentNo: string;
}

/**
 * @param named the name in the flow, '' if it leaves the enterprise open
 * @throws Refusal 400 naming the field, AUTH_INFO_INVALID
 */
export function readRegistration(given: Registration, named: string): ReadRegistration {
  const corpName = given.corpName.normalize('NFC').trim();
  if (corpNameKey(corpName) === '' || /[\p{Cc}\p{Cf}]/u.test(corpName)) {
    throw invalidField('corpName', { zh: '含有不可见字符', en: 'has invisible characters' });
  }
  if (named.trim() !== '' && corpNameKey(named) !== corpNameKey(corpName)) {
    throw invalidField('corpName', {
      zh: '与合同中的企业名称不一致',
      en: 'is not the enterprise that the contract names',
    });
  }
  const corpCode = given.corpCode.trim().toUpperCase();
  if (!isCreditCode(corpCode)) {
    throw invalidField('corpCode', {
      zh: '不是有效的统一社会信用代码',
      en: 'is not a unified social credit code',
    });
  }
  const legal = readIdentity({ realName: given.legalRepName, identNum: given.legalRepIdentNo });
  if (legal === null) throw refuse('AUTH_INFO_INVALID');
  return { corpName, corpCode, legalRepName: legal.realName, legalRepIdentNo: legal.identNum };
}

const takenWords: Readonly<Record<'corpName' | 'corpCode', Words>> = {
  corpName: { zh: '该企业已注册，请申请加入', en: 'is registered already: ask to join it' },
  corpCode: { zh: '该信用代码已被注册', en: 'is registered already' },
};

export function taken(field: 'corpName' | 'corpCode'): Refusal {
  return invalidField(field, takenWords[field]);
}
