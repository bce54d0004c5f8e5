import { StatePage } from '../shared/components/state-page.js';
import { useTexts } from '../shared/text/language.js';
import { templateTexts } from './template-texts.js';

/** Links to templates are handed out; whoever opens one hears where templates are made. */
export default function TemplatesPage() {
  const t = useTexts(templateTexts);
  return <StatePage icon="blocked" title={t.title} text={t.text} />;
}
