/** The part of the report about the marks that each act of signing placed, and the words that it found on the pages. */
import type { ReportBlock } from '@cinnabar/pdf/report/report.js';
import type { JsonValue } from '../../../custody/canonical-json.js';
import type { EvidenceRecord } from './evidence-record.js';
import type { LocalizedRecord } from './localized-events.js';
import { listWithin, textWithin } from './rules/evidence.js';
import type { WordsInHistory } from './rules/words-of-history.js';
import type { Both, Say } from './say.js';

/** Marks placed by the signer of an act, with their texts, and the texts placed by others before. */
export function markBlocks(record: EvidenceRecord, act: LocalizedRecord, say: Say): readonly ReportBlock[] {
  const marks = listWithin(act.detail, 'marks');
  const signer = Number(textWithin(act.detail, 'participantId'));
  const seen = record.words.filter(
    ({ sequence, participantId }) => sequence < act.sequence && participantId !== signer,
  );
  return [
    ...(marks.length === 0
      ? []
      : [
          table(
            say('本次所置', 'Placed by this act'),
            say('内容', 'Words'),
            marks.map((mark) => [
              placeOf(record, textWithin(mark, 'fileId'), textWithin(mark, 'page'), say),
              kindOf(textWithin(mark, 'kind'), say),
              wordsIn(record, mark, say),
            ]),
            say,
          ),
        ]),
    ...(seen.length === 0
      ? []
      : [
          table(
            say('签署时已有的他方文字', 'Words of others, placed before'),
            say('置字方与内容', 'Who, and words'),
            seen.map((words) => [
              placeOf(record, String(words.fileId), String(words.page), say),
              say.of(kinds.get(words.kind) ?? ['', '']),
              [partyOf(record, words.participantId), said(words, say)].join(say('：', ': ')),
            ]),
            say,
          ),
        ]),
  ];
}

function table(
  title: string,
  words: string,
  rows: readonly (readonly string[])[],
  say: Say,
): Extract<ReportBlock, { kind: 'table' }> {
  return {
    kind: 'table',
    columns: [
      { header: title, share: 0.34 },
      { header: say('类型', 'Kind'), share: 0.14 },
      { header: words, share: 0.52 },
    ],
    rows,
  };
}

const kinds: ReadonlyMap<string, Both> = new Map([
  ['seal', ['印章', 'seal']],
  ['seam', ['骑缝章', 'seam seal']],
  ['remark', ['备注', 'remark']],
  ['date', ['日期', 'date']],
]);

/** Name of a mark; an unknown kind is shown as recorded. */
export function kindOf(kind: string, say: Say): string {
  const words = kinds.get(kind);
  return words === undefined ? kind : say.of(words);
}

function placeOf({ files }: EvidenceRecord, fileId: string, page: string, say: Say): string {
  const fileName = files.find((file) => String(file.fileId) === fileId)?.fileName ?? fileId;
  return say(`${fileName}，第 ${page} 页`, `${fileName}, page ${page}`);
}

function wordsIn({ words }: EvidenceRecord, mark: JsonValue, say: Say): string {
  const found = words.find(({ componentId }) => String(componentId) === textWithin(mark, 'componentId'));
  if (found !== undefined) return said(found, say);
  const sealId = textWithin(mark, 'sealId');
  return sealId === '' ? say('姓名章', 'name seal') : say(`印章编号 ${sealId}`, `seal number ${sealId}`);
}

/** As one paragraph; the original line breaks are in the file. */
function said({ text, picture, agrees }: WordsInHistory, say: Say): string {
  if (picture !== null) return pictureWords(picture, say);
  if (text === null) return say('未记录，见文件', 'not recorded, see the file');
  const quoted = say(`“${oneLine(text)}”`, `"${oneLine(text)}"`);
  return agrees ? quoted : `${quoted}${say('（与记录不符）', ' (not what was recorded)')}`;
}

function pictureWords(hash: string, say: Say): string {
  return say(`图片（SHA-256 ${hash}）`, `a picture (SHA-256 ${hash})`);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n]+\s*/g, ' / ');
}

function partyOf({ parties }: EvidenceRecord, participantId: number): string {
  const party = parties.find((each) => each.participantId === participantId);
  if (party === undefined) return String(participantId);
  return party.type === 'enterprise' ? `${party.corpName}（${party.psnName}）` : party.psnName;
}
