/** The parts of the report about acts of signing and the signatures that they left in the files. */
import type { ReportBlock, ReportColumn, ReportFact } from '@cinnabar/pdf/report/report.js';
import type { JsonValue } from '../../../custody/canonical-json.js';
import { facts, heading, paragraph, tableOr } from './blocks.js';
import { certificatesOf, describeActor, describeEvent, intentOf, titleOf } from './evidence-events.js';
import type { EvidenceRecord, FileRecord, SignatureRecord } from './evidence-record.js';
import { type LocalizedRecord, localizedEvents } from './localized-events.js';
import { programName } from './report-about.js';
import { markBlocks } from './report-marks.js';
import { listWithin, textWithin } from './rules/evidence.js';
import type { Both, Say } from './say.js';

export function actBlocks(record: EvidenceRecord, say: Say): readonly ReportBlock[] {
  const acts = localizedEvents(record).filter(({ kind }) => kind === 'signed');
  const columns: readonly ReportColumn[] = [
    { header: say('文件', 'File'), share: 0.24 },
    { header: say('签署前（SHA-256）', 'Before (SHA-256)'), share: 0.38 },
    { header: say('签署后（SHA-256）', 'After (SHA-256)'), share: 0.38 },
  ];
  return [
    heading(say('三、签署记录', '3  Acts of signing')),
    ...(acts.length === 0 ? [paragraph(say('尚无签署。', 'Nobody has signed yet.'))] : []),
    ...acts.flatMap((act, index): readonly ReportBlock[] => [
      actFacts(record, act, index + 1, say),
      { kind: 'table', columns, rows: listWithin(act.detail, 'files').map((file) => actRow(record, file)) },
      ...markBlocks(record, act, say),
    ]),
  ];
}

/** Content that the signer confirmed, and who is responsible for its display. */
function intentFacts({ intents }: EvidenceRecord, act: LocalizedRecord, say: Say): readonly ReportFact[] {
  const intent = intents.find(({ sequence }) => sequence === act.sequence);
  // Acts of earlier versions name only a hash of the texts.
  if (intent === undefined) {
    return [[say('所签文本摘要', 'Hash of the texts'), textWithin(act.detail, 'intent', 'textHash')]];
  }
  const { applicationOf, application, uncoveredAttachments: uncovered } = intent;
  const shown = {
    page: say('本平台签署页向签署人展示', 'our own page showed it to the signer'),
    application: say(
      `由${applicationOf}的应用 ${application} 声称`,
      `claimed by application ${application} of ${applicationOf}`,
    ),
    accessSession: say(
      '在应用为成员打开的会话中确认',
      'confirmed in a session that an application opened for the member',
    ),
  }[intent.shownBy];
  const covers = {
    text: say('合同内容，以及不增加文字的印章与日期', 'the contract, with seals and dates that add no words'),
    commands: say('合同内容，以及本次签署的全部标记', 'the contract, and every mark of this act'),
  }[intent.scope];
  return [
    [say('展示方式', 'Shown by'), shown],
    [say('意愿范围', 'Covers'), covers],
    [say('意愿摘要', 'Digest of the terms'), intent.digest],
    [
      say('未涵盖', 'Not covered'),
      uncovered === 0 ? '' : say(`其后补充的附件 ${uncovered} 份`, `${uncovered} attachments added since`),
    ],
  ];
}

function actFacts(record: EvidenceRecord, act: LocalizedRecord, number: number, say: Say): ReportBlock {
  const { detail } = act;
  const signer = textWithin(detail, 'signer');
  const confirmed = textWithin(detail, 'intent', 'confirmed');
  return facts(
    [
      [say('签署时间', 'Signed'), say.time(act.time)],
      [
        say('意愿认证', 'Will confirmed'),
        [intentOf(detail, say), say.time(confirmed)].filter((word) => word !== '').join(say('，', ', ')),
      ],
      [say('签署密码', 'Password'), passwordWords(detail, say)],
      ...intentFacts(record, act, say),
      [say('用印审批', 'Approval'), textWithin(detail, 'approval', 'approvalId')],
      [say('证书序列号', 'Certificate'), certificatesOf(detail, say)],
      [say('操作者与来源', 'Acted, from'), describeActor(act, say)],
    ],
    say(`第 ${number} 次签署：${signer}`, `Act ${number}: ${signer}`),
  );
}

/** Who set the password of a membership: an application that did is responsible for its use. */
function passwordWords(detail: LocalizedRecord['detail'], say: Say): string {
  const setBy = textWithin(detail, 'intent', 'password', 'setBy');
  const at = say.time(textWithin(detail, 'intent', 'password', 'at'));
  if (setBy === '') return '';
  if (setBy === 'page') return say(`由本人于 ${at} 在页面上设置`, `set by the member on a page, ${at}`);
  if (setBy === 'platform') return say(`由平台于 ${at} 设置`, `set by the platform, ${at}`);
  return say(`由应用 ${setBy} 于 ${at} 设置`, `set by application ${setBy}, ${at}`);
}

function actRow({ files }: EvidenceRecord, file: JsonValue): readonly string[] {
  const fileId = textWithin(file, 'fileId');
  const fileName = files.find((each) => String(each.fileId) === fileId)?.fileName ?? fileId;
  return [fileName, textWithin(file, 'before'), textWithin(file, 'after')];
}

