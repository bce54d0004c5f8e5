import type { PageName } from '@cinnabar/api/pages/addresses.js';
import { holdsRight, type Right, type Role } from '@cinnabar/api/permissions.js';
import {
  Code,
  FileText,
  History,
  House,
  LayoutTemplate,
  type LucideIcon,
  Settings,
  ShieldCheck,
  SquareCheckBig,
  Stamp,
  User,
  Users,
  Wallet,
} from 'lucide-react';

/** Sections of the console in the order of the navigation. */
export type Section =
  | 'home'
  | 'contracts'
  | 'approvals'
  | 'templates'
  | 'seals'
  | 'members'
  | 'fees'
  | 'evidence'
  | 'developer'
  | 'settings'
  | 'audit'
  | 'me';

export interface SectionEntry {
  readonly section: Section;
  readonly page:
    | 'console'
    | 'consoleContracts'
    | 'consoleApprovals'
    | 'consoleTemplates'
    | 'consoleSeals'
    | 'consoleMembers'
    | 'consoleFees'
    | 'consoleEvidence'
    | 'consoleDeveloper'
    | 'consoleSettings'
    | 'consoleAudit'
    | 'consoleMe';
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly key: string | null;
  /** Without this right the section is absent. */
  readonly right?: Right;
}

const sections: readonly SectionEntry[] = [
  { section: 'home', page: 'console', icon: House, key: 'h' },
  { section: 'contracts', page: 'consoleContracts', icon: FileText, key: 'c' },
  { section: 'approvals', page: 'consoleApprovals', icon: SquareCheckBig, key: 'a' },
  { section: 'templates', page: 'consoleTemplates', icon: LayoutTemplate, key: 't' },
  { section: 'seals', page: 'consoleSeals', icon: Stamp, key: 's' },
  { section: 'members', page: 'consoleMembers', icon: Users, key: 'm' },
  { section: 'fees', page: 'consoleFees', icon: Wallet, key: 'f', right: 'readContracts' },
  { section: 'evidence', page: 'consoleEvidence', icon: ShieldCheck, key: 'e' },
  { section: 'developer', page: 'consoleDeveloper', icon: Code, key: 'd', right: 'manageWebhooks' },
  { section: 'settings', page: 'consoleSettings', icon: Settings, key: 'i', right: 'manageEnterprise' },
  { section: 'audit', page: 'consoleAudit', icon: History, key: 'u', right: 'readAudit' },
];

/** The sections that are open to somebody with these roles. */
export function railOf(roles: readonly Role[]): readonly SectionEntry[] {
  return sections.filter(({ right }) => right === undefined || holdsRight(roles, right));
}

/** Sections with a tab of their own on phones; the others are under “Me”. */
export const PHONE_TABS = 3;

export const phoneTabs: readonly SectionEntry[] = [
  ...sections.slice(0, PHONE_TABS),
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
  consoleSealMatrix: 'seals',
  consoleNewSeal: 'seals',
  consoleMembers: 'members',
  consoleMember: 'members',
  consoleMemberLeave: 'members',
  consoleFees: 'fees',
  consoleEvidence: 'evidence',
  consoleDeveloper: 'developer',
  consoleSettings: 'settings',
  consoleAudit: 'audit',
  consoleMe: 'me',
};

export function sectionOf(page: PageName): Section {
  return sectionOfPage[page] ?? 'home';
}
