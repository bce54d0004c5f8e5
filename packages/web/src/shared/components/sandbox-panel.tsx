import type { ReactNode } from 'react';

/** Frame around sandbox-only controls, so that nobody mistakes them for real ones. */
export function SandboxPanel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="overflow-hidden rounded-card border border-todo-edge bg-n-0" aria-label={title}>
      <p className="sandbox-stripes m-0 px-4 py-2 text-small font-medium text-todo-text">{title}</p>
      <div className="p-4">{children}</div>
    </section>
  );
}
