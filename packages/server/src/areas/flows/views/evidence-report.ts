import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { Report, ReportBlock, ReportColumn, ReportFact } from '../../../documents/report/report.js';
import { maskMobile } from '../../../trust/masking.js';
import type { Participant } from '../flow.js';
import type { Evidence, FileEvidence } from '../gather-evidence.js';
import { type ReadEvent, textWithin } from '../rules/evidence.js';
import { describeActor, describeEvent, intentOf, titleOf } from './evidence-events.js';

export interface ReportSetting {
  readonly zone: string;
  readonly sandbox: boolean;
  readonly now: Date;
}

const statusWords = ['草稿', '填写中', '签署中', '已完成', '已撤销', '已过期', '已拒签'] as const;

/** The attached history: one event a line. */
export const HISTORY_FILE = 'events.txt';

/** The evidence as a report. It is in Chinese alone: it goes to courts and arbitrators that read Chinese. */
export function evidenceReport(evidence: Evidence, setting: ReportSetting): Report {
  const { flow } = evidence;
  const time = (moment: Date | null) => printTime(moment, setting.zone);
  return {
    title: '电子合同签署存证报告',
    subtitle: setting.sandbox ? '沙箱环境生成，仅供试用，不具法律效力' : flow.flowCode,
    blocks: [
      heading('一、合同'),
      facts([
        ['合同名称', flow.title],
        ['合同编码', flow.flowCode],
        ['合同编号', String(flow.flowId)],
        ['合同状态', statusWords[flow.status]],
        ['发起企业', flow.corpName],
        ['发起人', flow.initiatorName],
        ['发起时间', time(flow.startTime)],
        ['完成时间', time(flow.finishTime)],
        ['截止时间', time(flow.deadline)],
        ['报告生成时间', time(setting.now)],
      ]),
      heading('二、参与方及身份'),
      ...flow.participants.map((participant) => partyFacts(evidence, participant, time)),
      heading('三、合同文件'),
      ...evidence.files.map(fileFacts),
      heading('四、签署记录'),
      ...signatureBlocks(evidence, time),
      heading('五、事件链'),
      { kind: 'table', columns: eventColumns, rows: evidence.events.map((event) => eventRow(event, time)) },
      heading('六、校验结果'),
      facts(verdicts(evidence)),
      paragraph(
        '每条事件的摘要 = SHA-256（“cinnabar event chain v1”、换行、前一条的摘要、换行、事件原文），' +
          '首条以 64 个“0”作为前一条的摘要。本报告的附件 ' +
          `${HISTORY_FILE} 每行是一条事件：摘要、空格、事件原文，任何人都可以据此重新计算。`,
      ),
    ],
    foot: `${flow.flowCode}  电子合同签署存证报告`,
    attachments: [
      {
        fileName: HISTORY_FILE,
        mediaType: 'text/plain',
        description: '合同事件链：每行一条，摘要、空格、事件原文（RFC 8785）',
        bytes: Buffer.from(
          evidence.events.map(({ hash, canonical }) => `${hash} ${canonical}\n`).join(''),
          'utf8',
        ),
      },
    ],
  };
}

type PrintTime = (moment: Date | null) => string;

function heading(text: string): ReportBlock {
  return { kind: 'heading', text };
}

function paragraph(text: string): ReportBlock {
  return { kind: 'paragraph', text };
}

/** What has no value is left out. */
function facts(all: readonly ReportFact[]): ReportBlock {
  return { kind: 'facts', facts: all.filter(([, value]) => value !== '') };
}

function printTime(moment: Date | null, zone: string): string {
  if (moment === null) return '';
  const printed = formatDateTime(moment, zone);
  return `${printed.slice(0, 23).replace('T', ' ')} ${printed.slice(23)}`;
}

