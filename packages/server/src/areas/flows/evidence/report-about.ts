/** The parts of the report about the contract, its parties and its files. */
import type { ReportBlock } from '@cinnabar/pdf/report/report.js';
import { facts, heading, tableOr } from './blocks.js';
import { amountWords } from './evidence-events.js';
import type {
  ContractRecord,
  EvidenceRecord,
  FileRecord,
  IdentityRecord,
  PartyRecord,
} from './evidence-record.js';
import { type LocalizedRecord, localizedEvents } from './localized-events.js';
import type { PagePicture } from './page-pictures.js';
import { signedPageBlocks } from './report-signed-pages.js';
import { textWithin } from './rules/evidence.js';
import type { Both, Say } from './say.js';

export const statusWords: Readonly<Record<ContractRecord['status'], Both>> = {
  0: ['草稿', 'draft'],
  1: ['填写中', 'being filled in'],
  2: ['签署中', 'being signed'],
  3: ['已完成', 'completed'],
  4: ['已撤销', 'revoked'],
  5: ['已过期', 'expired'],
  6: ['已拒签', 'refused'],
};

/** Program that made and checked the report, with its version. */
export function programName({ verifier }: Pick<EvidenceRecord, 'verifier'>): string {
  return `${verifier.program} ${verifier.version}`;
}

export function contractFacts({ contract, madeAt }: EvidenceRecord, say: Say): ReportBlock {
  return facts([
    [say('合同名称', 'Contract'), contract.title],
    [say('合同编码', 'Code'), contract.flowCode],
    [say('合同编号', 'Number'), String(contract.flowId)],
    [say('合同状态', 'State'), say.of(statusWords[contract.status])],
    [say('终止原因', 'Reason of its end'), contract.endReason ?? ''],
    [say('发起企业', 'Initiated by'), contract.corpName],
    [say('发起人', 'Initiator'), contract.initiatorName],
    [say('发起时间', 'Started'), say.time(contract.startTime)],
    [say('完成时间', 'Completed'), say.time(contract.finishTime)],
    [say('截止时间', 'Deadline'), say.time(contract.deadline)],
    [say('报告生成时间', 'Report made'), say.time(madeAt)],
  ]);
}

/** Summary of the parties, for the cover. */
export function partySummary({ parties }: EvidenceRecord, say: Say): readonly ReportBlock[] {
  if (parties.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: [
        { header: say('参与方', 'Party'), share: 0.16 },
        { header: say('名称', 'Name'), share: 0.42 },
        { header: say('经办人', 'Acting person'), share: 0.2 },
        { header: say('签署时间', 'Signed'), share: 0.22 },
      ],
      rows: parties.map((party) => [
        party.participantFlag,
        nameOf(party),
        party.type === 'enterprise' ? party.psnName : '',
        party.signTime === null ? '—' : say.time(party.signTime),
      ]),
    },
  ];
}

/** Summary of the files, for the cover. */
export function fileSummary({ files }: EvidenceRecord, say: Say): readonly ReportBlock[] {
  if (files.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: [
        { header: say('合同文件', 'File'), share: 0.34 },
        { header: say('页数', 'Pages'), share: 0.1 },
        { header: say('当前文件摘要', 'Hash of the file as it is now'), share: 0.56 },
      ],
      rows: files.map(({ fileName, pages, currentHash }) => [fileName, String(pages), currentHash]),
    },
  ];
}

function nameOf({ type, corpName, psnName }: PartyRecord): string {
  return type === 'enterprise' ? corpName : psnName;
}

export function partyBlocks({ parties }: EvidenceRecord, say: Say): readonly ReportBlock[] {
  return [
    heading(say('一、参与方及身份', '1  Parties and how each was identified')),
    ...parties.map((party) => partyFacts(party, say)),
  ];
}

function partyFacts(party: PartyRecord, say: Say): ReportBlock {
  const isEnterprise = party.type === 'enterprise';
  const tasks = [party.fills ? say('填写', 'fills in') : '', party.signs ? say('签署', 'signs') : ''].filter(
    (task) => task !== '',
  );
  const flag = party.participantFlag;
  return facts(
    [
      [say('任务', 'Tasks'), tasks.join(say('、', ', '))],
      [say('统一社会信用代码', 'Credit code'), party.corpCode],
      [
        say('企业认证', 'Enterprise verified'),
        party.corpStatus === null ? '' : say.of(corpWords[party.corpStatus]),
      ],
      [
        isEnterprise ? say('经办人', 'Acting person') : say('签署人', 'Signer'),
        say(`${party.psnName}（用户 ${party.userId}）`, `${party.psnName} (user ${party.userId})`),
      ],
      [say('手机号', 'Mobile'), party.mobile],
      [say('个人实名', 'Person verified'), personWords(party, say)],
      [
        say('应付金额', 'To be paid'),
        party.amountFen === null ? '' : amountWords(String(party.amountFen), say),
      ],
      [say('填写时间', 'Filled in'), say.time(party.draftTime)],
      [say('签署时间', 'Signed'), say.time(party.signTime)],
    ],
    say(`${flag}：${nameOf(party)}`, `${flag}: ${nameOf(party)}`),
  );
}

