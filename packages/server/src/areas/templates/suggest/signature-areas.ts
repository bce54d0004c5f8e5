import { PartyType } from '@cinnabar/api/enums.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { Area, FoundControl } from './found-control.js';
import { type PageView, type Piece, type Segment, textOf } from './page-pieces.js';
import { type Heading, type NamedParty, partyAt, partyIn } from './parties-of-contract.js';

const SIGN = '盖章|公章|签章|签字|签名|签署|签收|用章|印章|合同章|合同专用章';
/** `甲方(盖章)`, `乙方签字或盖章`, `丙方(签名/捺印):` */
const SIGNED = new RegExp(
  `[(]?(?:加盖)?(?:${SIGN})(?:(?:或|并|及|和|、|/|,)?(?:加盖|${SIGN}|捺印|手印|指印|指纹))*[)]?[:]?$`,
  'u',
);
const REPRESENTATIVE =
  /(?:法(?:定代表人|人代表)|授权代表|委托代理人|授权代理人|签约代表|代表人|负责人|代表)(?:[(]?或[^:]{0,12})?[)]?(?:[(](?:签字|签名|签章|盖章)[^)]{0,6}[)]|签字|签名|签章|签署)?[:]?$/u;
const ENGLISH =
  /(?:forandonbehalfof.{1,60}|signature|signedby|authori[sz]edsignator(?:y|ies)|\(?seal\)?|by):?$/iu;
/** Words of a clause or a table of contents: what ends like a label is running text. */
const CLAUSE =
  /[。;；?]|^第.{1,4}[条章款]|^\d+[.、)]|^[(]?[一二三四五六七八九十]+[、)]|应当|应由|应在|经双方|自双方|生效|以下无正文|签署页/u;
const MAX_LABEL = 36;

const SEAL = { width: 159, height: 159 };
const HAND = { width: 120, height: 60 };
/** A seal begins this share of its height above the middle of its label, so that the label stays legible. */
const ABOVE = 0.1;

interface Label {
  readonly view: PageView;
  readonly segment: Segment;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly blankEnd: number;
  readonly kind: 'party' | 'representative';
  /** The empty cell to the right, if the label fills a cell of its own. */
  readonly room: Area | null;
}

/** Places to sign: `甲方（盖章）`, `乙方签字`, `法定代表人：`, `For and on behalf of`. */
export function signatureAreas(
  pages: readonly PageView[],
  parties: readonly NamedParty[],
  headings: readonly Heading[],
): readonly FoundControl[] {
  const labels = pages.flatMap((view) => view.segments.flatMap((segment) => labelsIn(view, segment)));
  const ofParties = labels.filter(({ kind }) => kind === 'party');
  return labels.flatMap((label) => {
    if (label.kind === 'representative' && !belongsToBlock(label, ofParties)) return [];
    const named = partyIn(nameOf(label), parties);
    const owner =
      named ??
      ownerOf(label, ofParties, parties) ??
      onlyOneWho(label, parties) ??
      partyOf(label, headings, parties);
    return owner === null ? [] : [controlOf(label, owner, named !== null)];
  });
}

function labelsIn(view: PageView, segment: Segment): readonly Label[] {
  const all = textOf(segment);
  if (CLAUSE.test(all)) return [];
  const labels: Label[] = [];
  for (const [index, piece] of segment.pieces.entries()) {
    if (piece.kind !== 'text' || piece.text.length > MAX_LABEL) continue;
    const cut = labelPart(piece.text);
    if (cut === null) continue;
    const last = piece.characters[cut.length - 1];
    const blank = segment.pieces[index + 1];
    const room = segment.pieces.length === 1 ? emptyCellBeside(view, segment) : null;
    labels.push({
      view,
      segment,
      text: cut.text,
      kind: cut.kind,
      left: piece.left,
      right: last?.right ?? piece.right,
      room,
      blankEnd:
        room !== null ? room.x + room.width : isBlank(blank) ? blank.right : (last?.right ?? piece.right),
    });
  }
  return labels;
}

function emptyCellBeside({ cells, segments }: PageView, { cell }: Segment): Area | null {
  if (cell === null) return null;
  const beside = cells.find(
    (other) => Math.abs(cell.x + cell.width - other.x) <= 4 && Math.abs(cell.y - other.y) <= 4,
  );
  const isEmpty = beside !== undefined && segments.every((segment) => segment.cell !== beside);
  return isEmpty ? beside : null;
}

const isBlank = (piece: Piece | undefined): piece is Piece & { kind: 'blank' } => piece?.kind === 'blank';

