import { nameFrom, valueKindOf } from './blank-labels.js';
import type { FoundControl } from './found-control.js';
import { linesWithLabels } from './lines-to-fill.js';
import type { PageView, Segment } from './page-pieces.js';

/** Words for what a person is asked in every contract: with nothing behind the colon, their place is empty. */
const ASKED =
  /(?:姓名|名称|地址|住址|住所|电话|手机(?:号码?)?|联系人|联系方式|身份证(?:号码?)?|证件号码?|邮箱|邮编|传真|账号|帐号|开户行|开户银行|统一社会信用代码|编号|日期|时间|地点|职务|岗位|部门|金额|\bname|\btitle|\bdate|\baddress|\bphone|\be-?mail|\bno\.?):$/iu;
const MAX_LABEL = 24;
/** px */
const [MIN_ROOM, WIDTH, HEIGHT] = [60, 160, 24];

/** A label such as `日期：` with nothing behind it up to the end of its column. */
export function labelsToFill(
  view: PageView,
  party: (segment: Segment, left: number) => string,
): readonly FoundControl[] {
  const withLines = new Set(linesWithLabels(view).map(({ label }) => label));
  return view.segments.flatMap((segment, index) => {
    const below = view.segments[index + 1];
    return segment.pieces.flatMap((piece, at) => {
      const next = segment.pieces[at + 1];
      const isAlone = next === undefined || (next.kind === 'blank' && next.by === 'gap');
      if (piece.kind !== 'text' || !isAlone || piece.text.length > MAX_LABEL || !ASKED.test(piece.text))
        return [];
      if (next === undefined && (withLines.has(segment) || isBlankBelow(segment, below))) return [];
      const room = roomBehind(view, segment, piece.right);
      if (room < MIN_ROOM) return [];
      const kind = valueKindOf(piece.text);
      const width = Math.round(Math.min(WIDTH, room));
      const box = { x: piece.right + 4, y: segment.baseline + 4 - HEIGHT, width, height: HEIGHT };
      return [
        {
          by: 'label' as const,
          score: 0.6,
          page: view.page,
          box,
          claimed: box,
          componentType: kind.componentType,
          name: nameFrom(piece.text),
          participantFlag: party(segment, piece.left),
          required: 1 as const,
          attribute: { ...kind.attribute, width, height: HEIGHT },
        },
      ];
    });
  });
}

/** Underscores that were too long for the line of their label are at the beginning of the next one. */
function isBlankBelow({ baseline, em }: Segment, below: Segment | undefined): boolean {
  const start = below?.pieces.length === 1 ? below.pieces[0] : undefined;
  const down = below === undefined ? 0 : below.baseline - baseline;
  return start?.kind === 'blank' && start.by === 'underscores' && down > 0 && down < 3 * em;
}

function roomBehind({ segments, layout, cells }: PageView, segment: Segment, right: number): number {
  const end = segment.cell === null ? layout.width - 72 : segment.cell.x + segment.cell.width - 4;
  const next = segments
    .filter((other) => Math.abs(other.baseline - segment.baseline) < segment.em && other.left >= right)
    .flatMap(({ pieces }) => pieces.filter(({ left, kind }) => kind === 'text' && left >= right))
    .map(({ left }) => left);
  const own = segment.pieces
    .filter(({ kind, left }) => kind === 'text' && left > right)
    .map(({ left }) => left);
  const borders = segment.cell === null ? cells.filter(({ x }) => x > right).map(({ x }) => x) : [];
  return Math.min(end, ...next, ...own, ...borders) - right - 8;
}
