import { createElement, Fragment, type ReactNode } from 'react';

/** Parts of a text: they never change places, and so need no keys. */
export function inOrder(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
