import type { templateInfo } from '@cinnabar/api/operations/templates.js';
import type { DataOf } from '../../api/wire.js';
import { useTexts } from '../../shared/text/language.js';
import { fieldsTexts } from './fields-texts.js';

const head = 'h-9 px-3 text-left text-caption font-medium text-n-500';
const cell = 'px-3 py-2 align-top text-desk';

/** The controls of a template, with the keys by which programs assign their values. */
export default function FieldsTab({ detail }: { readonly detail: DataOf<typeof templateInfo> }) {
  const t = useTexts(fieldsTexts);
  const { componentList, participantList } = detail;
  if (componentList.length === 0) {
    return <p className="px-4 py-12 text-center text-body text-n-600">{t.noFields}</p>;
  }
  const flagOf = (id: number) =>
    participantList.find(({ participantId }) => participantId === id)?.participantFlag ?? '';
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        <thead className="sticky top-0 bg-n-50">
          <tr className="border-b border-n-200">
            <th className={head}>{t.fieldName}</th>
            <th className={head}>{t.fieldKey}</th>
            <th className={head}>{t.fieldType}</th>
            <th className={head}>{t.fieldParty}</th>
            <th className={`${head} text-right`}>{t.fieldPage}</th>
            <th className={head}>{t.fieldRequired}</th>
          </tr>
        </thead>
        <tbody>
          {componentList.map((control) => (
            <tr key={control.componentId} className="border-b border-n-200 bg-n-0">
              <td className={`${cell} names`}>
                <bdi>{control.componentName}</bdi>
              </td>
              <td className={`${cell} names text-n-600`}>{control.componentKey ?? ''}</td>
              <td className={cell}>{t.typeOf(control.componentType)}</td>
              <td className={`${cell} names`}>
                <bdi>{flagOf(control.participantId)}</bdi>
              </td>
              <td className={`${cell} figures text-right`}>{control.pageNum}</td>
              <td className={cell}>{control.required === 1 ? t.yes : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