function partyFacts({ persons, corps }: Evidence, party: Participant, time: PrintTime): ReportBlock {
  const person = persons.get(party.psnId);
  const corp = party.corpId === null ? undefined : corps.get(party.corpId);
  const tasks = [party.fills ? '填写' : '', party.signs ? '签署' : ''].filter((task) => task !== '');
  return facts([
    ['参与方', `${party.participantFlag}（${tasks.join('、')}）`],
    ['企业', party.type === 'enterprise' ? party.corpName : ''],
    ['统一社会信用代码', corp?.corpCode ?? ''],
    ['企业认证', party.type === 'enterprise' ? corpWords(corp?.identStatus) : ''],
    [party.type === 'enterprise' ? '经办人' : '签署人', `${party.psnName}（用户 ${party.psnId}）`],
    ['手机号', maskMobile(party.psnAccount)],
    ['个人实名', personWords(person?.verifiedAt ?? null, time)],
    ['填写时间', time(party.draftTime)],
    ['签署时间', time(party.signTime)],
  ]);
}

function corpWords(identStatus: 'identified' | 'unidentified' | 'invalid' | undefined): string {
  if (identStatus === 'identified') return '已认证';
  return identStatus === 'invalid' ? '认证已失效' : '未认证';
}

function personWords(verifiedAt: Date | null, time: PrintTime): string {
  return verifiedAt === null ? '未实名' : `姓名与证件号码于 ${time(verifiedAt)} 核验一致`;
}

function fileFacts({ file, uploadHash, history }: FileEvidence): ReportBlock {
  return facts([
    ['文件名', `${file.fileName}（${file.fileCode}，共 ${file.pages.length} 页）`],
    ['上传原件', uploadHash ?? ''],
    ['规范化文件', file.baseHash],
    ['定稿（签署前）', history?.prepared ?? ''],
    ['当前文件', file.currentHash],
  ]);
}

const signatureColumns: readonly ReportColumn[] = [
  { header: '文件', share: 0.24 },
  { header: '签署前（SHA-256）', share: 0.38 },
  { header: '签署后（SHA-256）', share: 0.38 },
];

function signatureBlocks({ events, files }: Evidence, time: PrintTime): readonly ReportBlock[] {
  const signed = events.filter(({ kind }) => kind === 'signed');
  if (signed.length === 0) return [paragraph('尚无签署。')];
  return signed.flatMap((event): ReportBlock[] => {
    const { detail } = event;
    const confirmed = textWithin(detail, 'intent', 'confirmed');
    const rows = files.flatMap(({ file, history }) => {
      const step = history?.steps.find(({ sequence }) => sequence === event.sequence);
      return step === undefined ? [] : [[file.fileName, step.before, step.after]];
    });
    return [
      facts([
        ['签署方', textWithin(detail, 'signer')],
        ['签署时间', time(event.time)],
        [
          '意愿认证',
          [intentOf(detail), confirmed === '' ? '' : time(new Date(confirmed))]
            .filter((word) => word !== '')
            .join('，'),
        ],
        ['所签文本摘要', textWithin(detail, 'intent', 'textHash')],
        ['证书序列号', textWithin(detail, 'certificate')],
        ['操作者与来源', describeActor(event)],
      ]),
      { kind: 'table', columns: signatureColumns, rows },
    ];
  });
}

const eventColumns: readonly ReportColumn[] = [
  { header: '序号', share: 0.07 },
  { header: '时间', share: 0.19 },
  { header: '事件与摘要', share: 0.46 },
  { header: '操作者与来源', share: 0.28 },
];

function eventRow(event: ReadEvent, time: PrintTime): readonly string[] {
  const about = [titleOf(event.kind), describeEvent(event), event.hash].filter((line) => line !== '');
  return [String(event.sequence), time(event.time), about.join('\n'), describeActor(event)];
}

function verdicts({ flow, chain, events, files }: Evidence): readonly ReportFact[] {
  const fileVerdicts = files.map(({ file, history, intact }): ReportFact => {
    const stored = intact ? '存储的文件与记录的摘要一致' : '存储的文件缺失或与记录的摘要不符';
    if (history === null) return [file.fileName, `${stored}；尚未进入签署`];
    return [
      file.fileName,
      `${stored}；${history.unbroken ? '定稿与历次签署前后衔接，无中断' : '签署前后不衔接'}`,
    ];
  });
  return [
    [
      '事件链',
      chain.intact
        ? `完整：${events.length} 条事件逐条重算，摘要相连，链尾与合同记录一致`
        : `不完整：第 ${chain.index + 1} 条起与记录不符`,
    ],
    ['链尾摘要', flow.eventHead ?? ''],
    ...fileVerdicts,
  ];
}
