import type { AnyOperation } from '@cinnabar/api/operation.js';
import type { AnyRoute } from '../operation/handler.js';

/**
 * The routes in the order of the registry. Throws at startup if an operation has no route, a route has no operation, or
 * two of either share a path.
 */
export function routeTable(
  registry: readonly AnyOperation[],
  routes: readonly AnyRoute[],
): readonly AnyRoute[] {
  const byOperation = new Map<AnyOperation, AnyRoute>();
  const problems: string[] = [];
  for (const route of routes) {
    if (byOperation.has(route.operation)) problems.push(`two routes for ${route.operation.path}`);
    byOperation.set(route.operation, route);
    if (!registry.includes(route.operation)) problems.push(`${route.operation.path} is not in the registry`);
  }
  const paths = new Set<string>();
  const table: AnyRoute[] = [];
  for (const operation of registry) {
    if (paths.has(operation.path)) problems.push(`two operations at ${operation.path}`);
    paths.add(operation.path);
    const route = byOperation.get(operation);
    if (route === undefined) problems.push(`no route for ${operation.path}`);
    else table.push(route);
  }
  if (problems.length > 0) throw new Error(`routes and operations differ: ${problems.join('; ')}`);
  return table;
}
