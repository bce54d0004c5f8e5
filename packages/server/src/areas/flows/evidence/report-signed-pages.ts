/** The part of the report that shows the signed pages of a file, each beside a list of its marks. */
import { createHash } from 'node:crypto';
import type { ReportBlock, ReportPicture } from '@cinnabar/pdf/report/report.js';
import { paragraph } from './blocks.js';
import type { EvidenceRecord, FileRecord } from './evidence-record.js';
import { localizedEvents } from './localized-events.js';
import { MAX_PICTURES, type PagePicture } from './page-pictures.js';
import { kindOf } from './report-marks.js';
import { textWithin } from './rules/evidence.js';
import { pagesToPicture, type SignedPage } from './rules/signed-pages.js';
import type { Say } from './say.js';

/** Limit of acts listed beside one picture: more would not fit on a page of the report. */
const MAX_ACTS = 6;

export function signedPageBlocks(
  record: EvidenceRecord,
  file: FileRecord,
  pictures: readonly PagePicture[],
  say: Say,
): readonly ReportBlock[] {
  const ofFile = record.signedPages.filter(({ fileId }) => fileId === file.fileId);
  if (ofFile.length === 0) return [];
  const chosen = pagesToPicture(record.signedPages, MAX_PICTURES);
  const shown = ofFile.filter((page) => chosen.includes(page));
  const left = ofFile.filter((page) => !chosen.includes(page)).map(({ page }) => page);
  const drawn: ReportBlock = {
    kind: 'pictures',
    lead: say(
      `带有印章或其他签署标记的页面，按摘要为 ${file.currentHash} 的当前文件绘制：`,
      `Pages with seals or other marks of signers, drawn from the file as it is now, whose hash is ${file.currentHash}:`,
    ),
    pictures: shown.map((page) => pictureOf(record, page, pictures, say)),
  };
  return [
    ...(shown.length === 0 ? [] : [drawn]),
    ...(left.length === 0
      ? []
      : [
          paragraph(
            say(
              `一份报告最多附 ${MAX_PICTURES} 页。另有 ${left.length} 页也带有签署标记，未附图，请见文件：第 ${ranges(left, '、')} 页。`,
              `A report shows ${MAX_PICTURES} pages at most. ${left.length} more pages bear marks and are not shown here; see the file: ${ranges(left, ', ')}.`,
            ),
          ),
        ]),
  ];
}

function pictureOf(
  record: EvidenceRecord,
  { fileId, page, marks }: SignedPage,
  pictures: readonly PagePicture[],
  say: Say,
): ReportPicture {
  const jpeg = pictures.find((each) => each.fileId === fileId && each.page === page)?.jpeg ?? null;
  const acts = localizedEvents(record).filter((event) =>
    marks.some(({ sequence }) => sequence === event.sequence),
  );
  const lines = acts.slice(0, MAX_ACTS).map((act) => {
    const kinds = marks
      .filter(({ sequence }) => sequence === act.sequence)
      .map(({ kind }) => kindOf(kind, say));
    const signer = textWithin(act.detail, 'signer');
    return `${signer}${say('：', ': ')}${[...new Set(kinds)].join(say('、', ', '))}\n${say.time(act.time)}`;
  });
  if (acts.length > MAX_ACTS)
    lines.push(say(`共 ${acts.length} 次签署，见第三节`, `${acts.length} acts in all, see section 3`));
  const hash =
    jpeg === null
      ? say('此页未能绘出，请见文件。', 'This page could not be drawn; see the file.')
      : `${say('本图 SHA-256', 'SHA-256 of this picture')}\n${createHash('sha256').update(jpeg).digest('hex')}`;
  return { jpeg, title: say(`第 ${page} 页`, `Page ${page}`), lines: [...lines, hash] };
}

/** Page numbers in order as ranges: 3–7, 9. */
function ranges(pages: readonly number[], separator: string): string {
  const runs: { readonly first: number; last: number }[] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run !== undefined && run.last + 1 === page) run.last = page;
    else runs.push({ first: page, last: page });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(separator);
}
