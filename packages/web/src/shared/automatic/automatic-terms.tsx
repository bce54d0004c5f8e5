import { Facts } from '../components/facts.js';
import { ownPicture } from '../document/own-picture.js';
import { useTexts } from '../text/language.js';
import { automaticTexts } from './automatic-texts.js';
import type { AutomaticSeal } from './use-automatic.js';

const day = (moment: string) => moment.slice(0, 10);

/**
 * Terms of automatic placement: the seal, the enterprise, the period, and every page of the templates as they are now.
 */
export function AutomaticTerms({ view }: { readonly view: AutomaticSeal }) {
  const t = useTexts(automaticTexts);
  const from = day(view.effectiveTime);
  const period = view.expireTime === null ? t.forever(from) : t.until(from, day(view.expireTime));
  return (
    <>
      <div className="mb-4 flex justify-center">
        <img src={ownPicture(view.sealImageUrl)} alt={view.sealName} className="h-28 w-28 object-contain" />
      </div>
      <Facts
        facts={[
          [t.seal, view.sealName],
          [t.member, view.memberName],
          ...(view.manager === null ? [] : [[t.manager, view.manager] as const]),
          [t.period, period],
        ]}
      />
      <p className="m-0 mb-4 text-body text-n-700">{t.meaning}</p>
      <h2 className="m-0 mb-2 text-title font-semibold">{t.templates}</h2>
      <ul className="m-0 list-none p-0">
        {view.templates.map((template) => (
          <li key={template.templateId} className="mb-4">
            <p className="m-0 text-body font-medium names">
              <bdi>{template.templateName}</bdi>
            </p>
            <p className="figures m-0 mb-2 text-small text-n-500">{t.changed(day(template.updateTime))}</p>
            <div className="grid grid-cols-3 gap-2">
              {template.files.flatMap(({ fileName, pages }) =>
                pages.map((address, index) => (
                  <a key={address} href={address} target="_blank" rel="noreferrer">
                    <img
                      src={address}
                      alt={t.page(fileName, index + 1)}
                      loading="lazy"
                      className="w-full rounded-card bg-n-0 shadow-paper"
                    />
                  </a>
                )),
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="m-0 text-small text-n-500">{t.again}</p>
    </>
  );
}
