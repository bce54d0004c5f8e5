import type { OpenPage } from '@cinnabar/api/pages/addresses.js';
import { type ComponentType, memo } from 'react';
import { onDemand } from '../../shared/components/on-demand.js';
import { RowsSkeleton } from './states.js';

/** One that has to be loaded shows its outline, not the screen that is left. */
function screen<Props extends object>(importFile: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return onDemand(importFile, <RowsSkeleton />);
}

const HomeScreen = screen(() => import('../home/home-screen.js'));
const ContractsScreen = screen(() => import('../contracts/contracts-screen.js'));
const ContractScreen = screen(() => import('../contract/contract-screen.js'));
const NewContractScreen = screen(() => import('../new-contract/new-contract-screen.js'));
const BatchScreen = screen(() => import('../batch/batch-screen.js'));
const BatchInfoScreen = screen(() => import('../batch/batch-info-screen.js'));
const ApprovalsScreen = screen(() => import('../approvals/approvals-screen.js'));
const TemplatesScreen = screen(() => import('../templates/templates-screen.js'));
const TemplateScreen = screen(() => import('../templates/template-screen.js'));
const DesignScreen = screen(() => import('../templates/design-screen.js'));
const SealsScreen = screen(() => import('../seals/seals-screen.js'));
const SealPages = screen(() => import('../seals/seal-pages.js'));
const MembersScreen = screen(() => import('../members/members-screen.js'));
const MemberScreen = screen(() => import('../members/member-screen.js'));
const LeaveScreen = screen(() => import('../members/leave-screen.js'));
const FeesScreen = screen(() => import('../fees/fees-screen.js'));
const EvidenceScreen = screen(() => import('../evidence/evidence-screen.js'));
const DeveloperScreen = screen(() => import('../developer/developer-screen.js'));
const SettingsScreen = screen(() => import('../settings/settings-screen.js'));
const AuditScreen = screen(() => import('../audit/audit-screen.js'));
const MeScreen = screen(() => import('../me/me-screen.js'));

/** The screens of the sections that people open most. */
const oftenOpened = [ContractsScreen, ApprovalsScreen];

/** Loads them while nothing else happens, one after another, so that who opens one waits for its data only. */
export async function loadScreensAhead(): Promise<void> {
  for (const { load } of oftenOpened) {
    await whenIdle();
    // Opening it loads it again, and reports the error.
    await load().catch(() => undefined);
  }
}

/** Safari has no idle callbacks. */
const IDLE_MS = 200;

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, IDLE_MS);
  });
}

/** The screen of a page; each is a separate chunk. */
export const Screen = memo(function Screen({ page }: { readonly page: OpenPage }) {
  switch (page.name) {
    case 'consoleContracts':
      return <ContractsScreen />;
    case 'consoleContract':
      return <ContractScreen key={page.parameters.flowId} flowId={page.parameters.flowId} />;
    case 'consoleNewContract':
      return <NewContractScreen />;
    case 'consoleBatch':
      return <BatchScreen />;
    case 'consoleBatchInfo':
      return <BatchInfoScreen key={page.parameters.batchId} batchId={page.parameters.batchId} />;
    case 'consoleApprovals':
      return <ApprovalsScreen />;
    case 'consoleTemplates':
      return <TemplatesScreen />;
    case 'consoleTemplate':
      return <TemplateScreen key={page.parameters.templateId} templateId={page.parameters.templateId} />;
    case 'consoleDesigner':
    case 'consoleTemplateDraft':
      // Whoever may design has the window to themselves; all others are told why not.
      return <DesignScreen source={{}} />;
    case 'consoleSeals':
    case 'consoleSealMatrix':
      return <SealsScreen />;
    case 'consoleSeal':
      return <SealPages key={page.parameters.sealId} sealId={page.parameters.sealId} />;
    case 'consoleNewSeal':
      return <SealPages sealId={null} />;
    case 'consoleMembers':
      return <MembersScreen />;
    case 'consoleMember':
      return <MemberScreen key={page.parameters.userId} userId={page.parameters.userId} />;
    case 'consoleMemberLeave':
      return <LeaveScreen key={page.parameters.userId} userId={page.parameters.userId} />;
    case 'consoleFees':
      return <FeesScreen />;
    case 'consoleEvidence':
      return <EvidenceScreen />;
    case 'consoleDeveloper':
      return <DeveloperScreen />;
    case 'consoleSettings':
      return <SettingsScreen />;
    case 'consoleAudit':
      return <AuditScreen />;
    case 'consoleMe':
      return <MeScreen />;
    default:
      return <HomeScreen />;
  }
});
