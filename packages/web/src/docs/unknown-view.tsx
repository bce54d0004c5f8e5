import { useTexts } from '../shared/text/language.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { PageFrame } from './page-frame.js';
import { linkLook } from './text.js';

export function UnknownView() {
  const t = useTexts(docsTexts);
  return (
    <PageFrame title={t.unknown}>
      <p className="my-4">{t.unknownText}</p>
      <DocsLink href="/docs" className={linkLook}>
        {t.toStart}
      </DocsLink>
    </PageFrame>
  );
}
