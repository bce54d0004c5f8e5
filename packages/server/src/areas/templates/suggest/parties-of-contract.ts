import type { PartyType } from '@cinnabar/api/enums.js';
import { type PageView, type Segment, textOf } from './page-pieces.js';

export interface Party {
  readonly participantFlag: string;
  readonly participantType: PartyType;
  readonly participantName?: string | undefined;
}

/** What a contract calls a party: its flag, its name, and other words that the contract gives it. */
export interface NamedParty extends Party {
  readonly names: readonly string[];
}

/** The pairs of roles by which contracts call the first and the second party. */
const ROLES: readonly (readonly [first: string, second: string])[] = [
  ['出租方', '承租方'],
  ['出租人', '承租人'],
  ['出借人', '借款人'],
  ['出借方', '借款方'],
  ['贷款人', '借款人'],
  ['用人单位', '劳动者'],
  ['用人单位', '员工'],
  ['聘用方', '受聘方'],
  ['委托方', '受托方'],
  ['委托人', '受托人'],
  ['采购方', '供应方'],
  ['采购方', '供货方'],
  ['需方', '供方'],
  ['买方', '卖方'],
  ['买受人', '出卖人'],
  ['购买方', '销售方'],
  ['发包方', '承包方'],
  ['发包人', '承包人'],
  ['定作方', '承揽方'],
  ['披露方', '接收方'],
  ['转让方', '受让方'],
  ['许可方', '被许可方'],
  ['债权人', '债务人'],
  ['债权人', '保证人'],
  ['公司', '员工'],
];

const compact = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

/** A contract says on its first pages who its parties are. */
const HEAD_PAGES = 3;

/** The parties with the words that this contract uses for them: `甲方(出租方)`, `甲方出租方`. */
export function namedParties(parties: readonly Party[], pages: readonly PageView[]): readonly NamedParty[] {
  const texts = pages.slice(0, HEAD_PAGES).flatMap(({ segments }) => segments.map(textOf));
  return parties.map((party, index) => {
    const flag = compact(party.participantFlag);
    const names = new Set([flag]);
    if (party.participantName !== undefined && party.participantName !== '')
      names.add(compact(party.participantName));
    for (const role of new Set(ROLES.flat())) {
      const pair = new RegExp(`${escaped(flag)}[(/]?${role}|${role}[(/]?${escaped(flag)}`, 'u');
      const isFlag = parties.some((each) => compact(each.participantFlag) === role);
      if (!isFlag && texts.some((text) => pair.test(text))) names.add(role);
    }
    if (names.size === 1 && parties.length === 2) {
      const roles = ROLES.find((pair) => pair.every((role) => texts.some((text) => text.includes(role))));
      const role = roles?.[index];
      if (role !== undefined && !parties.some((each) => compact(each.participantFlag) === role))
        names.add(role);
    }
    return { ...party, names: [...names].toSorted((one, other) => other.length - one.length) };
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The party that a text names last; null if it names none. */
export function partyIn(text: string, parties: readonly NamedParty[]): NamedParty | null {
  const flat = compact(text);
  let found: { readonly party: NamedParty; readonly end: number; readonly length: number } | null = null;
  for (const party of parties) {
    for (const name of party.names) {
      const at = flat.lastIndexOf(name);
      const end = at + name.length;
      // `被许可方` contains `许可方`: of two that end at one place, the longer is meant.
      const isBetter = found === null || end > found.end || (end === found.end && name.length > found.length);
      if (at >= 0 && isBetter) found = { party, end, length: name.length };
    }
  }
  return found?.party ?? null;
}

/** A heading of a party, such as `甲方：` at the beginning of a line or column. */
export interface Heading {
  readonly party: NamedParty;
  readonly page: number;
  readonly segment: Segment;
}

const MAX_HEADING = 30;

export function headingsOf(pages: readonly PageView[], parties: readonly NamedParty[]): readonly Heading[] {
  return pages.flatMap(({ page, segments }) =>
    segments.flatMap((segment) => {
      const text = textOf(segment);
      const party = parties.find(({ names }) => names.some((name) => text.startsWith(name)));
      const isHeading =
        party !== undefined && text.length <= MAX_HEADING && !/[。;；]|应当|应在|须|负责/u.test(text);
      return isHeading ? [{ party, page, segment }] : [];
    }),
  );
}

/**
 * The party of something that names none: that of the heading above it in the same column, or of the column; otherwise
 * that of the last heading before it.
 */
export function partyAt(
  place: { readonly page: number; readonly left: number; readonly baseline: number },
  headings: readonly Heading[],
  parties: readonly NamedParty[],
): NamedParty | null {
  const before = headings.filter(
    ({ page, segment }) =>
      page < place.page || (page === place.page && segment.baseline <= place.baseline + 2),
  );
  const isBeside = ({ page, segment }: Heading): boolean =>
    page === place.page && Math.abs(segment.left - place.left) < COLUMN_REACH;
  const near = before.filter(
    (heading) => isBeside(heading) && place.baseline - heading.segment.baseline < BLOCK,
  );
  return (
    near.at(-1)?.party ?? before.findLast((heading) => isLeftOf(heading, place))?.party ?? parties[0] ?? null
  );
}

/** px: a signature block, and how far its lines are indented. */
const BLOCK = 420;
const COLUMN_REACH = 90;

function isLeftOf({ segment }: Heading, { left }: { readonly left: number }): boolean {
  return segment.left <= left + COLUMN_REACH;
}
