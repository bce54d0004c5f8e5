/**
 * Invariants of a stored flow at every moment, whatever was killed: its row, parties, revisions, history, intents,
 * inbox rows, events and the ledger are consistent. Reads the tables directly, independent of the service's code.
 */
import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { verifyChain } from '@cinnabar/server/custody/event-chain.js';
import type { Db, Tx } from '@cinnabar/server/database/schema.js';
import type { FlowId } from './given-flow.js';

/** What a signature, or the archive of a completed flow, appends to each file. */
interface ChangeOfFiles {
  readonly files: readonly { readonly fileId: number; readonly before: string; readonly after: string }[];
}

interface FilledDetail {
  /** Parties whose last value this was. */
  readonly finished: readonly number[];
}

interface SignedDetail extends ChangeOfFiles {
  readonly participantId: number;
  readonly intent: { readonly intentId: number };
  readonly marks: readonly { readonly fileId: number }[];
}

/** A flow as stored in its tables, read in one snapshot. */
export type StoredFlow = Awaited<ReturnType<typeof readStoredFlow>>;

export async function readStoredFlow(db: Db, flowId: FlowId) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const flow = await tx
        .selectFrom('flows')
        .selectAll()
        .where('flow_id', '=', flowId)
        .executeTakeFirstOrThrow();
      return { flow, ...(await partsOf(tx, flowId)) };
    });
}

async function partsOf(tx: Tx, flowId: FlowId) {
  const events = await tx
    .selectFrom('flow_events')
    .selectAll()
    .where('flow_id', '=', flowId)
    .orderBy('sequence')
    .execute();
  const recorded = events.map(({ canonical, hash }) => ({ event: JSON.parse(canonical), hash }));
  const ofKind = (kind: string) => recorded.map(({ event }) => event).filter((event) => event.kind === kind);
  return {
    recorded,
    kinds: events.map(({ kind }) => kind),
    fillings: ofKind('filled').map((event): FilledDetail => event.detail),
    signatures: ofKind('signed').map((event): SignedDetail => event.detail),
    archives: ofKind('archived').map((event): ChangeOfFiles => event.detail),
    participants: await tx
      .selectFrom('flow_participants')
      .selectAll()
      .where('flow_id', '=', flowId)
      .orderBy('participant_id')
      .execute(),
    files: await tx
      .selectFrom('flow_files')
      .selectAll()
      .where('flow_id', '=', flowId)
      .orderBy('sort')
      .execute(),
    revisions: await tx
      .selectFrom('flow_revisions')
      .selectAll()
      .where('flow_id', '=', flowId)
      .orderBy('revision')
      .execute(),
    intents: await tx
      .selectFrom('flow_intents')
      .selectAll()
      .where('flow_id', '=', flowId)
      .where('consumed_at', 'is not', null)
      .execute(),
    inbox: await tx.selectFrom('flow_inbox').selectAll().where('flow_id', '=', flowId).execute(),
    news: await tx
      .selectFrom('outbox')
      .select(['topic'])
      .where('stream', '=', `flow:${flowId}`)
      .orderBy('id')
      .execute(),
    charges: await tx
      .selectFrom('ledger_entries')
      .select(['record_type', 'count'])
      .where('sign_flow_id', '=', flowId)
      .where('ledger', '=', 'contract')
      .orderBy('position')
      .execute(),
  };
}

/** All inconsistencies; [] for a flow that is entirely before or after each of its acts. */
export async function inconsistencies(db: Db, flowId: FlowId): Promise<readonly string[]> {
  const stored = await readStoredFlow(db, flowId);
  const problems: string[] = [];
  const same = (what: string, found: unknown, expected: unknown): void => {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    if (left !== right) problems.push(`flow ${flowId}: ${what} is ${left}, not ${right}`);
  };
  checkHistory(stored, same);
  checkParties(stored, same);
  checkFiles(stored, same);
  checkWhatFollows(stored, same);
  return problems;
}

type Same = (what: string, found: unknown, expected: unknown) => void;

function checkHistory({ flow, recorded, kinds }: StoredFlow, same: Same): void {
  const verdict = verifyChain(recorded, flow.event_head ?? undefined);
  same('the event chain', verdict, { intact: true, head: flow.event_head });
  same('the number of events', kinds.length, flow.event_count);
  // Filling may be part of the start or of a signature; every other act is a separate commit.
  const acts = kinds.filter((kind) => ['signed', 'refused', 'revoked', 'expired', 'archived'].includes(kind));
  if (!kinds.includes('filled')) same('the revision', flow.revision, 1 + acts.length);
}

function checkParties({ flow, kinds, signatures, participants }: StoredFlow, same: Same): void {
  const signers = participants.filter(({ signs }) => signs);
  const signed = signers.filter(({ sign_status }) => sign_status === SignStatus.signed);
  const idsOf = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
  same(
    'who has signed',
    idsOf(signed.map(({ participant_id }) => participant_id)),
    idsOf(signatures.map(({ participantId }) => participantId)),
  );
  same(
    'who has a time of signing',
    participants.filter(({ sign_time }) => sign_time !== null).length,
    signed.length,
  );
  const isComplete = flow.status === FlowStatus.completed;
  same('completed', isComplete, signed.length === signers.length);
  same('the event of completion', kinds.includes('completed'), isComplete);
  same('the event of revocation', kinds.includes('revoked'), flow.status === FlowStatus.revoked);
  same('the event of expiry', kinds.includes('expired'), flow.status === FlowStatus.expired);
  same('the time of completion', flow.finished_at !== null, isComplete);
}

