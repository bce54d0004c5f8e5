import { useTexts } from '../shared/text/language.js';
import type { Field, OperationContent } from './content.js';
import { FieldList } from './field-list.js';
import { fileSize } from './file-size.js';
import { operationTexts } from './operation-texts.js';
import { SectionHeading } from './section-heading.js';

export function RequestFields({ operation }: { readonly operation: OperationContent }) {
  const t = useTexts(operationTexts);
  const { request, maxFileBytes, isList, query } = operation;
  const file: Field = {
    name: 'file',
    type: 'file',
    required: true,
    nullable: false,
    meaning: t.fileField,
    limits: maxFileBytes === null ? '' : `≤ ${fileSize(maxFileBytes)}`,
    values: [],
    children: [],
  };
  const own = request.map((field) =>
    query.includes(field.name) ? { ...field, meaning: t.withNote(field.meaning, t.inQuery) } : field,
  );
  const fields = maxFileBytes === null ? own : [file, ...own];
  return (
    <>
      <SectionHeading id="request" level={2}>
        {t.request}
      </SectionHeading>
      {maxFileBytes !== null && (
        <p className="my-3 text-desk text-n-700">{t.upload(fileSize(maxFileBytes))}</p>
      )}
      {isList && <p className="my-3 text-desk text-n-700">{t.requestList}</p>}
      {fields.length === 0 ? (
        <p className="my-3 text-desk text-n-700">{t.noFields}</p>
      ) : (
        <FieldList fields={fields} at="request" marks="required" />
      )}
    </>
  );
}
