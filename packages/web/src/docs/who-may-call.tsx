import type { ReactNode } from 'react';
import { useTexts } from '../shared/text/language.js';
import type { OperationContent } from './content.js';
import { operationTexts } from './operation-texts.js';
import { codeLook } from './text.js';

/** Caller, roles, idempotency and links of an operation. */
export function WhoMayCall({ operation }: { readonly operation: OperationContent }) {
  const t = useTexts(operationTexts);
  const { caller, right, links, takesKey } = operation;
  const roles: Readonly<Record<string, string>> = t.roles;
  return (
    <dl className="m-0 grid gap-x-6 gap-y-3 rounded-card border border-n-200 bg-n-25 p-4 text-desk sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Row name={t.who}>{t.callers[caller]}</Row>
      {right !== null && (
        <Row name={t.right}>
          {right.roles.map((role) => roles[role] ?? role).join(t.listSeparator)}{' '}
          <code className={codeLook}>{right.name}</code>
        </Row>
      )}
      {takesKey && <Row name={t.idempotency}>{t.idempotencyText}</Row>}
      {links.length > 0 && (
        <Row name={t.links}>
          {t.linksNote}
          <ul className="m-0 mt-1 list-disc pl-5">
            {links.map(({ kind, scope }) => (
              <li key={kind}>
                {kind}
                <span className="text-n-500">{t.linkScope(scope)}</span>
              </li>
            ))}
          </ul>
        </Row>
      )}
    </dl>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="font-medium text-n-600">{name}</dt>
      <dd className="m-0 max-sm:-mt-2">{children}</dd>
    </>
  );
}