/** All files change together: each signature adds a revision to each of them, based on the previous one, and so do archives. */
function checkFiles({ flow, signatures, archives, files, revisions }: StoredFlow, same: Same): void {
  for (const file of files) {
    const archived = archives.filter((each) => each.files.some(({ fileId }) => fileId === file.file_id));
    const changes = [...signatures, ...archived];
    const own = revisions.filter(({ file_id }) => file_id === file.file_id);
    same(`the newest revision of file ${file.file_id}`, own.at(-1)?.hash, file.current_hash);
    same(`revisions beyond the flow's of file ${file.file_id}`, own.filter(isBeyond).length, 0);
    const path = changes.map(({ files: changed }) => changed.find(({ fileId }) => fileId === file.file_id));
    const hashes = own.map(({ hash }) => hash);
    same(
      `what was signed of file ${file.file_id}`,
      path.map((step) => step?.after),
      hashes.slice(hashes.length - changes.length),
    );
    if (changes.length > 0) {
      same(
        `what signatures of file ${file.file_id} stand on`,
        path.map((step) => step?.before),
        hashes.slice(hashes.length - changes.length - 1, hashes.length - 1),
      );
    }
  }

  function isBeyond({ revision }: { readonly revision: number }): boolean {
    return revision > flow.revision;
  }
}

function checkWhatFollows(stored: StoredFlow, same: Same): void {
  const { flow, kinds, signatures, participants, intents, inbox, news, charges } = stored;
  const ids = (list: readonly number[]) => list.toSorted((one, other) => one - other);
  same(
    'used intents',
    ids(intents.map(({ intent_id }) => intent_id)),
    ids(signatures.map(({ intent }) => intent.intentId)),
  );
  same('states in lists', [...new Set(inbox.map(({ status }) => status))], [flow.status]);
  for (const row of inbox.filter(({ user_id }) => user_id !== 0)) {
    const open = participants.filter(
      ({ psn_id, signs, sign_status, participant_corp_id }) =>
        psn_id === row.user_id &&
        (participant_corp_id === null || participant_corp_id === row.viewer_corp_id) &&
        signs &&
        sign_status !== SignStatus.signed,
    );
    const isOpen = flow.status === FlowStatus.signing || flow.status === FlowStatus.fill;
    same(`unfinished for user ${row.user_id}`, row.my_unfinished, isOpen && open.length > 0);
  }
  const told = (topic: string) => news.filter((item) => item.topic === topic).length;
  same('news of signatures', told('flow.signed'), signatures.length);
  same('news of completion', told('flow.completed'), kinds.includes('completed') ? 1 : 0);
  same('news of revocation', told('flow.revoked'), kinds.includes('revoked') ? 1 : 0);
  const givenBack = kinds.includes('revoked') && signatures.length === 0;
  same(
    'charges',
    charges.map(({ record_type, count }) => [record_type, count]),
    [['signContract', -1], ...(givenBack ? [['signCancel', 1]] : [])],
  );
}

/** Every ledger whose rows do not add up or are not continuous; and every package likewise. */
export async function ledgerProblems(db: Db): Promise<readonly string[]> {
  const balances = await db.selectFrom('corp_balances').selectAll().execute();
  const entries = await db.selectFrom('ledger_entries').selectAll().orderBy('position').execute();
  const packages = await db.selectFrom('ledger_packages').selectAll().execute();
  const ofPackages = packages.flatMap(({ package_id, remaining }) => {
    const own = entries.filter((entry) => entry.package_id === package_id);
    const sum = own.reduce((total, { count }) => total + count, 0);
    return sum === remaining ? [] : [`package ${package_id}: ${remaining} remain, rows add up to ${sum}`];
  });
  const ofLedgers = balances.flatMap(({ corp_id, ledger, balance, expiring, entries: count }) => {
    const held = packages.filter((each) => each.corp_id === corp_id && each.ledger === ledger);
    const remaining = held.reduce((total, each) => total + each.remaining, 0);
    if (remaining !== expiring)
      return [`${ledger} of ${corp_id}: ${expiring} end, packages have ${remaining}`];
    const own = entries.filter((entry) => entry.corp_id === corp_id && entry.ledger === ledger);
    let sum = 0;
    const broken = own.filter((entry, index) => {
      sum += entry.count;
      return entry.balance !== sum || entry.position !== index + 1;
    });
    if (sum === balance && own.length === count && broken.length === 0) return [];
    return [
      `${ledger} of ${corp_id}: balance ${balance}, rows ${own.length} of ${count} add up to ${sum}, ${broken.length} do not carry on`,
    ];
  });
  return [...ofPackages, ...ofLedgers];
}
