import {
  isBrandName,
  isReadable,
  MAX_LOGO_BYTES,
  NO_BRAND,
  readBrandColor,
  senderName,
  textOn,
} from '@cinnabar/api/brand.js';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import type { LinkBrand } from '@cinnabar/api/pages/link.js';
import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize } from '../../shared/components/icons.js';
import { TextField } from '../../shared/components/text-field.js';
import { BrandMark, lookOf } from '../../shared/link/brand-mark.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { RowsSkeleton } from '../shell/states.js';
import { brandTexts } from './brand-texts.js';
import { Group, type Settings, WithSettings } from './group.js';
import { settingsTexts } from './settings-texts.js';
import { smsToSigner } from './sms-to-signer.js';

/** How signers see the enterprise. */
export default function BrandTab() {
  const asked = useAsk(baseInfo, {});
  return (
    <WithSettings>
      {(values) =>
        asked.data === undefined ? (
          <RowsSkeleton rows={3} />
        ) : (
          <Brand values={values} corpName={asked.data.corpName} />
        )
      }
    </WithSettings>
  );
}

function Brand({ values, corpName }: { readonly values: Settings; readonly corpName: string }) {
  const t = useTexts(brandTexts);
  const s = useTexts(settingsTexts);
  const [name, setName] = useState(values.brandName);
  const [written, setWritten] = useState(values.brandColor);
  /** The data of a chosen logo, "" for none; null: the present one stays, whatever others make of it meanwhile. */
  const [picked, setPicked] = useState<string | null>(null);
  const logo = picked ?? values.brandLogo;
  const color = written === '' ? null : readBrandColor(written);
  const colorError = written === '' ? null : color === null ? t.colorWrong : lowContrast(color, t.tooLow);
  const nameError = name === '' || isBrandName(name) ? null : t.nameWrong;
  const change = {
    ...{ brandName: name || NO_BRAND, brandColor: color ?? NO_BRAND },
    ...(picked === null ? {} : { brandLogo: picked || NO_BRAND }),
  };
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] lg:items-start">
      <Group
        name={s.brand}
        values={values}
        fields={['brandName', 'brandColor', 'brandLogo']}
        isDisabled={colorError !== null || nameError !== null}
        change={change}
      >
        <p className="mt-0 mb-4 text-body text-n-700">{t.lead}</p>
        <TextField
          label={t.name}
          hint={t.nameHint}
          error={nameError}
          value={name}
          maxLength={20}
          onChange={setName}
        />
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={t.color}
              hint={color === null ? t.colorHint : t.contrast(textOn(color).contrast.toFixed(2))}
              error={colorError}
              value={written}
              maxLength={7}
              isNumber
              onChange={(text) => setWritten(text.trim())}
            />
          </div>
          <input
            type="color"
            aria-label={t.pickColor}
            value={color ?? '#ffffff'}
            onChange={(event) => setWritten(event.target.value)}
            className="mt-6 box-border h-12 w-14 cursor-pointer rounded-control border border-n-400 bg-n-0 p-1"
          />
        </div>
        <LogoField logo={logo} onChange={setPicked} />
      </Group>
      <Preview
        brand={{
          ...{ corpName, name: nameError === null && name !== '' ? name : null },
          color: colorError === null ? color : null,
          logo: null,
        }}
        logo={logo}
      />
    </div>
  );
}

function lowContrast(color: string, words: (ratio: string) => string): string | null {
  return isReadable(color) ? null : words(textOn(color).contrast.toFixed(2));
}

interface LogoFieldProps {
  readonly logo: string;
  readonly onChange: (logo: string) => void;
}

function LogoField({ logo, onChange }: LogoFieldProps) {
  const t = useTexts(brandTexts);
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  async function choose(file: File | undefined) {
    if (file === undefined) return;
    const wrong = file.size > MAX_LOGO_BYTES ? t.tooLarge : (await isPng(file)) ? null : t.notPng;
    setProblem(wrong);
    if (wrong === null) onChange(await dataUrlOf(file));
  }
  return (
    <div className="mb-4">
      <span className="mb-1 block text-small text-n-600">{t.logo}</span>
      <label
        htmlFor={id}
        className="relative flex min-h-16 cursor-pointer items-center gap-3 rounded-control border border-dashed border-n-400 px-4 py-3 text-input hover:bg-n-50 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info"
      >
        <ImagePlus {...iconSize} className="shrink-0 text-n-600" />
        <span className="min-w-0">
          <span className="block font-medium">{logo === '' ? t.chooseLogo : t.changeLogo}</span>
          <span className="block text-small text-n-500 names">{t.logoHint}</span>
        </span>
        <input
          id={id}
          type="file"
          accept="image/png"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // Allows choosing the same file again after it was changed.
            event.target.value = '';
          }}
          className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        />
      </label>
      <ErrorLine text={problem} />
      {logo !== '' && (
        <Button
          small
          look="quiet"
          onPress={() => {
            setProblem(null);
            onChange('');
          }}
        >
          {t.removeLogo}
        </Button>
      )}
    </div>
  );
}

/** A name or a type of a file says nothing about what is in it. */
async function isPng(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, at) => start[at] === byte);
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([file], { type: 'image/png' }));
  });
}

interface PreviewProps {
  readonly brand: LinkBrand;
  readonly logo: string;
}

/** What a signer sees on a phone, and reads in the message. */
function Preview({ brand, logo }: PreviewProps) {
  const t = useTexts(brandTexts);
  const { language } = useLanguage();
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const shown = { ...brand, logo: logo === '' || size === null ? null : { address: logo, ...size } };
  const look = lookOf(brand);
  return (
    <section aria-label={t.preview} className="max-w-[400px] px-4 py-4 lg:px-6">
      {logo !== '' && (
        <img
          src={logo}
          alt=""
          hidden
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      )}
      <h2 className="mt-0 mb-2 text-small font-semibold text-n-600">{t.pagePreview}</h2>
      <div className="mb-6 overflow-hidden rounded-card border border-n-300 bg-n-50">
        <div
          style={look.style}
          className={`flex min-h-14 items-center justify-between gap-2 px-4 ${look.className}`}
        >
          <BrandMark brand={shown} />
          <span lang={language === 'zh' ? 'en' : 'zh-CN'} className="shrink-0 text-small font-medium">
            {t.language}
          </span>
        </div>
        <div className="m-4 rounded-card bg-n-0 p-4 shadow-paper">
          <bdi className="block text-small text-n-600 names">{brand.corpName}</bdi>
          <span className="mb-3 block text-title font-semibold">{t.task}</span>
          <span className="block border-l-2 border-n-300 pl-3 text-desk">{t.sample}</span>
        </div>
      </div>
      <h2 className="mt-0 mb-2 text-small font-semibold text-n-600">{t.smsPreview}</h2>
      <p lang="zh-CN" className="m-0 rounded-card bg-n-100 px-4 py-3 text-desk names">
        <bdi>{smsToSigner(senderName(brand.name ?? '', brand.corpName), `${location.origin}/l/…`)}</bdi>
      </p>
      <p className="mt-1 mb-0 text-small text-n-500">{t.smsNote}</p>
    </section>
  );
}
