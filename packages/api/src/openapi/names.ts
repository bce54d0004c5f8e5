/** Names in the OpenAPI document. Code generators derive method and type names from them. */

/** `/seal/getSealInfo` becomes `seal_getSealInfo`. */
export function operationIdOf(path: string): string {
  return path.slice(1).replaceAll('/', '_');
}

/** `flow.started` becomes `event_flow_started`: `webhook.test` must not be mistaken for the operation `/webhook/test`. */
export function operationIdOfEvent(type: string): string {
  return `event_${type.replaceAll('.', '_')}`;
}

/** `/seal/getSealInfo` becomes `SealGetSealInfo`, followed by the part. */
export function typeNameOf(path: string, part: 'Request' | 'Answer'): string {
  const words = path.slice(1).split('/');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + part;
}
