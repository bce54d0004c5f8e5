import { useTexts } from '../shared/text/language.js';
import type { OperationContent } from './content.js';
import { FieldList } from './field-list.js';
import { operationTexts } from './operation-texts.js';
import { SectionHeading } from './section-heading.js';

export function AnswerFields({ operation }: { readonly operation: OperationContent }) {
  const t = useTexts(operationTexts);
  const { answer, successCode } = operation;
  const introduction =
    answer.kind === 'file'
      ? t.answerFile
      : answer.kind === 'page'
        ? t.answerPage(successCode)
        : answer.type === 'object' && answer.fields.length === 0
          ? t.answerNoFields(successCode)
          : t.answerData(successCode, answer.type);
  return (
    <>
      <SectionHeading id="answer" level={2}>
        {t.answer}
      </SectionHeading>
      <p className="my-3 text-desk text-n-700">{introduction}</p>
      {answer.kind !== 'file' && answer.fields.length > 0 && (
        <FieldList fields={answer.fields} at="answer" marks="optional" />
      )}
    </>
  );
}
