import { maxOverviewCount } from '@cinnabar/api/schemas/overview.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import { statusesOf } from '../../flow/rules/states.js';
import { inPart, scopeParts } from './inbox-scope.js';

interface TemplateUse {
  readonly open: number;
  readonly recent: number;
  /** Counting stopped: both numbers are minimums. */
  readonly isLimited: boolean;
}

/** How many flows were started from each template that are open, and since then; templates without any are left out. */
export async function flowsOfTemplates(
  db: Db,
  corpId: CorpId,
  templateIds: readonly TemplateId[],
  since: Date,
): Promise<ReadonlyMap<TemplateId, TemplateUse>> {
  const [part] = scopeParts({ kind: 'enterprise', corpId });
  const limit = maxOverviewCount * templateIds.length;
  const rows = await db
    .selectFrom(
      db
        .selectFrom('flow_inbox')
        .select(['template_id', 'status', 'started_at'])
        .where((where) =>
          where.and([
            inPart(where, part),
            sql<SqlBool>`initiated`,
            where('template_id', 'in', templateIds),
            where.or([where('status', 'in', statusesOf('open')), where('started_at', '>=', since)]),
          ]),
        )
        .limit(limit + 1)
        .as('used'),
    )
    .select((used) => [
      'template_id',
      used.fn.countAll<number>().filterWhere('status', 'in', statusesOf('open')).as('open'),
      used.fn.countAll<number>().filterWhere('started_at', '>=', since).as('recent'),
      sql<number>`sum(count(*)) over ()`.as('counted'),
    ])
    .groupBy('template_id')
    .execute();
  return new Map(
    rows.flatMap(({ template_id, open, recent, counted }) =>
      template_id === null ? [] : [[template_id, { open, recent, isLimited: Number(counted) > limit }]],
    ),
  );
}
