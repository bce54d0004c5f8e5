import { goToAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { Samples } from './samples.js';
import { samplesTexts } from './samples-texts.js';

/** What an enterprise without templates can begin with. */
export default function FirstTemplates() {
  const t = useTexts(samplesTexts);
  const { corpId } = useConsole();
  return (
    <section aria-label={t.begin} className="mt-10 w-full max-w-[560px]">
      <h2 className="mt-0 mb-1 text-desk font-semibold">{t.begin}</h2>
      <Samples
        taken={(templateId) => goToAddress(consoleAddress('consoleTemplate', { corpId, templateId }))}
      />
    </section>
  );
}
