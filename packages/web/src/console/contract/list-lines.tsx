import type { ReactNode } from 'react';

export function Nothing({ text }: { readonly text: string }) {
  return <p className="px-4 py-12 text-center text-body text-n-600">{text}</p>;
}

export function Lines({ children }: { readonly children: ReactNode }) {
  return <ul className="m-0 list-none divide-y divide-n-200 px-4 lg:px-6">{children}</ul>;
}

export const line = 'flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2';
export const link =
  'inline-flex min-h-11 items-center text-desk text-cinnabar-600 underline-offset-4 hover:underline';
