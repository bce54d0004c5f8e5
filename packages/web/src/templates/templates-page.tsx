import { StatePage } from '../shared/components/state-page.js';
import { useTexts } from '../shared/text/language.js';
import { templateTexts } from './template-texts.js';

/** Templates are managed through the interface; this page tells visitors where. */
export default function TemplatesPage() {
  const t = useTexts(templateTexts);
  return <StatePage icon="blocked" title={t.title} text={t.text} />;
}
