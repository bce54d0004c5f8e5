import { afterClosing } from '../../shared/components/after-closing.js';
import { Sheet } from '../../shared/components/sheet.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { Samples } from './samples.js';
import { samplesTexts } from './samples-texts.js';

/** The samples beside the enterprise's own templates. */
export default function SamplesSheet({ close }: { readonly close: () => void }) {
  const t = useTexts(samplesTexts);
  const { corpId } = useConsole();
  return (
    <Sheet title={t.title} isOpen close={close}>
      <Samples
        taken={(templateId) =>
          afterClosing(close, () => goToAddress(consoleAddress('consoleTemplate', { corpId, templateId })))
        }
      />
    </Sheet>
  );
}
