import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import {
  type CertificateRecord,
  certificateFromJson,
  newestCertificates,
} from '../../../../authority/certificate-store.js';
import { fixedQuery, type Value } from '../../../../database/fixed-query.js';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { type SealToPlace, sealsToPlace } from '../../../seals/index.js';
import type { Flow } from '../../flow/flow.js';
import type { Actor } from '../../flow/rules/viewing.js';
import { type Intent, intentFromJson, selectOpenIntents } from '../../flow/store/intents.js';
import { flowOf, seenFlows } from '../../flow/store/load-flow.js';

/** What an act of signing takes besides its flow. */
export interface SigningMeans {
  /** The acting member's enterprise, to which seals and certificate belong. */
  readonly corpId: CorpId;
  readonly seals: readonly SealToPlace[];
  /** null: it has none yet. */
  readonly certificate: CertificateRecord | null;
  /** Of the acting member in their channel, unused and unexpired, newest first. */
  readonly intents: readonly Intent[];
}

interface FlowToSign {
  readonly flow: Flow;
  readonly means: SigningMeans;
}

interface Signing {
  readonly flowId: FlowId;
  /** Channel of the intent. */
  readonly channel: string;
  /** The seals of the act; 0 is the default. */
  readonly sealIds: readonly (SealId | 0)[];
  readonly now: Date;
}

/** Like findFlow, with everything that signing it takes, by one statement and therefore as of one moment. */
export async function findFlowToSign(
  db: Db,
  { corpId, userId, personal }: Actor,
  { flowId, channel, sealIds, now }: Signing,
): Promise<FlowToSign | null> {
  const seesPersonal = personal === 'all';
  const [row] = await flowToSignQuery(db, flowId, corpId, userId, seesPersonal, channel, sealIds, now);
  if (row === undefined) return null;
  const { seals, certificates, intents, ...flow } = row;
  const [certificate] = certificates;
  return {
    flow: await flowOf(db, flow),
    means: {
      corpId,
      seals,
      certificate: certificate === undefined ? null : certificateFromJson(certificate),
      intents: intents.map(intentFromJson),
    },
  };
}

const flowToSignQuery = fixedQuery(
  (
    db,
    flowId: Value<FlowId>,
    corpId: Value<CorpId>,
    userId: Value<UserId>,
    seesPersonal: Value<boolean>,
    channel: Value<string>,
    sealIds: Value<readonly (SealId | 0)[]>,
    now: Value<Date>,
  ) =>
    seenFlows(db, flowId, { corpId, userId, seesPersonal }).select([
      jsonArrayFrom(sealsToPlace(db, corpId, sealIds)).as('seals'),
      jsonArrayFrom(newestCertificates(db, corpId, 'enterprise')).as('certificates'),
      jsonArrayFrom(selectOpenIntents(db, { corpId, userId, flowId, channel }, now)).as('intents'),
    ]),
);
