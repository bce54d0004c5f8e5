/** What operators and commands have done. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform-acts.js';
import * as platform from '../../areas/platform/index.js';
import type { AuditFacts } from '../../database/tables/audit.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { windowOf } from './window-of.js';

async function listActs({ db }: PlatformContext, { page }: InputOf<typeof declared.listPlatformActs>) {
  const { acts, totalCount } = await platform.listActs(db, windowOf(page, declared.ACTS_PER_PAGE));
  return {
    acts: acts.map(({ madeAt: time, before, after, ...act }) => ({
      ...act,
      time,
      facts: factsOf(before, after),
    })),
    totalCount,
  };
}

function factsOf(before: AuditFacts | null, after: AuditFacts | null) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const text = (facts: AuditFacts | null, name: string) => {
    const value = facts?.[name];
    return value === undefined || value === null ? null : String(value);
  };
  return names.map((name) => ({ name, before: text(before, name), after: text(after, name) }));
}

export const platformActRoutes: readonly AnyRoute[] = [
  route('platform', declared.listPlatformActs, listActs),
];
