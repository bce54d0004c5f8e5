/**
 * Lists, counts and exports agree with each other and with a model kept by the test, for every docQueryType, filter and
 * viewer. FAULT_SEED repeats an earlier run.
 */
import {
  contractExport,
  contractList,
  enterpriseContractsCount,
  enterpriseContractsExport,
  enterpriseContractsList,
  listByMobile,
  listCount,
} from '@cinnabar/api/operations/flows.js';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSeed } from '../support/seeded-random.js';
import type { BookedFlow, BookFilters, DocQueryType, FlowBook } from './support/flow-book.js';
import { type ListsWorld, listsWorld, type Seat } from './support/lists-world.js';
import { RandomChoice } from './support/random-choice.js';
import { randomFilters } from './support/random-filters.js';
import { playRandomFlows } from './support/random-flows.js';

const TYPES: readonly DocQueryType[] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const FILTERS_OF_EACH = 4;

const seed = chooseSeed();
const random = new RandomChoice(seed);
let world: ListsWorld;
let book: FlowBook;

beforeAll(async () => {
  console.log(`flow lists: FAULT_SEED=${seed}`);
  world = await listsWorld();
  book = await playRandomFlows(world, random, [30, 30]);
}, 300_000);

afterAll(() => world.app.close());

type Body = Readonly<Record<string, unknown>>;

function bodyOf(filters: BookFilters): Body {
  const { flowStartTime: from, flowFinishTime: to } = filters;
  return {
    ...filters,
    ...(from === undefined ? {} : { flowStartTime: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { flowFinishTime: new Date(to).toISOString() }),
  };
}

/** Description of the case for its failure message. */
const labelOf = (seat: Seat, path: string, body: Body) =>
  `FAULT_SEED=${seed}: ${path} by ${seat.label} with ${JSON.stringify(body)}`;

interface Item {
  readonly flowId: number;
  readonly flowTitle: string;
  readonly flowStatus: number;
}

/** Every page of the list, and the totals reported by all of them. */
async function pagesHold(seat: Seat, path: string, body: Body, expected: readonly BookedFlow[]) {
  const label = labelOf(seat, path, body);
  const listPageSize = random.of([1, 3, 7, 10, 1000]);
  const pages = Math.ceil(expected.length / listPageSize);
  const found: Item[] = [];
  // Of many small pages, only the first, the last and the one after it are checked.
  const numbers = pages <= 6 ? Array.from({ length: pages }, (_, index) => index + 1) : [1, pages];
  for (const listPageNo of [...numbers, pages + 1]) {
    const { envelope } = await seat.person.client.post<readonly Item[]>(path, {
      ...body,
      listPageNo,
      listPageSize,
    });
    const items = envelope.data ?? [];
    expect(envelope, label).toMatchObject({
      code: '200',
      totalCount: expected.length,
      listPageCount: pages,
      countInPage: items.length,
    });
    found.push(...items);
  }
  const shown = numbers.flatMap((page) => expected.slice((page - 1) * listPageSize, page * listPageSize));
  expect(found, label).toMatchObject(
    shown.map(({ flowId, title, status }) => ({ flowId, flowTitle: title, flowStatus: status })),
  );
}

async function countHolds(seat: Seat, path: string, body: Body, expected: readonly BookedFlow[]) {
  const { envelope } = await seat.person.client.post(path, body);
  expect(envelope, labelOf(seat, path, body)).toMatchObject({ code: '200', data: expected.length });
}

async function workbookHolds(seat: Seat, path: string, body: Body, expected: readonly BookedFlow[]) {
  const { baseUrl, headers } = seat.person.client;
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...body, listPageSize: 1 }),
  });
  const label = labelOf(seat, path, body);
  expect(response.status, label).toBe(expected.length === 0 ? 404 : 200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (expected.length === 0) return;
  const [sheet] = (await readXlsx(bytes)).sheets;
  const rows = (sheet?.rows ?? []).slice(1).map((row) => [row[0], row[2]]);
  expect(rows, label).toEqual(expected.map(({ flowId, title }) => [flowId, title]));
}

function manyFilters(): readonly BookFilters[] {
  return [{}, ...Array.from({ length: FILTERS_OF_EACH }, () => randomFilters(random, book.flows))];
}

describe('flows of every kind and status', () => {
  it('are all in the model: open, completed, revoked, expired, refused, drafts and deleted ones', () => {
    const statuses = new Set(book.flows.map(({ status }) => status));
    expect(statuses.size).toBeGreaterThanOrEqual(6);
    expect(book.flows.some(({ deleted }) => deleted)).toBe(true);
  });

  it.each(TYPES)('are listed, counted and exported consistently by docQueryType %i', async (docQueryType) => {
    for (const seat of world.seats) {
      for (const filters of manyFilters()) {
        const expected = book.own(seat.viewer, docQueryType, filters);
        const body = {
          ...bodyOf(filters),
          ...(docQueryType === 0 && random.chance(0.5) ? {} : { docQueryType }),
        };
        await pagesHold(seat, contractList.path, body, expected);
        await countHolds(seat, listCount.path, body, expected);
        if (random.chance(0.25)) await workbookHolds(seat, contractExport.path, body, expected);
      }
    }
  });

  it('are in the enterprise’s list for managers of its contracts, and for nobody else', async () => {
    for (const seat of world.seats) {
      for (const filters of [...manyFilters(), ...manyFilters()]) {
        const body = bodyOf(filters);
        if (!seat.viewer.administrates) {
          const denied = await seat.person.client.post(enterpriseContractsList.path, body);
          expect(denied.envelope.reason, labelOf(seat, 'list', body)).toBe('PERMISSION_DENIED');
          continue;
        }
        const expected = book.ofEnterprise(seat.viewer.corpId, filters);
        await pagesHold(seat, enterpriseContractsList.path, body, expected);
        await countHolds(seat, enterpriseContractsCount.path, body, expected);
        if (random.chance(0.25)) await workbookHolds(seat, enterpriseContractsExport.path, body, expected);
      }
    }
  });

  it('are found by a signer’s mobile as far as the viewer may see them', async () => {
    for (const seat of world.seats) {
      for (const { person } of world.seats) {
        const { flowStatus, flowStatusList, queryTimeType, flowStartTime, flowFinishTime } = randomFilters(
          random,
          book.flows,
        );
        const filters = withoutAbsent({
          mobile: person.mobile,
          flowStatus,
          flowStatusList,
          queryTimeType,
          flowStartTime,
          flowFinishTime,
        });
        await pagesHold(seat, listByMobile.path, bodyOf(filters), book.seen(seat.viewer, filters));
      }
    }
  });
});

type Absent<T> = { readonly [Name in keyof T]: T[Name] | undefined };

function withoutAbsent({ mobile, ...others }: Absent<BookFilters>): BookFilters {
  const kept: BookFilters = mobile === undefined ? {} : { mobile };
  return Object.assign(
    kept,
    Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
  );
}