/** A name may follow: `甲方（盖章）：某某公司`. */
function labelPart(
  text: string,
): { readonly text: string; readonly length: number; readonly kind: Label['kind'] } | null {
  const colon = text.indexOf(':');
  const parts = colon >= 0 && colon < text.length - 1 ? [text, text.slice(0, colon + 1)] : [text];
  for (const part of parts) {
    const kind = kindOf(part);
    if (kind !== null) return { text: part, length: [...part].length, kind };
  }
  return null;
}

function kindOf(text: string): Label['kind'] | null {
  // `法定代表人或` goes on in the next line.
  if (/[或及和、]$/u.test(text)) return null;
  if (REPRESENTATIVE.test(text)) return 'representative';
  if (ENGLISH.test(text)) return 'party';
  return SIGNED.test(text) ? 'party' : null;
}

/** The name of a party above a lone `（盖章）` belongs to it. */
function nameOf(label: Label): string {
  if (!/^[(]/.test(label.text)) return label.text;
  const above = label.view.segments.findLast(
    ({ baseline, left }) =>
      baseline < label.segment.baseline - 2 &&
      label.segment.baseline - baseline < 3 * label.segment.em &&
      Math.abs(left - label.left) < 40,
  );
  return above === undefined ? label.text : textOf(above) + label.text;
}

/** px: the height of a signature block. */
const BLOCK = 260;

/** Names of representatives in the head of a contract are texts; in its signature block they sign. */
function belongsToBlock(label: Label, ofParties: readonly Label[]): boolean {
  if (/签字|签名|签章|签署|盖章/.test(label.text)) return true;
  return ofParties.some(
    ({ view, segment }) =>
      view.page === label.view.page && Math.abs(label.segment.baseline - segment.baseline) < BLOCK,
  );
}

/** The party whose place to sign is nearest above, in the same column or cell. */
function ownerOf(
  label: Label,
  ofParties: readonly Label[],
  parties: readonly NamedParty[],
): NamedParty | null {
  if (label.kind === 'party') return null;
  const above = ofParties
    .filter(
      ({ view, segment, left }) =>
        view.page === label.view.page &&
        segment.baseline <= label.segment.baseline + 2 &&
        label.segment.baseline - segment.baseline < BLOCK &&
        left <= label.left + 40,
    )
    .toSorted((one, other) => distance(one, label) - distance(other, label));
  const [nearest] = above;
  return nearest === undefined ? null : partyIn(nameOf(nearest), parties);
}

/** Enterprises seal and persons sign: with one of them, the word says who. */
function onlyOneWho({ text, kind }: Label, parties: readonly NamedParty[]): NamedParty | null {
  if (kind === 'representative') return null;
  const type = /章/.test(text) ? PartyType.enterprise : PartyType.person;
  const such = parties.filter(({ participantType }) => participantType === type);
  return such.length === 1 ? (such[0] ?? null) : null;
}

function distance(one: Label, label: Label): number {
  return Math.abs(one.left - label.left) + Math.abs(one.segment.baseline - label.segment.baseline);
}

function partyOf(
  label: Label,
  headings: readonly Heading[],
  parties: readonly NamedParty[],
): NamedParty | null {
  return partyAt(
    { page: label.view.page, left: label.left, baseline: label.segment.baseline },
    headings,
    parties,
  );
}

function controlOf(label: Label, party: NamedParty, isNamed: boolean): FoundControl {
  const { segment, view } = label;
  const isSeal = party.participantType === PartyType.enterprise && label.kind === 'party';
  const size = isSeal ? SEAL : HAND;
  const middle = (segment.top + segment.bottom) / 2;
  const wanted: Area = isSeal
    ? { x: label.right - size.width * 0.3, y: middle - size.height * ABOVE, ...size }
    : { x: (label.room?.x ?? label.right) + 6, y: middle - size.height / 2, ...size };
  const box = insidePage(wanted, view);
  const claimed = {
    x: label.left,
    y: segment.top,
    width: label.blankEnd - label.left,
    height: segment.bottom - segment.top,
  };
  const name = label.text.replace(/[:：]$/u, '').slice(0, 40);
  return {
    by: 'signature',
    score: isNamed ? 0.95 : 0.75,
    page: view.page,
    box,
    claimed,
    componentType: componentTypes.signatureArea,
    name,
    participantFlag: party.participantFlag,
    required: 1,
    attribute: {
      width: size.width,
      height: size.height,
      ...(isSeal ? { sealSpecs: 1 as const } : { sealSpecs: 2 as const }),
    },
  };
}

function insidePage({ x, y, width, height }: Area, { layout }: PageView): Area {
  return {
    x: Math.max(0, Math.min(x, layout.width - width)),
    y: Math.max(0, Math.min(y, layout.height - height)),
    width,
    height,
  };
}
