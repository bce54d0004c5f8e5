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
    en: 'The signature has no valid byte range.',
  },
  BYTE_RANGE_COVERAGE: {
    effect: 'invalid',
    zh: '签名的覆盖范围不完整：除签名值外还有字节未被覆盖',
    en: 'The byte range of the signature omits bytes other than the signature value.',
  },
  REVISION_NOT_COVERED: {
    effect: 'invalid',
    zh: '签名没有覆盖到某次保存的结尾，或者其后的版本绕过了被签名的版本',
    en: 'The byte range does not end with a revision, or later revisions bypass the signed one.',
  },
  SIGNATURE_INCOMPLETE: {
    effect: 'invalid',
    zh: '签名字典缺少必要内容或无法读取',
    en: 'The signature dictionary lacks required entries or is unreadable.',
  },
  SIGNATURE_NOT_IN_FORM: {
    effect: 'remark',
    zh: '签名域未列入文件的表单，有的程序看不到这个签名',
    en: 'The signature field is not listed in the form, so some programs do not show the signature.',
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
    en: 'The signature value is not a readable CMS.',
  },
  CMS_SIGNERS: {
    effect: 'invalid',
    zh: '签名数据应恰有一个签名者',
    en: 'The CMS must have exactly one signer.',
  },
  CMS_CONTENT: {
    effect: 'invalid',
    zh: '签名数据声明的内容类型与文件不符',
    en: 'The CMS states a different type of content.',
  },
  SEAL_UNREADABLE: {
    effect: 'invalid',
    zh: '电子签章数据不符合 GB/T 38540 的结构，无法读取',
    en: 'The signature value is not a readable signature with an electronic seal (GB/T 38540).',
  },
  SEAL_ALTERED: {
    effect: 'invalid',
    zh: '印章数据与制章人的签名不符：印章被改动过，或者不是由该制章人制作的',
    en: 'The seal does not match the signature of its maker: it was altered, or made by somebody else.',
  },
  SEAL_SIGNER_NOT_LISTED: {
    effect: 'invalid',
    zh: '签章人的证书不在印章许可的签章人之列',
    en: 'The seal does not name the certificate of the signer among those that may use it.',
  },
  SEAL_NOT_VALID_THEN: {
    effect: 'invalid',
    zh: '签章时间不在印章的有效期内',
    en: 'The time of sealing is outside the validity of the seal.',
  },
  SEAL_VERSION: {
    effect: 'indeterminate',
    zh: '电子印章的版本不受支持，只能验证第 4 版（GB/T 38540—2020）',
    en: 'The version of the electronic seal is not supported; version 4 is (GB/T 38540-2020).',
  },
  SEAL_MAKER_UNTRUSTED: {
    effect: 'indeterminate',
    zh: '制章人的证书没有通向受信任的根证书，或者在制作印章时无效',
    en: 'The certificate of the seal’s maker does not chain to a trusted authority, or was not valid when the seal was made.',
  },
  DIGEST_MISMATCH: {
    effect: 'invalid',
    zh: '签名后文件被改动：摘要不一致',
    en: 'The signed bytes were changed: the digest does not match.',
  },
  SIGNATURE_VALUE_WRONG: {
    effect: 'invalid',
    zh: '签名值与签名证书不匹配',
    en: 'The signature value was not made with the key of the certificate.',
  },
  KEY_PROVES_NOTHING: {
    effect: 'invalid',
    zh: '证书的公钥参数使任何人都能伪造其签名，此签名不能证明任何事',
    en: 'Anyone can forge signatures of the certified key, so the signature proves nothing.',
  },
  SIGNING_CERTIFICATE_MISMATCH: {
    effect: 'invalid',
    zh: '签名属性所指的证书不是所附的证书',
    en: 'The signed attribute identifies a certificate other than the enclosed one.',
  },
  FORBIDDEN_CHANGE: {
    effect: 'invalid',
    zh: '签名之后文件被做了不允许的修改',
    en: 'The document was changed after signing in a way that is not permitted.',
  },
  CERTIFICATE_REVOKED: {
    effect: 'invalid',
    zh: '证书在签名时已被吊销',
    en: 'A certificate was revoked at the time of the signature.',
  },
  SIGNATURE_UNREACHABLE: {
    effect: 'invalid',
    zh: '文件中有签名的字节，但文件结构并不通向它',
    en: 'The file contains a signature that its structure does not refer to.',
  },
  UNCLEAR_CHANGE: {
    effect: 'indeterminate',
    zh: '签名之后文件被做了修改，无法确定内容是否仍与签名时一致',
    en: 'The document was changed after signing, and it cannot be determined whether its meaning is unchanged.',
  },
  SIGNATURE_OUT_OF_REACH: {
    effect: 'indeterminate',
    zh: '文件已加密，其中的签名无法读取',
    en: 'The file is encrypted, and a signature in it cannot be read.',
  },
  STRUCTURE_AMBIGUOUS: {
    effect: 'indeterminate',
    zh: '文件的交叉引用自相矛盾，不同程序可能读出不同内容',
    en: 'The cross-references of the file are contradictory: programs may read different documents from it.',
  },
  STRUCTURE_UNREADABLE: {
    effect: 'indeterminate',
    zh: '文件结构损坏，不同程序可能读出不同内容',
    en: 'The structure of the file is damaged: programs may read different documents from it.',
  },
  REVISION_UNUSUAL: {
    effect: 'indeterminate',
    zh: '签名之后的一次保存写法不规范，不同程序可能读出不同内容',
    en: 'A revision after the signature is written in a way that programs may read differently',
  },
  LIMIT_REACHED: {
    effect: 'indeterminate',
    zh: '文件过于复杂，超出了检查的限度，未能检查完毕',
    en: 'The file is too complex: verification reached its limit before it was complete.',
  },
  RENDERING_DIFFERS: {
    effect: 'indeterminate',
    zh: '现在的文件与签署时的版本显示不同',
    en: 'The file is rendered differently from the version that was signed.',
  },
  RENDERING_UNFINISHED: {
    effect: 'indeterminate',
    zh: '未能完成显示比对，不能确认现在的文件与签署时的版本显示一致',
    en: 'The rendering comparison was not completed, so it is unknown whether the file still looks as it did when signed.',
  },
  ENCRYPTED: {
    effect: 'indeterminate',
    zh: '文件已加密，无法检查签名之后的修改',
    en: 'The file is encrypted, so later changes cannot be examined.',
  },
  TEXTS_ENCRYPTED: {
    effect: 'remark',
    zh: '文件已加密，签名中自述的时间、原因和地点无法读取',
    en: 'The file is encrypted: the time, reason and location that the signature states cannot be read.',
  },
  CERTIFICATE_MISSING: {
    effect: 'indeterminate',
    zh: '签名中没有签名者证书',
    en: 'The certificate of the signer is missing.',
  },
  SIGNING_CERTIFICATE_ABSENT: {
    effect: 'indeterminate',
    zh: '缺少 PAdES 要求的签名证书属性',
    en: 'The signing-certificate attribute required by PAdES is missing.',
  },
  CHAIN_UNTRUSTED: {
    effect: 'indeterminate',
    zh: '证书链没有通向受信任的根证书',
    en: 'The certificate does not chain to a trusted authority.',
  },
  CHAIN_CONSTRAINT: {
    effect: 'indeterminate',
    zh: '证书链违反了证书自身的限制',
    en: 'The chain violates a constraint of one of its certificates.',
  },
  CERTIFICATE_EXPIRED: {
    effect: 'indeterminate',
    zh: '证书已过期，且没有可信时间证明签名早于过期时间',
    en: 'A certificate has expired, and no trusted time proves that the signature was made before.',
  },
  CERTIFICATE_NOT_YET_VALID: {
    effect: 'indeterminate',
    zh: '证书在签名时尚未生效',
    en: 'A certificate was not yet valid at the time of the signature.',
  },
  KEY_USAGE: {
    effect: 'indeterminate',
    zh: '证书的用途不包括签署文件',
    en: 'The certificate is not intended for signing documents.',
  },
  ALGORITHM_UNSUPPORTED: {
    effect: 'indeterminate',
    zh: '无法验证所用的签名算法',
    en: 'The signature algorithm is not supported.',
  },
  ALGORITHM_WEAK: {
    effect: 'indeterminate',
    zh: '所用算法或密钥已不安全',
    en: 'The algorithm or key is no longer secure.',
  },
  SUBFILTER_UNSUPPORTED: {
    effect: 'indeterminate',
    zh: '无法验证这种签名格式',
    en: 'The signature format is not supported.',
  },
  TIMESTAMP_FUTURE: {
    effect: 'remark',
    zh: '时间戳的时间尚未到来，未被采信',
    en: 'The time of the timestamp is in the future; the timestamp was not relied on.',
  },
  TIMESTAMP_WEAK: {
    effect: 'remark',
    zh: '时间戳所用算法或密钥已不安全，未被采信',
    en: 'The algorithm or key of the timestamp is no longer secure; the timestamp was not relied on.',
  },
  TIMESTAMP_INVALID: {
    effect: 'remark',
    zh: '时间戳无效，未被采信',
    en: 'The timestamp is invalid and was not relied on.',
  },
  TIMESTAMP_UNTRUSTED: {
    effect: 'remark',
    zh: '时间戳机构不受信任，未被采信',
    en: 'The timestamp authority is not trusted, so its time was not relied on.',
  },
  REVOCATION_UNKNOWN: {
    effect: 'remark',
    zh: '文件中没有证明证书未被吊销的数据',
    en: 'The file contains no proof that the certificate was not revoked.',
  },
  CERTIFICATE_REVOKED_LATER: {
    effect: 'remark',
    zh: '证书在签名之后被吊销，不影响此签名',
    en: 'The certificate was revoked after signing, which does not affect the signature.',
  },
  KEY_EXPONENT_SMALL: {
    effect: 'remark',
    zh: 'RSA 公钥指数小于通行标准的要求',
    en: 'The exponent of the RSA key is smaller than the standards require.',
  },
  SIGNED_ATTRIBUTES_ORDER: {
    effect: 'remark',
    zh: '签名属性没有按标准排序，有的程序会认为签名有误',
    en: 'The signed attributes are not in the required order: some programs reject the signature.',
  },
  SIGNED_ATTRIBUTE_REPEATED: {
    effect: 'remark',
    zh: '签名中有一个重复出现的属性，本服务不解读其含义',
    en: 'A signed attribute occurs more than once; it was not interpreted.',
  },
  SIGNING_TIME_ATTRIBUTE: {
    effect: 'remark',
    zh: '签名属性中含有 PAdES 不允许的签名时间',
    en: 'The CMS contains a signing time, which PAdES permits only in the signature dictionary.',
  },
  FIELDS_FILLED_LATER: {
    effect: 'remark',
    zh: '签名之后填写了表单域',
    en: 'Form fields were filled in after signing.',
  },
  METADATA_CHANGED_LATER: {
    effect: 'remark',
    zh: '签名之后文件属性（元数据）有变化',
    en: 'The document properties (metadata) were changed after signing.',
  },
  LAYERS_HIDDEN: {
    effect: 'remark',
    zh: '签名时文件已含有默认隐藏或按条件显示的图层，不同程序、屏幕与打印显示的内容可能不同',
    en: 'The signed document has layers that are initially hidden or shown conditionally: content may differ between programs, and between screen and print.',
  },
  READERS_DRAW_FIELDS: {
    effect: 'remark',
    zh: '签名时文件要求阅读程序自行绘制表单域，显示的内容可能因程序而异',
    en: 'The signed document leaves drawing its form fields to programs: their appearance may differ between programs.',
  },
  PICTURE_ALTERNATES: {
    effect: 'remark',
    zh: '签名时文件中的图片带有替代图片，打印时可能显示另一幅',
    en: 'An image in the signed document has alternates: print may show a different image than the screen.',
  },
  SIGNATURE_FIELD_HUGE: {
    effect: 'remark',
    zh: '签名时文件中有面积很大的空白签名域，之后的签名可以在其中显示内容',
    en: 'The signed document has a very large empty signature field, in which a later signature may display content.',
  },
  PAGE_COVERED_LATER: {
    effect: 'remark',
    zh: '后来的签名显示了不透明的图案，可能遮盖其下的页面内容，请对照签名时的版本',
    en: 'A later signature has light or opaque areas that may cover page content: compare the page with the signed revision.',
  },
  VALIDATION_DATA_REMOVED_LATER: {
    effect: 'remark',
    zh: '签名之后文件中的部分验证材料（证书或吊销信息）被移除',
    en: 'Validation data (certificates, revocation) was removed after signing.',
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
