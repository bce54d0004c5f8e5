import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { smallIcon } from '../shared/components/icons.js';
import { useFragment } from '../shared/router/open-page.js';
import { useTexts } from '../shared/text/language.js';
import type { Field, FieldValue } from './content.js';
import { operationTexts } from './operation-texts.js';
import { AnchorLink } from './section-heading.js';
import { codeLook } from './text.js';

interface Props {
  readonly fields: readonly Field[];
  /** Prefix of the fragments: `request`, `answer.items`. */
  readonly at: string;
  /** Which fields are marked: in answers nearly every field is present, so the optional ones are. */
  readonly marks: 'required' | 'optional';
}

export function FieldList({ fields, at, marks }: Props) {
  return (
    <ul className="m-0 list-none border-t border-n-200 p-0">
      {fields.map((field) => (
        <FieldItem key={field.name} field={field} id={`${at}.${field.name}`} marks={marks} />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly field: Field;
  readonly id: string;
  readonly marks: Props['marks'];
}

function FieldItem({ field, id, marks }: ItemProps) {
  const t = useTexts(operationTexts);
  const { name, type, required, nullable, meaning, limits, values, children } = field;
  return (
    <li id={id} className="group scroll-mt-6 border-b border-n-200 py-3 target:bg-todo/40">
      <p className="m-0 flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <code className="font-mono text-desk font-semibold text-n-900 names">{name}</code>
        <span className="font-mono text-caption text-n-500">
          {type}
          {nullable ? ` ${t.nullable}` : ''}
        </span>
        {marks === 'required' && required && (
          <span className="text-caption font-medium text-warning">{t.required}</span>
        )}
        {marks === 'optional' && !required && <span className="text-caption text-n-500">{t.optional}</span>}
        {limits !== '' && <span className="text-caption text-n-500 names">{limits}</span>}
        <AnchorLink id={id} />
      </p>
      {meaning !== '' && <p className="m-0 mt-1 text-desk text-n-700">{meaning}</p>}
      {values.length > 0 && <Values values={values} />}
      {children.length > 0 && <Children id={id} fields={children} marks={marks} />}
    </li>
  );
}

function Values({ values }: { readonly values: readonly FieldValue[] }) {
  const isNamed = values.some(({ name }) => name !== '');
  return (
    <ul className={`m-0 mt-2 flex list-none gap-x-4 gap-y-1 p-0 ${isNamed ? 'flex-col' : 'flex-wrap'}`}>
      {values.map(({ value, name }) => (
        <li key={value} className="flex items-baseline gap-2 text-desk text-n-700">
          <code className={codeLook}>{value === '' ? '""' : value}</code>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Longer lists of nested fields are folded at first. */
const MAX_OPEN = 6;

function Children({ id, fields, marks }: Omit<ItemProps, 'field'> & { readonly fields: readonly Field[] }) {
  const t = useTexts(operationTexts);
  const isNamed = useFragment().startsWith(`${id}.`);
  const [isOpen, setOpen] = useState(isNamed || fields.length <= MAX_OPEN);
  useEffect(() => {
    if (isNamed) setOpen(true);
  }, [isNamed]);
  const Mark = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="mt-2">
      <Button
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
        className="inline-flex min-h-11 items-center lg:min-h-8 gap-1 rounded-control border border-n-300 px-2 text-small text-n-700 hover:bg-n-50 print:hidden"
      >
        <Mark {...smallIcon} />
        {isOpen ? t.hide : t.show(fields.length)}
      </Button>
      <div className={`mt-2 ml-1 border-l-2 border-n-200 pl-3 sm:pl-4 print:block ${isOpen ? '' : 'hidden'}`}>
        <FieldList fields={fields} at={id} marks={marks} />
      </div>
    </div>
  );
}
