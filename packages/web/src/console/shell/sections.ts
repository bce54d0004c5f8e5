import type { PageName } from '@cinnabar/api/pages/addresses.js';
import {
  FileText,
  House,
  LayoutTemplate,
  type LucideIcon,
  SquareCheckBig,
  Stamp,
  User,
  Users,
} from 'lucide-react';

/** Sections of the console in the order of the navigation. */
export type Section = 'home' | 'contracts' | 'approvals' | 'templates' | 'seals' | 'members' | 'me';

export interface SectionEntry {
  readonly section: Section;
  readonly page:
    | 'console'
    | 'consoleContracts'
    | 'consoleApprovals'
    | 'consoleTemplates'
    | 'consoleSeals'
    | 'consoleMembers'
    | 'consoleMe';
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly key: string | null;
}

export const rail: readonly SectionEntry[] = [
  { section: 'home', page: 'console', icon: House, key: 'h' },
  { section: 'contracts', page: 'consoleContracts', icon: FileText, key: 'c' },
  { section: 'approvals', page: 'consoleApprovals', icon: SquareCheckBig, key: 'a' },
  { section: 'templates', page: 'consoleTemplates', icon: LayoutTemplate, key: 't' },
  { section: 'seals', page: 'consoleSeals', icon: Stamp, key: 's' },
  { section: 'members', page: 'consoleMembers', icon: Users, key: 'm' },
];

export const phoneTabs: readonly SectionEntry[] = [
  ...rail.slice(0, 3),
  { section: 'me', page: 'consoleMe', icon: User, key: null },
];

const sectionOfPage: Partial<Readonly<Record<PageName, Section>>> = {
  console: 'home',
  consoleContracts: 'contracts',
  consoleContract: 'contracts',
  consoleNewContract: 'contracts',
  consoleBatch: 'contracts',
  consoleBatchInfo: 'contracts',
  consoleApprovals: 'approvals',
  consoleTemplates: 'templates',
  consoleTemplate: 'templates',
  consoleDesigner: 'templates',
  consoleTemplateDraft: 'templates',
  consoleSeals: 'seals',
  consoleSeal: 'seals',
  consoleNewSeal: 'seals',
  consoleMembers: 'members',
  consoleMe: 'me',
};

export function sectionOf(page: PageName): Section {
  return sectionOfPage[page] ?? 'home';
}
