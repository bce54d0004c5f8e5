import type { Report, ReportBlock } from '@cinnabar/pdf/report/report.js';
import { HISTORY_FILE, RECORD_FILE } from './archive-entries.js';
import { notice, paragraph } from './blocks.js';
import type { EvidenceRecord } from './evidence-record.js';
import type { PagePicture } from './page-pictures.js';
import {
  contractFacts,
  fileBlocks,
  fileSummary,
  partyBlocks,
  partySummary,
  programName,
} from './report-about.js';
import { allIsRight, chainBlocks, resultBlocks, rootBlocks, selfCheckBlocks } from './report-checks.js';
import { actBlocks, otherBlocks, signatureBlocks } from './report-signatures.js';
import { type Language, type Say, sayIn } from './say.js';

/** Renders the evidence as a report for people who have to judge it, with its source data embedded. */
export function evidenceReport(
  record: EvidenceRecord,
  pictures: readonly PagePicture[],
  language: Language,
): Report {
  const say = sayIn(language, record.timeZone);
  const { flowCode } = record.contract;
  const title = say('电子合同签署存证报告', 'Evidence of an Electronic Contract');
  return {
    title,
    subtitle: flowCode,
    titleTop: 40,
    blocks: [
      ...cover(record, say),
      ...partyBlocks(record, say),
      ...fileBlocks(record, pictures, say),
      ...actBlocks(record, say),
      ...signatureBlocks(record, say),
      ...otherBlocks(record, say),
      ...chainBlocks(record, say),
      ...rootBlocks(record, say),
      ...resultBlocks(record, say),
      ...selfCheckBlocks(say),
    ],
    foot: `${flowCode}  ${title}`,
    attachments: [
      {
        fileName: HISTORY_FILE,
        mediaType: 'text/plain',
        description: say(
          '合同事件链：每行一条，摘要、空格、事件原文（RFC 8785）',
          'Chain of events: one a line, hash, space, text (RFC 8785)',
        ),
        bytes: historyText(record),
      },
      {
        fileName: RECORD_FILE,
        mediaType: 'application/json',
        description: say('本报告的数据', 'This report as data'),
        bytes: recordText(record),
      },
    ],
  };
}

/** Summary for a judge; every statement is proven in the sections that follow. */
function cover(record: EvidenceRecord, say: Say): readonly ReportBlock[] {
  return [
    ...(record.sandbox
      ? [
          notice(
            'plain',
            say(
              '沙箱环境生成，仅供试用，不具法律效力',
              'Created in a sandbox for testing; not valid as evidence',
            ),
          ),
        ]
      : []),
    conclusion(record, say),
    contractFacts(record, say),
    ...partySummary(record, say),
    ...fileSummary(record, say),
    paragraph(
      say(
        `本报告由电子签约平台根据签署过程中形成的记录与所存文件自动生成，由平台签名并加盖时间戳。时间均以 ${record.timeZone} 时区表示，精确到毫秒；摘要均为 SHA-256。核验方法见第九节。`,
        `This report was made by the signing platform from what was recorded while the contract was signed and from the stored files; the platform has signed and timestamped it. Times are given in the zone ${record.timeZone}, to the millisecond; hashes are SHA-256. Section 9 says how to check it.`,
      ),
    ),
  ];
}

function conclusion(record: EvidenceRecord, say: Say): ReportBlock {
  if (!allIsRight(record)) {
    return notice('bad', say('核验发现不符，详见第八节。', 'Something does not agree: see section 8.'));
  }
  const isSigned = record.files.some(({ signatures }) => signatures.length > 0);
  const found = isSigned
    ? say(
        '核验一致：事件链完整，所存文件与记录的摘要相符，文件中的签名均通过验证。详见第四、六、八节。',
        'Everything agrees: the chain of events is whole, the stored files have the recorded hashes, and the signatures in them were verified. See sections 4, 6 and 8.',
      )
    : say(
        '核验一致：事件链完整，所存文件与记录的摘要相符；文件中尚无签名。详见第六、八节。',
        'Everything agrees: the chain of events is whole and the stored files have the recorded hashes; they bear no signature yet. See sections 6 and 8.',
      );
  const program = programName(record);
  const by = say(
    `核验由出具本报告的 ${program} 完成，不是第三方鉴定；任何人都可以按第九节用其他程序重新核验。`,
    `This was checked by ${program}, the program that made this report, and not by a third party; anybody can check it again with other programs, as section 9 says.`,
  );
  return notice('good', [found, by].join('\n'));
}

/** The chain, one event a line: hash, space, text. */
export function historyText({ events }: EvidenceRecord): Uint8Array {
  return Buffer.from(events.map(({ hash, canonical }) => `${hash} ${canonical}\n`).join(''), 'utf8');
}

export function recordText(record: EvidenceRecord): Uint8Array {
  return Buffer.from(`${JSON.stringify(record, null, 2)}\n`, 'utf8');
}
