import { addSampleTemplate, templateSampleList } from '@cinnabar/api/operations/template-files.js';
import type { SampleCode } from '@cinnabar/api/schemas/template.js';
import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useRefresh } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { samplesTexts } from './samples-texts.js';

/** The samples, each of which becomes a template of the enterprise by one click. */
export function Samples({ taken }: { readonly taken: (templateId: number) => void }) {
  const t = useTexts(samplesTexts);
  const words = useWords();
  const { door } = useConsole();
  const refresh = useRefresh();
  const { data, error, refetch } = useAsk(templateSampleList, {});
  const taking = useMutation({
    mutationFn: (sampleCode: SampleCode) => door.act(addSampleTemplate, { sampleCode }, crypto.randomUUID()),
    onSuccess: ({ templateId }) => {
      void refresh();
      taken(templateId);
    },
  });
  if (error !== null) return <Failed error={error} retry={() => void refetch()} what={t.what} />;
  if (data === undefined) return <RowsSkeleton rows={4} />;
  return (
    <>
      <p className="mt-0 mb-3 text-small text-n-600">{t.warning}</p>
      <ul className="m-0 list-none divide-y divide-n-200 rounded-card border border-n-200 bg-n-0 p-0 text-left">
        {data.map(({ sampleCode, templateName, note, participantFlags, componentNum, totalPage }) => {
          const isTaking = taking.isPending && taking.variables === sampleCode;
          return (
            <li key={sampleCode} className="flex items-center gap-3 px-3 py-2.5">
              <FileText {...iconSize} className="shrink-0 text-n-400" />
              <span className="min-w-0 flex-1">
                <bdi className="block text-desk font-medium">{templateName}</bdi>
                <span className="block text-small text-n-600">{note}</span>
                <span className="figures block text-small text-n-500">
                  <bdi>{t.facts(participantFlags.join(t.comma), componentNum, totalPage)}</bdi>
                </span>
              </span>
              <Button
                small
                aria-label={t.takeOf(templateName)}
                isDisabled={taking.isPending && !isTaking}
                busyLabel={isTaking ? t.working : null}
                onPress={() => taking.mutate(sampleCode)}
              >
                {t.take}
              </Button>
            </li>
          );
        })}
      </ul>
      <ErrorLine text={taking.error === null ? null : words(taking.error)} />
    </>
  );
}