export function signatureBlocks(record: EvidenceRecord, say: Say): readonly ReportBlock[] {
  const { files } = record;
  return [
    heading(
      say('四、文件中的数字签名、证书与时间戳', '4  Signatures in the files, certificates, timestamps'),
    ),
    paragraph(
      say(
        `以下由 ${programName(record)} 对所存文件逐一验证得出，并非抄录自记录；其他验证程序的使用见第九节。`,
        `What follows is what ${programName(record)} found in the stored files, not what was noted when they were signed; section 9 names other programs.`,
      ),
    ),
    ...files.flatMap((file): readonly ReportBlock[] => [
      facts(
        [
          [say('文件结论', 'Verdict on the file'), fileVerdict(file, say)],
          [
            say('签后变更规则', 'Rules for changes'),
            file.policy === null ? '' : say.of(policyWords[file.policy]),
          ],
        ],
        file.fileName,
      ),
      ...file.signatures.map((signature) => signatureFacts(signature, say)),
    ]),
  ];
}

const verdictWords: Readonly<Record<NonNullable<FileRecord['verdict']>, Both>> = {
  valid: ['有效', 'valid'],
  valid_with_remarks: ['有效，有备注', 'valid, with remarks'],
  indeterminate: ['无法确定', 'cannot be decided'],
  invalid: ['无效', 'invalid'],
  unsigned: ['尚无签名', 'no signature'],
};

/** Changes that the verifier permits after a signature. */
const policyWords: Readonly<Record<NonNullable<FileRecord['policy']>, Both>> = {
  default: [
    'default：后续签名、表单填写、验证数据与时间戳',
    'default: further signatures, filling in of fields, validation data and timestamps',
  ],
  strict: [
    'strict：仅后续签名、验证数据与时间戳',
    'strict: further signatures, validation data and timestamps alone',
  ],
};

export function fileVerdict({ verdict }: FileRecord, say: Say): string {
  return verdict === null ? say('文件无法读取', 'the file cannot be read') : say.of(verdictWords[verdict]);
}

/** The key of a certificate, as the verifier names it. */
function keyWords(algorithm: string, say: Say): string {
  return algorithm === 'sm2' ? say('国密 SM2（SM3 摘要）', 'SM2 with SM3') : algorithm;
}

function signatureFacts(signature: SignatureRecord, say: Say): ReportBlock {
  const { certificate, kind, level, provenTime, timestampAuthority } = signature;
  const proven = say.time(provenTime);
  const verdict = say.of(verdictWords[signature.verdict]);
  const kindWords = kind === 'timestamp' ? say('文档时间戳', 'Document timestamp') : say('签名', 'Signature');
  const name = say(
    `${signature.signerName}（第 ${signature.revision} 版）`,
    `${signature.signerName} (revision ${signature.revision})`,
  );
  return facts(
    [
      [say('结论', 'Verdict'), verdict],
      [say('备注', 'Remarks'), [...new Set(signature.remarks.map(({ zh, en }) => say(zh, en)))].join('\n')],
      [say('级别', 'Level'), level === null ? '' : `PAdES ${level}`],
      [say('电子印章', 'Electronic seal'), sealWords(signature, say)],
      [say('声明时间', 'Claimed time'), say.time(signature.claimedTime)],
      [
        say('可信时间', 'Proven time'),
        timestampAuthority === null || proven === ''
          ? proven
          : say(`${proven}，${timestampAuthority}`, `${proven}, by ${timestampAuthority}`),
      ],
      [say('证书持有者', 'Certificate of'), certificate?.subject ?? ''],
      [say('颁发者', 'Issued by'), certificate?.issuer ?? ''],
      [say('证书序列号', 'Number'), certificate?.serialNumber ?? ''],
      [
        say('证书有效期', 'Valid'),
        certificate === null
          ? ''
          : `${say.time(certificate.notBefore)} ${say('至', 'to')} ${say.time(certificate.notAfter)}`,
      ],
      [say('密钥算法', 'Key'), certificate === null ? '' : keyWords(certificate.algorithm, say)],
      [say('证书指纹', 'Fingerprint'), certificate?.fingerprint ?? ''],
    ],
    [kindWords, name].join(say('：', ': ')),
  );
}

function sealWords({ seal }: SignatureRecord, say: Say): string {
  if (seal === null) return '';
  const validity = `${say.time(seal.validFrom)} ${say('至', 'to')} ${say.time(seal.validUntil)}`;
  return say(
    `${seal.name}，编码 ${seal.sealCode}，由 ${seal.maker} 制作，有效期 ${validity}（GB/T 38540）`,
    `${seal.name}, code ${seal.sealCode}, made by ${seal.maker}, valid ${validity} (GB/T 38540)`,
  );
}

const OTHER_PROOFS: ReadonlySet<string> = new Set([
  'consented',
  'approvalOpened',
  'approvalFinished',
  'paid',
  'feePaid',
  'refunded',
  'attachmentAdded',
]);

/** Consents, approvals and payments: the events other than filling and signing. */
export function otherBlocks(record: EvidenceRecord, say: Say): readonly ReportBlock[] {
  const rows = localizedEvents(record)
    .filter(({ kind }) => OTHER_PROOFS.has(kind))
    .map((event) => [
      say.time(event.time),
      [titleOf(event.kind, say), describeEvent(event, say)].filter((line) => line !== '').join('\n'),
      describeActor(event, say),
    ]);
  return [
    heading(say('五、同意、审批与付款', '5  Consents, approvals and payments')),
    tableOr(
      say('没有此类记录。', 'There were none.'),
      [
        { header: say('时间', 'Time'), share: 0.22 },
        { header: say('事项', 'What'), share: 0.46 },
        { header: say('操作者与来源', 'Who, from where'), share: 0.32 },
      ],
      rows,
    ),
  ];
}
