import { faultDetail, STRUCTURE_RULES, type StructureFault } from './structure-fault.js';

/** Reasons against a signature, with their effect (modelled on EN 319 102-1, clause 5.1.3). */

/**
 * `invalid`: proven wrong. `indeterminate`: cannot be decided with the available data. `remark`: valid, but worth
 * reporting.
 */
export type Effect = 'invalid' | 'indeterminate' | 'remark';

interface Reason {
  readonly effect: Effect;
  readonly zh: string;
  readonly en: string;
}

export const REASONS = {
  BYTE_RANGE_INVALID: {
    effect: 'invalid',
    zh: '签名没有写明有效的覆盖范围',
    en: 'The signature does not name a proper range of bytes that it covers.',
  },
  BYTE_RANGE_COVERAGE: {
    effect: 'invalid',
    zh: '签名的覆盖范围不完整：除签名值外还有字节未被覆盖',
    en: 'Bytes other than the signature value are left out of the range that the signature covers.',
  },
  REVISION_NOT_COVERED: {
    effect: 'invalid',
    zh: '签名没有覆盖到某次保存的结尾，或者其后的版本绕过了被签名的版本',
    en: 'The signature does not end with a saved revision, or later revisions bypass the one that was signed.',
  },
  SIGNATURE_INCOMPLETE: {
    effect: 'invalid',
    zh: '签名字典缺少必要内容或无法读取',
    en: 'The signature dictionary lacks what it must have, or cannot be read.',
  },
  SIGNATURE_NOT_IN_FORM: {
    effect: 'remark',
    zh: '签名域未列入文件的表单，有的程序看不到这个签名',
    en: 'The field of the signature is not listed in the form of the file: some programs do not see the signature.',
  },
  SIGNATURE_DUPLICATED: {
    effect: 'invalid',
    zh: '多个签名域共用同一个签名值',
    en: 'Several fields share one signature value.',
  },
  SIGNATURE_REMOVED: {
    effect: 'invalid',
    zh: '此签名在后来的版本中被移除或替换',
    en: 'The signature was removed or replaced in a later revision.',
  },
  CMS_UNREADABLE: {
    effect: 'invalid',
    zh: '签名数据（CMS）无法读取',
    en: 'The signature value is no readable CMS.',
  },
  CMS_SIGNERS: {
    effect: 'invalid',
    zh: '签名数据应恰有一个签名者',
    en: 'The CMS must have exactly one signer.',
  },
  CMS_CONTENT: {
    effect: 'invalid',
    zh: '签名数据声明的内容类型与文件不符',
    en: 'The CMS says that it signs another type of content.',
  },
  DIGEST_MISMATCH: {
    effect: 'invalid',
    zh: '签名后文件被改动：摘要不一致',
    en: 'The signed bytes were changed: the digest differs.',
  },
  SIGNATURE_VALUE_WRONG: {
    effect: 'invalid',
    zh: '签名值与签名证书不匹配',
    en: 'The signature value was not made with the key of the certificate.',
  },
  KEY_PROVES_NOTHING: {
    effect: 'invalid',
    zh: '证书的公钥参数使任何人都能伪造其签名，此签名不能证明任何事',
    en: 'Anybody can sign for the key of the certificate, so the signature proves nothing.',
  },
  SIGNING_CERTIFICATE_MISMATCH: {
    effect: 'invalid',
    zh: '签名属性所指的证书不是所附的证书',
    en: 'The signed attribute names another certificate than the one that is enclosed.',
  },
  FORBIDDEN_CHANGE: {
    effect: 'invalid',
    zh: '签名之后文件被做了不允许的修改',
    en: 'After the signature the document was changed in a way that is not allowed.',
  },
  CERTIFICATE_REVOKED: {
    effect: 'invalid',
    zh: '证书在签名时已被吊销',
    en: 'A certificate was revoked at the time of the signature.',
  },
  SIGNATURE_UNREACHABLE: {
    effect: 'invalid',
    zh: '文件中有签名的字节，但文件结构并不通向它',
    en: 'The file holds the bytes of a signature, but its structure does not lead to it.',
  },
  UNCLEAR_CHANGE: {
    effect: 'indeterminate',
    zh: '签名之后文件被做了修改，无法确定内容是否仍与签名时一致',
    en: 'After the signature the document was changed, and it cannot be told whether it still says the same.',
  },
  SIGNATURE_OUT_OF_REACH: {
    effect: 'indeterminate',
    zh: '文件已加密，其中的签名无法读取',
    en: 'The file is encrypted, and a signature in it cannot be reached.',
  },
  STRUCTURE_AMBIGUOUS: {
    effect: 'indeterminate',
    zh: '文件的交叉引用自相矛盾，不同程序可能读出不同内容',
    en: 'The cross-references of the file contradict themselves: programs may read different documents in it.',
  },
  STRUCTURE_UNREADABLE: {
    effect: 'indeterminate',
    zh: '文件结构损坏，不同程序可能读出不同内容',
    en: 'The structure of the file is damaged: programs may read different documents in it.',
  },
  REVISION_UNUSUAL: {
    effect: 'indeterminate',
    zh: '签名之后的一次保存写法不规范，不同程序可能读出不同内容',
    en: 'A save after the signature is not written in the one way that all programs read alike',
  },
  LIMIT_REACHED: {
    effect: 'indeterminate',
    zh: '文件过于复杂，超出了检查的限度，未能检查完毕',
    en: 'The file is too complex: the examination reached its limit before it was complete.',
  },
  RENDERING_DIFFERS: {
    effect: 'indeterminate',
    zh: '现在的文件与签署时的版本显示不同',
    en: 'The file is rendered differently from the version that was signed.',
  },
  RENDERING_UNFINISHED: {
    effect: 'indeterminate',
    zh: '未能完成显示比对，不能确认现在的文件与签署时的版本显示一致',
    en: 'The rendered pages were not compared completely, so it is not known whether the file still looks as it was signed.',
  },
  ENCRYPTED: {
    effect: 'indeterminate',
    zh: '文件已加密，无法检查签名之后的修改',
    en: 'The file is encrypted, so that later changes cannot be examined.',
  },
  TEXTS_ENCRYPTED: {
    effect: 'remark',
    zh: '文件已加密，签名中自述的时间、原因和地点无法读取',
    en: 'The file is encrypted: the time, reason and location that the signature states cannot be read.',
  },
  CERTIFICATE_MISSING: {
    effect: 'indeterminate',
    zh: '签名中没有签名者证书',
    en: 'The certificate of the signer is not enclosed.',
  },
  SIGNING_CERTIFICATE_ABSENT: {
    effect: 'indeterminate',
    zh: '缺少 PAdES 要求的签名证书属性',
    en: 'The signing-certificate attribute that PAdES demands is missing.',
  },
  CHAIN_UNTRUSTED: {
    effect: 'indeterminate',
    zh: '证书链没有通向受信任的根证书',
    en: 'The certificate does not lead to an authority that is trusted here.',
  },
  CHAIN_CONSTRAINT: {
    effect: 'indeterminate',
    zh: '证书链违反了证书自身的限制',
    en: 'The chain breaks a constraint that one of its certificates sets.',
  },
  CERTIFICATE_EXPIRED: {
    effect: 'indeterminate',
    zh: '证书已过期，且没有可信时间证明签名早于过期时间',
    en: 'A certificate has expired, and no trusted time proves that the signature is older.',
  },
  CERTIFICATE_NOT_YET_VALID: {
    effect: 'indeterminate',
    zh: '证书在签名时尚未生效',
    en: 'A certificate was not yet valid at the time of the signature.',
  },
  KEY_USAGE: {
    effect: 'indeterminate',
    zh: '证书的用途不包括签署文件',
    en: 'The certificate is not meant for signing documents.',
  },
  ALGORITHM_UNSUPPORTED: {
    effect: 'indeterminate',
    zh: '无法验证所用的签名算法',
    en: 'The algorithm of the signature cannot be verified here.',
  },
  ALGORITHM_WEAK: {
    effect: 'indeterminate',
    zh: '所用算法或密钥已不安全',
    en: 'The algorithm or key is no longer safe.',
  },
  SUBFILTER_UNSUPPORTED: {
    effect: 'indeterminate',
    zh: '无法验证这种签名格式',
    en: 'This format of signatures cannot be verified here.',
  },
  TIMESTAMP_FUTURE: {
    effect: 'remark',
    zh: '时间戳的时间尚未到来，未被采信',
    en: 'The timestamp states a time that has not come yet and was not relied on.',
  },
  TIMESTAMP_WEAK: {
    effect: 'remark',
    zh: '时间戳所用算法或密钥已不安全，未被采信',
    en: 'The timestamp was made with an algorithm or key that is no longer safe and was not relied on.',
  },
  TIMESTAMP_INVALID: {
    effect: 'remark',
    zh: '时间戳无效，未被采信',
    en: 'The timestamp is wrong and was not relied on.',
  },
  TIMESTAMP_UNTRUSTED: {
    effect: 'remark',
    zh: '时间戳机构不受信任，未被采信',
    en: 'The timestamp authority is not trusted here, so its time was not relied on.',
  },
  REVOCATION_UNKNOWN: {
    effect: 'remark',
    zh: '文件中没有证明证书未被吊销的数据',
    en: 'The file holds nothing that proves that the certificate was not revoked.',
  },
  CERTIFICATE_REVOKED_LATER: {
    effect: 'remark',
    zh: '证书在签名之后被吊销，不影响此签名',
    en: 'The certificate was revoked after the signature, which stays good.',
  },
  KEY_EXPONENT_SMALL: {
    effect: 'remark',
    zh: 'RSA 公钥指数小于通行标准的要求',
    en: 'The exponent of the RSA key is smaller than the standards ask for.',
  },
  SIGNED_ATTRIBUTES_ORDER: {
    effect: 'remark',
    zh: '签名属性没有按标准排序，有的程序会认为签名有误',
    en: 'The signed attributes do not stand in the order of the standard: some programs take the signature for wrong.',
  },
  SIGNED_ATTRIBUTE_REPEATED: {
    effect: 'remark',
    zh: '签名中有一个重复出现的属性，本服务不解读其含义',
    en: 'A signed attribute occurs more than once; what it means is not read here.',
  },
  SIGNING_TIME_ATTRIBUTE: {
    effect: 'remark',
    zh: '签名属性中含有 PAdES 不允许的签名时间',
    en: 'The CMS carries a signing time, which PAdES wants in the dictionary only.',
  },
  FIELDS_FILLED_LATER: {
    effect: 'remark',
    zh: '签名之后填写了表单域',
    en: 'Form fields were filled in after the signature.',
  },
  METADATA_CHANGED_LATER: {
    effect: 'remark',
    zh: '签名之后文件属性（元数据）有变化',
    en: 'The properties of the file (metadata) were changed after the signature.',
  },
  LAYERS_HIDDEN: {
    effect: 'remark',
    zh: '签名时文件已含有默认隐藏或按条件显示的图层，不同程序、屏幕与打印显示的内容可能不同',
    en: 'The signed document has layers that are hidden at first or shown on conditions: programs, screen and print may show different content.',
  },
  READERS_DRAW_FIELDS: {
    effect: 'remark',
    zh: '签名时文件要求阅读程序自行绘制表单域，显示的内容可能因程序而异',
    en: 'The signed document has programs draw its form fields themselves: they may look different from one to the other.',
  },
  PICTURE_ALTERNATES: {
    effect: 'remark',
    zh: '签名时文件中的图片带有替代图片，打印时可能显示另一幅',
    en: 'A picture of the signed document has alternates: print may show another one than the screen.',
  },
  SIGNATURE_FIELD_HUGE: {
    effect: 'remark',
    zh: '签名时文件中有面积很大的空白签名域，之后的签名可以在其中显示内容',
    en: 'The signed document has a very large empty signature field, in which a later signature may show something.',
  },
  PAGE_COVERED_LATER: {
    effect: 'remark',
    zh: '后来的签名显示了不透明的图案，可能遮盖其下的页面内容，请对照签名时的版本',
    en: 'A later signature shows light or opaque areas, which may cover what stands below them: compare the page with the signed revision.',
  },
  VALIDATION_DATA_REMOVED_LATER: {
    effect: 'remark',
    zh: '签名之后文件中的部分验证材料（证书或吊销信息）被移除',
    en: 'Validation data (certificates, revocation) that the file had was removed after the signature.',
  },
} as const satisfies Readonly<Record<string, Reason>>;

