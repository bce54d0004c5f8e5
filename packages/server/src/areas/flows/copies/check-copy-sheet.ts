import type { FlowStatus } from '@cinnabar/api/enums.js';
import type { Report, ReportBlock, ReportFact } from '@cinnabar/pdf/report/report.js';
import { facts, heading, notice, paragraph } from '../evidence/blocks.js';
import { statusWords } from '../evidence/report-about.js';
import { sayIn } from '../evidence/say.js';
import type { Flow, FlowFile } from '../flow/flow.js';

interface Setting {
  /** Address at which the code is entered. */
  readonly page: string;
  /** The code as printed. */
  readonly code: string;
  readonly zone: string;
  readonly sandbox: boolean;
  readonly now: Date;
}

/** The last sheet of a print copy, in both languages, because its reader is not known. */
export function checkCopySheet(
  flow: Flow,
  files: readonly FlowFile[],
  { page, code, zone, sandbox, now }: Setting,
): Report {
  const { time } = sayIn('zh', zone);
  const moment = (date: Date | null) => time(date?.toISOString() ?? null);
  const status: FlowStatus = flow.status;
  const signers = flow.participants.filter(({ signs }) => signs);
  const blocks: readonly ReportBlock[] = [
    ...(sandbox
      ? [
          notice(
            'plain',
            '沙箱环境生成，仅供试用，不具法律效力。\nCreated in a sandbox for testing; not valid as evidence.',
          ),
        ]
      : []),
    notice(
      'plain',
      '本件是电子合同的打印核验件，不是签署原件。原件是带有数字签名的 PDF 文件，以原件为准。\nThis is a print copy of an electronic contract, to be checked. The original is a PDF with digital signatures; the original counts.',
    ),
    facts([
      ['合同 Contract', flow.title],
      ['编码 Code', flow.flowCode],
      ['发起 Initiated by', flow.corpName],
      ['状态 State', statusWords[status].join('  ')],
      ['完成 Completed', moment(flow.finishTime)],
      ['打印件生成 Made', moment(now)],
      ['核验页 Check at', page],
      ['核验码 Check code', code],
    ]),
    heading('签署方  Signers'),
    facts(
      signers.map(
        (party): ReportFact => [
          party.participantFlag,
          `${party.type === 'enterprise' ? party.corpName : party.psnName}\n${
            party.signTime === null ? '尚未签署  not signed yet' : `${moment(party.signTime)}  签署 signed`
          }`,
        ],
      ),
    ),
    heading('文件摘要  Hashes of the files'),
    ...files.map((file) =>
      facts([
        ['文件 File', file.fileName],
        ['页数 Pages', String(file.pages.length)],
        ['SHA-256', file.currentHash],
      ]),
    ),
    heading('如何核验  How to check'),
    paragraph(
      '一、扫描每页左下角的二维码，或打开核验页并输入核验码，比对合同名称、签署方、签署时间和上面的摘要。\n1  Scan the QR code at the foot of any page, or open the page and enter the code. Compare title, signers, times and the hashes above.',
    ),
    paragraph(
      '二、向持有人索取原件（PDF），放到核验页：页面会比对其摘要并验证数字签名。原件的摘要也可以自行计算：sha256sum 文件名。\n2  Ask for the original PDF and drop it there: its hash is compared and its signatures are verified. The hash can also be computed by oneself: sha256sum FILE.',
    ),
    paragraph(
      '三、签署完成后原件还会加上长期验证所需的时间戳，摘要随之变化；核验页列出各个版本的摘要，上面的摘要应在其中。\n3  After completion timestamps for long-term validity are added to the original, which changes its hash. The page lists the hashes of all versions; those above must be among them.',
    ),
  ];
  return {
    title: '打印核验件  Check Copy',
    subtitle: flow.flowCode,
    titleTop: 16,
    compact: true,
    blocks,
    foot: '',
    attachments: [],
  };
}
