/** Who can bind whom, and by what: every channel, every act, every proof. */
import { getApprovalSignUrl } from '@cinnabar/api/operations/approvals.js';
import { memberSetRoles } from '@cinnabar/api/operations/members.js';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../support/cinnabar.js';
import type { Person } from '../support/given-enterprise.js';
import { taskInfo } from '../support/given-flow.js';
import { askedOf, prepareProof } from './binding-acts.js';
import {
  type ActName,
  acts,
  type BindingRow,
  type Channel,
  channels,
  commands,
  impossible,
  outcomes,
  type PartName,
  type ProofName,
  parts,
  proofs,
  provenActs,
  table,
} from './binding-table.js';
import {
  type ContractKind,
  givenApproval,
  givenContract,
  givenPerson,
  givenWorld,
  type Opened,
  OWN_SITE,
  openChannel,
  type Way,
  type World,
} from './binding-world.js';

interface Combination {
  readonly channel: Channel;
  readonly act: ActName;
  readonly part: PartName;
}

const nameOf = ({ channel, act, part }: Pick<BindingRow, 'channel' | 'act' | 'part'>) =>
  `${channel} ${act} ${part}`;

const all: readonly Combination[] = channels.flatMap((channel) =>
  acts.flatMap((act) => parts.map((part) => ({ channel, act, part }))),
);

const expected = new Map(table.map((row) => [nameOf(row), row.outcomes]));

let world: World;
beforeAll(async () => {
  world = await givenWorld();
});
afterAll(() => world.close());

describe('the binding table', () => {
  test('has an expectation for every possible combination, and no other', () => {
    const possible = all.filter(({ channel, act, part }) => impossible(channel, act, part) === null);
    expect(table.map(nameOf).toSorted()).toEqual(possible.map(nameOf).toSorted());
    for (const { act, outcomes: cells, ...row } of table) {
      const takesProof = provenActs.some((each) => each === act);
      expect(cells, nameOf({ act, ...row })).toHaveLength(takesProof ? proofs.length : 1);
      for (const cell of cells) expect(Object.keys(outcomes)).toContain(cell);
    }
  });

  test('omits only what no operation and no command offers', async () => {
    expect(registry.map(({ path }) => path).filter((path) => /role/i.test(path))).toEqual([
      memberSetRoles.path,
    ]);
    const { out } = await commandLine({}, '--help');
    const names = [...out.matchAll(/^ {2}(\S+(?: \S+)*) {2,}/gm)].map(([, name = '']) => name);
    // Lists change nothing.
    const changing = names.filter((name) => !name.endsWith(' list'));
    expect(
      changing.filter((name) => /sign|fill|refuse|contract|member|approv|password|flow/.test(name)),
    ).toEqual(Object.keys(commands));
  });

  test('includes frames of other sites for approvals, although browsers do not display them there', async () => {
    const person = await givenPerson(world);
    const contract = await givenContract(world, person, 'sign', 'enterprise');
    const { envelope } = await person.client.post<string>(getApprovalSignUrl.path, {
      approvalId: await givenApproval(world, contract),
    });
    const inFrame = { accept: 'text/html', 'sec-fetch-dest': 'iframe' };
    const led = await fetch(envelope.data, { redirect: 'manual', headers: inFrame });
    const page = new URL(led.headers.get('location') ?? '', world.app.baseUrl);
    const { headers } = await fetch(page, { headers: inFrame });
    expect(page.pathname).toMatch(/^\/approve\//);
    expect(headers.get('content-security-policy')).toMatch(new RegExp(`frame-ancestors ${OWN_SITE}(;|$)`));
  });
});

function kindOf(act: ActName): ContractKind {
  return act === 'fill' || act === 'pay' ? act : 'sign';
}

/** A contract and a channel to it. */
interface Prepared {
  readonly opened: Opened;
  readonly way: Way;
}

/**
 * What the last attempt found and left unchanged. Its contract serves the next attempt as well: that of the same row with
 * another proof, or that of another row whose act takes no proof.
 */
const unchanged = new Map<string, Prepared>();

/** Refusals that count something for the person, who is not used again. */
const COUNTED: readonly unknown[] = [outcomes['1402'][1], outcomes['1403'][1]];

function keyOf(row: Combination): string {
  const { channel, act, part } = row;
  return provenActs.includes(act) ? nameOf(row) : `${channel} ${kindOf(act)} ${part}`;
}

async function prepared(row: Combination, proof: ProofName): Promise<Prepared> {
  const { channel, act, part } = row;
  const kept = unchanged.get(keyOf(row));
  unchanged.delete(keyOf(row));
  // A password of one's own is set before the channel is opened.
  if (kept !== undefined && proof !== 'ownPassword') return kept;
  if (channel === 'commandLine') throw new Error('the command line is not a channel to a contract');
  const person = channel === 'copierLink' ? world.copy.person : await givenPerson(world);
  const kind = kindOf(act);
  const contract = await givenContract(world, person, kind, part);
  const approvalId = act === 'approve' ? await givenApproval(world, contract) : null;
  const decides = act === 'approve' && channel !== 'ownLink';
  const opened = { person, contract, part, kind, approvalId, decides };
  await prepareProof(world, opened, proof);
  return { opened, way: await openChannel(world, channel, opened) };
}

async function answered(row: Combination, proof: ProofName): Promise<readonly unknown[]> {
  if (row.channel === 'commandLine') return byCommandLine(await givenPerson(world));
  const { opened, way } = await prepared(row, proof);
  const { operation, body } = await askedOf(world, row.act, opened, way, proof);
  const before = await standing(opened);
  const { status, envelope } = await way.client.post(operation.path, body);
  const done = envelope.code === operation.successCode;
  if (!done) {
    // A refused request changes nothing visible of the contract.
    expect(await standing(opened)).toEqual(before);
    if (!COUNTED.includes(envelope.code)) unchanged.set(keyOf(row), { opened, way });
  }
  return [status, done ? 'success' : envelope.code, envelope.reason ?? null];
}

/** The contract as its initiator sees it. */
async function standing({ person, contract, kind }: Opened) {
  const initiator = kind === 'pay' ? world.merchant.owner : person;
  const { flowStatus, participantList, expireDate } = await taskInfo(initiator, contract.flowId);
  return { flowStatus, participantList, expireDate };
}

async function byCommandLine({ userId }: Person): Promise<readonly unknown[]> {
  const of = ['--corp', String(world.home.corpId), '--user', String(userId)];
  const { code } = await commandLine(world.settings, 'member', 'role', ...of, '--add', 'CONTRACT_ADMIN');
  return code === 0 ? [200, 'success', null] : [code];
}

describe.each(channels)('through %s', (channel) => {
  const rows = all.filter(
    (row) => row.channel === channel && impossible(row.channel, row.act, row.part) === null,
  );
  test.each(rows)('$act, $part', async (row) => {
    const cells = expected.get(nameOf(row)) ?? [];
    const tried: ProofName[] = provenActs.includes(row.act) ? [...proofs] : ['none'];
    const found: Record<string, readonly unknown[]> = {};
    const wanted: Record<string, readonly unknown[] | undefined> = {};
    for (const [index, proof] of tried.entries()) {
      found[proof] = await answered(row, proof);
      wanted[proof] = Object.entries(outcomes).find(([name]) => name === cells[index])?.[1];
    }
    expect(found).toEqual(wanted);
  });
});