const corpWords: Readonly<Record<'identified' | 'unidentified' | 'invalid', Both>> = {
  identified: ['已认证', 'yes'],
  unidentified: ['未认证', 'no'],
  invalid: ['认证已失效', 'not any more'],
};

function personWords({ verifiedAt, identity }: PartyRecord, say: Say): string {
  if (identity !== null) return identityWords(identity, say);
  if (verifiedAt === null) return say('未实名', 'no');
  const time = say.time(verifiedAt);
  return say(
    `姓名与证件号码于 ${time} 由本人证明`,
    `name and ID document number proven by the person on ${time}`,
  );
}

function identityWords({ strength, since, by }: IdentityRecord, say: Say): string {
  const time = say.time(since);
  if (strength === 'asserted') {
    const application = by === null ? '' : say(`（应用 ${by}）`, ` (application ${by})`);
    return say(
      `由所代表的企业于 ${time} 填报${application}，未经本人证明`,
      `asserted by the enterprise that they act for on ${time}${application}, not proven by the person`,
    );
  }
  const known = by !== null && Object.hasOwn(proofWords, by) ? proofWords[by] : undefined;
  const way = known === undefined ? '' : say(`（${known[0]}）`, ` (${known[1]})`);
  return say(`由本人于 ${time} 证明${way}`, `proven by the person on ${time}${way}`);
}

const proofWords: Readonly<Record<string, Both>> = {
  page: ['本人页面', 'on their own page'],
  face: ['人脸', 'by their face'],
  code: ['本人手机验证码', 'by a code of their mobile'],
  platform: ['平台运营方核实', "seen by the platform's operator"],
};

export function fileBlocks(
  record: EvidenceRecord,
  pictures: readonly PagePicture[],
  say: Say,
): readonly ReportBlock[] {
  const eventOf = new Map(localizedEvents(record).map((event) => [event.sequence, event]));
  return [
    heading(
      say('二、合同文件及各版本摘要（SHA-256）', '2  Files and the hashes of their revisions (SHA-256)'),
    ),
    ...record.files.flatMap((file): readonly ReportBlock[] => [
      fileFacts(file, say),
      tableOr(
        say('尚未定稿。', 'Not final yet.'),
        [
          { header: say('版本', 'Revision'), share: 0.22 },
          { header: say('时间', 'Time'), share: 0.22 },
          { header: say('字节数', 'Bytes'), share: 0.12 },
          { header: say('摘要', 'Hash'), share: 0.44 },
        ],
        file.revisions.map(({ sequence, hash, length }) => [
          revisionName(eventOf.get(sequence), say),
          say.time(eventOf.get(sequence)?.time ?? null),
          length === null ? say('缺失', 'missing') : String(length),
          hash,
        ]),
      ),
      ...signedPageBlocks(record, file, pictures, say),
    ]),
  ];
}

/** Name of a revision, derived from the event that created it. */
function revisionName(event: LocalizedRecord | undefined, say: Say): string {
  if (event?.kind === 'signed') {
    const signer = textWithin(event.detail, 'signer');
    return say(`${signer} 签署后`, `signed by ${signer}`);
  }
  return event?.kind === 'archived'
    ? say('加盖存档时间戳后', 'with archive timestamp')
    : say('定稿（签署前）', 'final, unsigned');
}

function fileFacts(file: FileRecord, say: Say): ReportBlock {
  const { fileName, fileCode, pages, upload } = file;
  return facts(
    [
      [say('文件编码', 'Code'), fileCode],
      [say('页数', 'Pages'), String(pages)],
      [say('上传原件', 'As uploaded'), upload?.hash ?? ''],
      [say('规范化文件', 'Rewritten plainly'), file.baseHash],
      [say('当前文件', 'As it is now'), file.currentHash],
    ],
    fileName,
  );
}
