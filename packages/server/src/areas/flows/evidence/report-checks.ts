/** The parts of the report about the chain of events, the daily root, the checks made, and how to repeat them. */
import type { ReportBlock, ReportFact } from '@cinnabar/pdf/report/report.js';
import { HISTORY_FILE, RECORD_FILE } from './archive-entries.js';
import { facts, heading, paragraph } from './blocks.js';
import { describeActor, describeEvent, titleOf } from './evidence-events.js';
import type { EvidenceRecord } from './evidence-record.js';
import { localizedEvents } from './localized-events.js';
import { programName } from './report-about.js';
import { fileVerdict } from './report-signatures.js';
import type { Say } from './say.js';

export function chainBlocks(record: EvidenceRecord, say: Say): readonly ReportBlock[] {
  return [
    heading(say('六、事件链', '6  Chain of events')),
    {
      kind: 'table',
      columns: [
        { header: say('序号', 'No.'), share: 0.08 },
        { header: say('时间', 'Time'), share: 0.22 },
        { header: say('事件与摘要', 'Event and hash'), share: 0.44 },
        { header: say('操作者与来源', 'Who, from where'), share: 0.26 },
      ],
      rows: localizedEvents(record).map((event) => [
        String(event.sequence),
        say.time(event.time),
        [titleOf(event.kind, say), describeEvent(event, say), event.hash]
          .filter((line) => line !== '')
          .join('\n'),
        describeActor(event, say),
      ]),
    },
  ];
}

export function rootBlocks({ dailyRoot }: EvidenceRecord, say: Say): readonly ReportBlock[] {
  const title = heading(say('七、每日根摘要', '7  Daily root'));
  if (dailyRoot === null)
    return [
      title,
      paragraph(
        say(
          '平台每日将全部合同的链尾汇成一个根摘要并加盖时间戳。本合同尚未进入当日的根，次日起可重新出具报告。',
          'Every day the heads of all histories go into one root, which is timestamped. This contract is in none yet; a report of a later day has it.',
        ),
      ),
    ];
  const { timestamp } = dailyRoot;
  return [
    title,
    facts([
      [say('日期（UTC）', 'Day (UTC)'), dailyRoot.day],
      [say('根序号', 'Number of the root'), String(dailyRoot.number)],
      [say('根摘要', 'Root'), dailyRoot.root],
      [
        say('所含本合同事件', 'Events in it'),
        say(
          `前 ${dailyRoot.eventCount} 条，链尾 ${dailyRoot.eventHead}`,
          `the first ${dailyRoot.eventCount}, head ${dailyRoot.eventHead}`,
        ),
      ],
      [
        say('在树中的位置', 'Place in the tree'),
        say(
          `第 ${dailyRoot.index} 号，共 ${dailyRoot.size} 个叶（从 0 计）`,
          `leaf ${dailyRoot.index} of ${dailyRoot.size}, counted from 0`,
        ),
      ],
      [say('路径', 'Path'), dailyRoot.path.join('\n')],
      [
        say('时间戳', 'Timestamp'),
        timestamp === null
          ? say('尚未取得', 'none yet')
          : say(
              `${say.time(timestamp.time)}，${timestamp.authority}`,
              `${say.time(timestamp.time)}, by ${timestamp.authority}`,
            ),
      ],
    ]),
  ];
}

/** Whether every check made for the report has passed. */
export function allIsRight({ chain, files, words }: EvidenceRecord): boolean {
  return (
    chain.intact &&
    words.every(({ agrees }) => agrees) &&
    files.every(({ intact, unbroken, verdict, revisions }) => {
      if (!intact || !unbroken) return false;
      // Everyone who has signed must have left a signature.
      if (verdict === 'unsigned') return revisions.length <= 1;
      return verdict === 'valid' || verdict === 'valid_with_remarks';
    })
  );
}

