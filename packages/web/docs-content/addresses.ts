import type { Area } from '@cinnabar/api/operation.js';

/** `/signTask/contract/list` is called `signTask.contract.list`, as in the SDK. */
export function nameOf(path: string): string {
  return path.slice(1).replaceAll('/', '.');
}

export function operationAddress({ area, path }: { readonly area: Area; readonly path: string }): string {
  return `/docs/${area}/${nameOf(path)}`;
}

export function guideAddress(name: string): string {
  return `/docs/guides/${name}`;
}

/** The fragment of a heading as GitHub makes it, so that links between the guides work there and here. */
export function fragmentOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation}\- ]/gu, '')
    .replaceAll(' ', '-');
}
