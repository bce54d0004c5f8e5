import { previewTemplate } from '@cinnabar/api/operations/template-drafts.js';
import type { PreviewSample } from '@cinnabar/api/schemas/template-draft.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../api/refused.js';
import type { DataOf } from '../api/wire.js';
import { afterClosing } from '../shared/components/after-closing.js';
import { Button } from '../shared/components/button.js';
import { onDemand } from '../shared/components/on-demand.js';
import { SelectField } from '../shared/components/select-field.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useWide } from '../shared/components/use-wide.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { isFramed } from '../shared/embed/host.js';
import { useDebounced } from '../shared/seals/use-debounced.js';
import { useTexts } from '../shared/text/language.js';
import { isArea, kindOf, sizeOf } from './control-kinds.js';
import type { Design, TemplateId } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { designerTexts } from './designer-texts.js';
import { previewTexts } from './preview-texts.js';
import { filledControls, previewBody, previewedControls } from './previewed.js';
import { WrappingSelect } from './wrapping-select.js';

const PagePreview = onDemand(() => import('./page-preview.js'));

const views = ['paper', 'fill', 'sign'] as const;
type View = (typeof views)[number];

type Values = PreviewSample | 'own';
const choices = ['typical', 'longest', 'rare', 'own'] as const satisfies readonly Values[];

interface Props {
  readonly design: Design;
  readonly templateId: TemplateId | null;
  /** Number of mistakes, which a preview may be refused for. */
  readonly mistakes: number;
  /** null where nothing can be changed. */
  readonly acts: {
    readonly reveal: (key: string) => void;
    readonly showChecks: () => void;
  } | null;
}

interface SheetProps extends Omit<Props, 'acts'> {
  readonly reveal: (key: string) => void;
  readonly showChecks: () => void;
  readonly close: () => void;
}

export function PreviewSheet({ reveal, showChecks, close, ...props }: SheetProps) {
  const t = useTexts(previewTexts);
  const leave = (go: () => void) => afterClosing(close, go);
  return (
    <Sheet title={t.title} isOpen full close={close}>
      <Preview
        {...props}
        acts={{ reveal: (key) => leave(() => reveal(key)), showChecks: () => leave(showChecks) }}
      />
    </Sheet>
  );
}

/** The files as contracts will look, drawn by the service; on a desktop beside their size on a phone. */
export function Preview({ design, templateId, mistakes, acts }: Props) {
  const t = useTexts(previewTexts);
  const { untitled } = useTexts(designerTexts);
  const door = useDesignerDoor();
  const isWide = useWide();
  const [values, setValues] = useState<Values>('typical');
  const [own, setOwn] = useState<ReadonlyMap<string, string>>(new Map());
  const [party, setParty] = useState('');
  const [view, setView] = useState<View>('paper');
  const typed = useDebounced(own, 600);
  const sample: PreviewSample = values === 'own' ? 'typical' : values;
  const chosen = values === 'own' ? typed : new Map<string, string>();
  const body = previewBody(design, { templateId, name: untitled, own: chosen });
  const asked = useQuery({
    queryKey: [...door.scope, 'preview', body, sample],
    queryFn: () => door.call(previewTemplate, { ...body, sample }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const controls = previewedControls(design);
  const unplaced = design.controls.length - controls.length;
  const { data, error } = asked;
  const problems = (data?.problems ?? []).flatMap(({ index, msg }) => {
    const control = controls[index];
    return control === undefined ? [] : [{ control, msg }];
  });
  const able = design.parties.filter(({ fills, signs }) =>
    view === 'fill' ? fills : view === 'paper' || signs,
  );
  // Somebody whose page has something to show.
  const busy = able.find(({ key }) =>
    controls.some((control) => control.party === key && isArea(control) === (view === 'sign')),
  );
  const actor = able.find(({ key }) => key === party) ?? busy ?? able[0];
  return (
    <div className="flex flex-col">
      <div
        className={`grid gap-x-4 ${isFramed ? 'sm:grid-cols-2 lg:w-[560px]' : 'sm:grid-cols-3 lg:w-[720px]'}`}
      >
        {!isFramed && (
          <SelectField
            label={t.show}
            value={view}
            options={views.map((each): readonly [View, string] => [each, t.views[each]])}
            onChange={setView}
          />
        )}
        <SelectField
          label={t.values}
          value={values}
          options={choices.map((each): readonly [Values, string] => [each, t.samples[each]])}
          onChange={setValues}
        />
        <WrappingSelect
          label={t.party}
          value={view === 'paper' ? party : (actor?.key ?? '')}
          options={[
            ...(view === 'paper' || actor === undefined ? [['', t.everybody] as const] : []),
            ...able.map(({ key, flag }) => [key, flag] as const),
          ]}
          onChange={setParty}
        />
      </div>
      {values === 'own' && <OwnValues design={design} own={own} setOwn={setOwn} />}
      {error !== null && !asked.isFetching ? (
        <div role="alert" className="mb-4 rounded-control bg-warning-tint p-3 text-small text-n-900">
          <p className="m-0 names">
            {mistakes > 0 ? t.incomplete(mistakes) : error instanceof Refused ? error.message : t.failed}
          </p>
          {mistakes > 0 && acts !== null && (
            <Button small look="link" onPress={acts.showChecks}>
              {t.toChecks}
            </Button>
          )}
          {mistakes === 0 && (
            <Button small look="link" onPress={() => void asked.refetch()}>
              {t.again}
            </Button>
          )}
        </div>
      ) : (
        <p role="status" className="figures mt-0 mb-3 min-h-5 text-small text-n-600">
          {asked.isFetching ? t.drawing : problems.length === 0 ? t.none : t.problems(problems.length)}
        </p>
      )}
      {unplaced > 0 && <p className="figures mt-0 mb-3 text-small text-n-600">{t.unplaced(unplaced)}</p>}
      {problems.length > 0 && error === null && (
        // Last, and in sight at the lower edge: what one looks at does not move when problems come and go.
        <section
          aria-label={t.problems(problems.length)}
          className="sticky bottom-3 z-10 order-last mt-4 max-h-[30dvh] overflow-y-auto rounded-control bg-warning-tint p-3 shadow-menu"
        >
          <p className="m-0 text-small text-n-900">{t.problemsText}</p>
          <ul className="m-0 list-none p-0">
            {problems.map(({ control: { key, name }, msg }) => (
              <li key={key} className="flex flex-wrap items-center gap-x-2 text-small names">
                {acts === null ? (
                  <bdi>{name}</bdi>
                ) : (
                  <Button small look="link" onPress={() => acts.reveal(key)}>
                    {t.reveal(name)}
                  </Button>
                )}
                {msg}
              </li>
            ))}
          </ul>
        </section>
      )}
      {data !== undefined &&
        error === null &&
        view !== 'paper' &&
        (actor === undefined ? (
          <p className="m-0 text-small text-n-600">{t.nobody[view]}</p>
        ) : (
          <PagePreview
            {...{ design, templateId, sample, isWide }}
            page={view}
            party={actor}
            own={chosen}
            preview={data}
          />
        ))}
      {data !== undefined && error === null && view === 'paper' && (
        <div className="flex gap-6" aria-busy={asked.isFetching}>
          {isWide && <Paper design={design} data={data} party={party} label={t.desktop} width={794} />}
          <Paper design={design} data={data} party={party} label={t.phone} width={390} />
        </div>
      )}
      {data !== undefined && <p className="mt-4 mb-0 text-caption text-n-500">{t.certificate}</p>}
    </div>
  );
}

interface OwnProps {
  readonly design: Design;
  readonly own: ReadonlyMap<string, string>;
  readonly setOwn: (own: ReadonlyMap<string, string>) => void;
}

function OwnValues({ design, own, setOwn }: OwnProps) {
  const t = useTexts(previewTexts);
  const fields = filledControls(design).filter((control) => kindOf(control) !== 'picture');
  if (fields.length === 0) return <p className="mt-0 mb-4 text-small text-n-600">{t.noFields}</p>;
  return (
    <fieldset className="-mx-1 mt-0 mb-4 max-h-72 overflow-y-auto border-0 p-0">
      <legend className="mb-1 px-1 py-0 text-small text-n-600">
        {t.ownTitle} · {t.ownHint}
      </legend>
      <div className="grid gap-x-4 p-1 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map(({ key, name, attribute: { options }, type }) => {
          const kind = kindOf({ type, attribute: {} });
          return kind === 'options' || kind === 'check' ? (
            <SelectField
              key={key}
              label={name}
              value={own.get(key) ?? ''}
              options={[
                ['', '—'],
                ...(kind === 'check'
                  ? (['true', 'false'] as const).map((each) => [each, t.ticks[each]] as const)
                  : (options ?? []).map((each) => [each, each] as const)),
              ]}
              onChange={(value) => setOwn(new Map([...own, [key, value]]))}
            />
          ) : (
            <TextField
              key={key}
              label={name}
              value={own.get(key) ?? ''}
              onChange={(value) => setOwn(new Map([...own, [key, value]]))}
              autoComplete="off"
            />
          );
        })}
      </div>
    </fieldset>
  );
}