export function resultBlocks(record: EvidenceRecord, say: Say): readonly ReportBlock[] {
  const { chain, events, files } = record;
  const fileResults = files.map((file): ReportFact => {
    const stored = file.intact
      ? say('存储的文件与记录的摘要一致', 'what is stored has the hashes that were recorded')
      : say('存储的文件缺失或与记录的摘要不符', 'what is stored is missing or has other hashes');
    const order =
      file.revisions.length === 0
        ? say('尚未进入签署', 'nothing to sign yet')
        : file.unbroken
          ? say('定稿与历次签署前后衔接，无中断', 'each act goes on from the one before, without a gap')
          : say('签署前后不衔接', 'the acts do not go on from each other');
    const signatures = say('签名：', 'signatures: ') + fileVerdict(file, say);
    return [file.fileName, [stored, order, signatures].join(say('；', '; '))];
  });
  return [
    heading(say('八、校验结果', '8  What was checked')),
    facts([
      [
        say('核验程序', 'Checked by'),
        say(
          `${programName(record)}，即出具本报告的程序`,
          `${programName(record)}, the program that made this report`,
        ),
      ],
      [
        say('事件链', 'Chain'),
        chain.intact
          ? say(
              `完整：${events.length} 条事件逐条重算，摘要相连，链尾与合同记录一致`,
              `whole: ${events.length} events computed again, each hash follows, the last is the contract's`,
            )
          : say(
              `不完整：第 ${chain.brokenAt} 条起与记录不符`,
              `broken: from event ${chain.brokenAt} on it is not what was recorded`,
            ),
      ],
      [say('链尾摘要', 'Head'), chain.head ?? ''],
      ...fileResults,
    ]),
  ];
}

export function selfCheckBlocks(say: Say): readonly ReportBlock[] {
  const steps = [
    say(
      '以上核验可由任何人用平台以外的程序重做：本报告与合同文件的签名、时间戳和证书，可用 Adobe Acrobat、pdfsig（poppler）、pyHanko、欧盟 DSS 等各自验证；摘要用 sha256sum 计算。根证书的指纹应另行向平台核对。',
      "Anybody can repeat all of this with programs that are not ours: signatures, timestamps and certificates of this report and of the files with Adobe Acrobat, pdfsig (poppler), pyHanko or the EU's DSS, hashes with sha256sum. Obtain the fingerprint of the root certificate from the platform separately, and compare.",
    ),
    say(
      `附件 ${HISTORY_FILE} 每行是一条事件：摘要、空格、事件原文。每条事件的摘要 = SHA-256（“cinnabar event chain v1”、换行、前一条的摘要、换行、事件原文），首条以 64 个“0”作为前一条的摘要。含有 "hashedBy":"sm3" 的事件以 SM3 代替 SHA-256（openssl dgst -sm3）。`,
      `Each line of the attached ${HISTORY_FILE} is an event: hash, space, text. A hash is the SHA-256 of "cinnabar event chain v1", line feed, the hash before, line feed, the text; before the first one stand 64 zeros. An event with "hashedBy":"sm3" has the SM3 in the place of the SHA-256 (openssl dgst -sm3).`,
    ),
    say(
      `附件 ${RECORD_FILE} 是本报告全部内容的数据形式。加密合同的事件原文以 saltedHash 代替文字：SHA-256（“cinnabar event text v1”、换行、salt、换行、文字），salt 与文字见该附件各事件的 texts。`,
      `The attached ${RECORD_FILE} has all of this report as data. Events of an encrypted contract have a saltedHash in the place of words: SHA-256 of "cinnabar event text v1", line feed, salt, line feed, words; salt and words stand in the event's texts there.`,
    ),
    say(
      '合同文件的每一版都是其后各版的开头若干字节：head -c 字节数 文件 | sha256sum 得出第二节所列摘要。',
      'Every revision of a file is so many first bytes of the later ones: head -c BYTES FILE | sha256sum gives the hashes of section 2.',
    ),
    say(
      '签名字典中的 XXCinnabarEventHead 是签署当时的链尾摘要，受签名保护，应与事件链中签署之前的一条相同。',
      'XXCinnabarEventHead in a signature dictionary is the head of the chain at the time of signing. The signature covers it; it is the hash of an event before that act.',
    ),
    say(
      '每日根按 RFC 9162 的 Merkle 树计算，叶为“cinnabar flow history v1”、换行、合同编号、换行、事件数、换行、链尾。',
      'The daily root is that of a Merkle tree (RFC 9162); a leaf is "cinnabar flow history v1", line feed, number of the contract, line feed, number of events, line feed, head.',
    ),
    say(
      `证据包（zip）含全部文件、证书、吊销列表与时间戳，其中的 ${RECORD_FILE} 列出每一项的摘要；cinnabar evidence verify 文件.zip 离线重算以上各项，并指出缺少、改动或多出的部分。`,
      `The archive (zip) has all files, certificates, revocation lists and timestamps, and its ${RECORD_FILE} lists the hash of each part; cinnabar evidence verify FILE.zip computes all of this again, offline, and names parts that are missing, changed or surplus.`,
    ),
  ];
  return [
    heading(say('九、如何自行核验', '9  How to check it yourself')),
    ...steps.map((step, index) => paragraph(`${index + 1}. ${step}`)),
  ];
}
