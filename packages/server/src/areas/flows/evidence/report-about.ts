/** The parts of the report about the contract, its parties and its files. */
import type { ReportBlock } from '../../../documents/report/report.js';
import { amountWords } from '../views/evidence-events.js';
import { facts, heading, tableOr } from './blocks.js';
import type { ContractRecord, EvidenceRecord, FileRecord, PartyRecord } from './evidence-record.js';
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
  return facts([
    [say('参与方', 'Party'), say(`${flag}（${tasks.join('、')}）`, `${flag} (${tasks.join(', ')})`)],
    [say('企业', 'Enterprise'), isEnterprise ? party.corpName : ''],
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
    [say('个人实名', 'Person verified'), personWords(party.verifiedAt, say)],
    [
      say('应付金额', 'To be paid'),
      party.amountFen === null ? '' : amountWords(String(party.amountFen), say),
    ],
    [say('填写时间', 'Filled in'), say.time(party.draftTime)],
    [say('签署时间', 'Signed'), say.time(party.signTime)],
  ]);
}

const corpWords: Readonly<Record<'identified' | 'unidentified' | 'invalid', Both>> = {
  identified: ['已认证', 'yes'],
  unidentified: ['未认证', 'no'],
  invalid: ['认证已失效', 'not any more'],
};

function personWords(verifiedAt: string | null, say: Say): string {
  if (verifiedAt === null) return say('未实名', 'no');
  const time = say.time(verifiedAt);
  return say(`姓名与证件号码于 ${time} 核验一致`, `name and certificate number found to agree on ${time}`);
}

export function fileBlocks({ files, events }: EvidenceRecord, say: Say): readonly ReportBlock[] {
  const timeOf = new Map(events.map(({ sequence, time }) => [sequence, time]));
  return [
    heading(
      say('二、合同文件及各版本摘要（SHA-256）', '2  Files and the hashes of their revisions (SHA-256)'),
    ),
    ...files.flatMap((file): readonly ReportBlock[] => [
      fileFacts(file, say),
      tableOr(
        say('尚未定稿。', 'Not final yet.'),
        [
          { header: say('版本', 'Revision'), share: 0.15 },
          { header: say('时间', 'Time'), share: 0.22 },
          { header: say('字节数', 'Bytes'), share: 0.13 },
          { header: say('摘要', 'Hash'), share: 0.5 },
        ],
        file.revisions.map(({ sequence, hash, length }, index) => [
          index === 0
            ? say('定稿（签署前）', 'final, unsigned')
            : say(`第 ${index} 次签署后`, `after act ${index}`),
          say.time(timeOf.get(sequence) ?? null),
          length === null ? say('缺失', 'missing') : String(length),
          hash,
        ]),
      ),
    ]),
  ];
}

function fileFacts(file: FileRecord, say: Say): ReportBlock {
  const { fileName, fileCode, pages, upload } = file;
  return facts([
    [
      say('文件名', 'File'),
      say(`${fileName}（${fileCode}，共 ${pages} 页）`, `${fileName} (${fileCode}, ${pages} pages)`),
    ],
    [say('上传原件', 'As uploaded'), upload?.hash ?? ''],
    [say('规范化文件', 'Rewritten plainly'), file.baseHash],
    [say('当前文件', 'As it is now'), file.currentHash],
  ]);
}