export type ReasonCode = keyof typeof REASONS;

export interface Problem {
  readonly code: ReasonCode;
  readonly effect: Effect;
  /** Details, such as the change or the certificate; '' if the code is sufficient. */
  readonly detail: string;
  readonly text: { readonly zh: string; readonly en: string };
}

export function problem(code: ReasonCode, detail = ''): Problem {
  const { effect, zh, en } = REASONS[code];
  return { code, effect, detail, text: { zh, en } };
}

/** A reason for a violated structure rule, with its description as the detail. */
export function structureProblem(code: ReasonCode, fault: StructureFault): Problem {
  const { effect, zh, en } = REASONS[code];
  const rule = STRUCTURE_RULES[fault.rule];
  const text = { zh: `${zh}：${rule.zh}`, en: `${en.replace(/\.$/, '')}: ${rule.en}.` };
  return { code, effect, detail: faultDetail(fault), text };
}

export type Verdict = 'valid' | 'valid_with_remarks' | 'indeterminate' | 'invalid';

/** The most severe problem determines the verdict. */
export function verdictOf(problems: readonly Problem[]): Verdict {
  const has = (effect: Effect): boolean => problems.some((found) => found.effect === effect);
  if (has('invalid')) return 'invalid';
  if (has('indeterminate')) return 'indeterminate';
  return has('remark') ? 'valid_with_remarks' : 'valid';
}
