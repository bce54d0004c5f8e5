import type { BookedFlow, BookFilters, Status } from './flow-book.js';
import type { RandomChoice } from './random-choice.js';

const STATUSES: readonly Status[] = [0, 1, 2, 3, 4, 5, 6];
const KINDS = ['status', 'list', 'mobile', 'name', 'corp', 'time', 'code', 'title', 'order'] as const;

/** Filters that usually match something: each is derived from some flow. */
export function randomFilters(random: RandomChoice, flows: readonly BookedFlow[]): BookFilters {
  // One of each kind: two time ranges may start after they end.
  const kinds = random.shuffled(KINDS).slice(0, random.chance(0.6) ? 1 : 2);
  let filters: BookFilters = {};
  for (const kind of kinds) filters = { ...filters, ...filterOf(kind, random, random.of(flows)) };
  return filters;
}

function filterOf(kind: (typeof KINDS)[number], random: RandomChoice, flow: BookedFlow): BookFilters {
  const party = random.of(flow.parties);
  switch (kind) {
    case 'status':
      return { flowStatus: random.of(STATUSES) };
    case 'list': {
      const flowStatusList = random.some(STATUSES, 0.4);
      return flowStatusList.length === 0 ? {} : { flowStatusList, flowStatus: random.of(STATUSES) };
    }
    case 'mobile':
      return { mobile: party.mobile };
    case 'name':
      return {
        participantName: partOf(random, party.psnName),
        ...(random.chance(0.5) ? { participantType: 0 } : {}),
      };
    case 'corp':
      return {
        participantType: 1,
        participantName: partOf(random, party.corpName === '' ? '公司' : party.corpName),
      };
    case 'time':
      return timeFilter(random, flow);
    case 'code':
      return flow.told.flowCode === '' ? {} : { flowCode: flow.told.flowCode };
    case 'title':
      return { flowTitle: partOf(random, flow.title) };
    case 'order':
      return { sourceOrderCode: flow.sourceOrderCode ?? 'PO-9' };
  }
}

/** Some characters from anywhere in it, sometimes in another case. */
function partOf(random: RandomChoice, text: string): string {
  const from = random.below(text.length);
  const part = text.slice(from, from + 1 + random.below(4));
  return random.of([part, part.toLowerCase(), part.toUpperCase()]);
}

/** Bounds at a flow's own time, or a millisecond or an hour from it. */
function timeFilter(random: RandomChoice, { told }: BookedFlow): BookFilters {
  const type = random.of([0, 1, 2] as const);
  const time = [told.startTime, told.finishTime, told.deadline][type] ?? told.createTime;
  const beside = () => time + random.of([0, 0, 1, -1, 3_600_000, -3_600_000]);
  const [one, other] = [beside(), beside()];
  const ends = random.of([
    { flowStartTime: one },
    { flowFinishTime: one },
    { flowStartTime: Math.min(one, other), flowFinishTime: Math.max(one, other) },
  ]);
  return { ...ends, ...(type === 0 && random.chance(0.5) ? {} : { queryTimeType: type }) };
}