interface PaperProps {
  readonly design: Design;
  readonly data: DataOf<typeof previewTemplate>;
  /** Key of the party whose controls are marked; '' for none. */
  readonly party: string;
  readonly label: string;
  /** In px, at most. */
  readonly width: number;
}

/** The pages in the width of a device. */
function Paper({ design, data, party, label, width }: PaperProps) {
  const t = useTexts(previewTexts);
  const own = previewedControls(design).filter((control) => control.party === party);
  return (
    <section aria-label={label} className="min-w-0" style={{ flexBasis: width, maxWidth: width }}>
      <h3 className="mt-0 mb-2 text-small font-medium text-n-600">{label}</h3>
      {data.fileList.map(({ fileIndex, fileName, httpUrl, pages }) => (
        <div key={fileIndex} className="mb-4">
          <p className="mt-0 mb-2 flex items-center justify-between gap-2 text-small text-n-600 names">
            <bdi className="min-w-0">{fileName}</bdi>
            <a
              href={ownPicture(httpUrl)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 shrink-0 items-center text-cinnabar-600"
            >
              {t.pdf}
            </a>
          </p>
          {pages.map((page, index) => (
            <div
              key={page.jpgUrl}
              className="relative mb-3 overflow-hidden rounded-marker border border-n-200 bg-n-0"
              style={{ aspectRatio: `${page.width} / ${page.height}` }}
            >
              <img
                src={ownPicture(page.jpgUrl)}
                alt={t.page(index + 1, pages.length)}
                loading="lazy"
                className="block size-full"
              />
              {own
                .filter(
                  (control) =>
                    design.files[fileIndex]?.key === control.file &&
                    control.page === index + 1 &&
                    kindOf(control) !== 'seam',
                )
                .map((control) => {
                  const size = sizeOf(control);
                  return (
                    <span
                      key={control.key}
                      aria-hidden
                      className={`absolute rounded-marker border-2 border-info ${isArea(control) ? 'border-dashed' : ''}`}
                      style={{
                        left: `${(control.x / page.width) * 100}%`,
                        top: `${(control.y / page.height) * 100}%`,
                        width: `${(size.width / page.width) * 100}%`,
                        height: `${(size.height / page.height) * 100}%`,
                      }}
                    />
                  );
                })}
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}
