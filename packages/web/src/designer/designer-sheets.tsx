import type { Block } from '@cinnabar/api/pages/template-blocks.js';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { SelectField } from '../shared/components/select-field.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import { KeepBlockSheet, RemoveBlockSheet, RenameBlockSheet } from './block-sheets.js';
import type { Command } from './commands.js';
import type { Control, Design, Party, TemplateFile } from './design.js';
import { type OpenedDraft, useDesignerDoor } from './designer-door.js';
import { designerTexts } from './designer-texts.js';
import { PartySheet, RemovePartySheet } from './party-sheets.js';
import type { Brought } from './placeholders.js';
import { PlaceholdersSheet } from './placeholders-sheet.js';
import { PreviewSheet } from './preview-sheet.js';
import { PublishSheet } from './publish-sheet.js';
import { ReplaceSheet } from './replace-sheet.js';
import { SettingsSheet } from './settings-sheet.js';
import { TrialSheet } from './trial-sheet.js';
import type { Uploaded } from './uploaded.js';

interface PageOfFile {
  readonly fileId: number;
  readonly page: number;
}

export type DesignerSheet =
  | { readonly kind: 'settings' | 'publish' | 'copy' | 'preview' | 'trial' }
  | { readonly kind: 'party'; readonly party: Party | null }
  | { readonly kind: 'removeParty'; readonly party: Party }
  | { readonly kind: 'keepBlock'; readonly keys: readonly Control['key'][] }
  | { readonly kind: 'renameBlock' | 'removeBlock'; readonly block: Block }
  | { readonly kind: 'placeholders'; readonly brought: Brought }
  | { readonly kind: 'replace'; readonly file: TemplateFile; readonly by: Uploaded }
  | {
      readonly kind: 'heir';
      readonly text: string;
      readonly at: PageOfFile;
      readonly flags: readonly string[];
    };

interface Props {
  readonly sheet: DesignerSheet;
  readonly design: Design;
  readonly opened: OpenedDraft;
  readonly updateTime: string | null;
  readonly run: (command: Command, kind?: string) => void;
  readonly addFiles: (files: readonly Uploaded[]) => void;
  readonly save: () => Promise<number>;
  readonly paste: (text: string, at: PageOfFile, heir?: Party) => void;
  readonly open: (sheet: DesignerSheet) => void;
  /** The template has been changed by somebody else. */
  readonly changed: () => void;
  readonly close: () => void;
  readonly mistakes: number;
  readonly reveal: (key: string) => void;
  readonly showChecks: () => void;
}

export default function DesignerSheets(props: Props) {
  const { sheet, design, opened, updateTime, run, addFiles, save, open, changed, close } = props;
  const { mistakes, reveal, showChecks } = props;
  const door = useDesignerDoor();
  switch (sheet.kind) {
    case 'copy':
      return null;
    case 'settings':
      return (
        <SettingsSheet
          {...{ design, run, addFiles, close }}
          replace={(file, by) => open({ kind: 'replace', file, by })}
        />
      );
    case 'publish':
      return (
        <PublishSheet
          {...{ design, opened, updateTime, save, changed, close }}
          done={({ templateId }) => door.settled({ templateId })}
        />
      );
    case 'preview':
      return (
        <PreviewSheet {...{ design, mistakes, reveal, showChecks, close }} templateId={opened.templateId} />
      );
    case 'trial':
      return <TrialSheet {...{ design, close }} />;
    case 'party':
      return <PartySheet {...{ design, run, close }} party={sheet.party} />;
    case 'removeParty':
      return <RemovePartySheet {...{ design, run, close }} party={sheet.party} />;
    case 'replace':
      return <ReplaceSheet {...{ design, run, close }} file={sheet.file} by={sheet.by} />;
    case 'placeholders':
      return <PlaceholdersSheet brought={sheet.brought} close={close} />;
    case 'keepBlock':
      return <KeepBlockSheet {...{ design, close }} keys={sheet.keys} />;
    case 'renameBlock':
      return <RenameBlockSheet block={sheet.block} close={close} />;
    case 'removeBlock':
      return <RemoveBlockSheet block={sheet.block} close={close} />;
    case 'heir':
      return <HeirSheet {...props} sheet={sheet} />;
  }
}

interface HeirProps extends Props {
  readonly sheet: Extract<DesignerSheet, { readonly kind: 'heir' }>;
}

/** Who gets the pasted controls of parties that this template does not have. */
function HeirSheet({ sheet, design, paste, close }: HeirProps) {
  const t = useTexts(designerTexts);
  const [key, setKey] = useState(design.parties[0]?.key ?? '');
  const heir = design.parties.find((party) => party.key === key);
  return (
    <Sheet
      title={t.paste}
      isOpen
      close={close}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={heir === undefined}
          onPress={() => {
            if (heir !== undefined) paste(sheet.text, sheet.at, heir);
            close();
          }}
        >
          {t.paste}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700 names">{t.unknownFlags(sheet.flags.join('、'))}</p>
      <SelectField
        label={t.giveTo}
        value={key}
        options={design.parties.map((party): readonly [string, string] => [party.key, party.flag])}
        onChange={setKey}
      />
    </Sheet>
  );
}
