import type { Tx } from '../../database/schema.js';
import type { AuditFacts } from '../../database/tables/audit.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { AuditOrigin } from './audited-act.js';
import { type OperationAct, operationActs } from './operation-acts.js';
import { recordAct } from './record-act.js';

/** An operation that has been carried out, before it is committed. */
export interface DoneOperation {
  readonly path: string;
  readonly corpId: CorpId;
  readonly userId: UserId | null;
  readonly appId: string;
  readonly input: unknown;
  readonly output: unknown;
}

type Fields = ReadonlyMap<string, unknown>;
type Fact = AuditFacts[string];

/** Records an administrative operation, in its own transaction. Others leave no entry here. */
export async function recordOperation(tx: Tx, done: DoneOperation, origin: AuditOrigin): Promise<void> {
  const declared = operationActs.get(done.path);
  if (declared === undefined) return;
  const [given, answered] = [fieldsOf(done.input), fieldsOf(done.output)];
  const { corpId, userId, appId } = done;
  const object = objectOf(declared, answered, given);
  await recordAct(
    tx,
    {
      ...{ corpId, userId, appId, act: declared.act },
      ...(object === null ? {} : { object }),
      after: picked(given, declared.facts ?? []),
      texts: picked(given, declared.texts ?? []),
    },
    origin,
  );
}

function objectOf({ object }: OperationAct, answered: Fields, given: Fields) {
  if (object === null) return null;
  const id = answered.get(object.id) ?? given.get(object.id);
  return typeof id === 'number' ? { kind: object.kind, id } : null;
}

function fieldsOf(value: unknown): Fields {
  return new Map<string, unknown>(isRecord(value) ? Object.entries(value) : []);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function picked(given: Fields, names: readonly string[]): AuditFacts {
  return Object.fromEntries(
    names.flatMap((name) => {
      const fact = factOf(given.get(name));
      return fact === undefined ? [] : [[name, fact] as const];
    }),
  );
}

/** undefined for a field that was not given. */
function factOf(value: unknown): Fact | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return listFact(value);
  return JSON.stringify(value);
}

/** Members are named by their ids only. */
function listFact(values: readonly unknown[]): Fact {
  const ids = values.map((each) => (isRecord(each) ? each['userId'] : each));
  const numbers = ids.filter((each) => typeof each === 'number');
  return numbers.length === values.length ? numbers : ids.map(String).join(',');
}
