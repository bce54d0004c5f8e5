import type { LucideIcon } from 'lucide-react';
import type { ControlKind } from '../canvas/canvas-types.js';
import { kindIcons } from '../canvas/kind-look.js';
import type { placeTexts } from './place-texts.js';
import type { Tool } from './tools.js';

/** How the canvas draws a tool's fields. */
export function controlKindOf(tool: Tool, isEnterprise: boolean): ControlKind {
  if (tool !== 'sign') return tool;
  return isEnterprise ? 'seal' : 'signature';
}

export function iconOf(tool: Tool, isEnterprise: boolean): LucideIcon {
  return kindIcons[controlKindOf(tool, isEnterprise)];
}

export function wordOf(tool: Tool, isEnterprise: boolean, t: typeof placeTexts.zh): string {
  if (tool === 'sign') return isEnterprise ? t.seal : t.signature;
  return t[tool];
}
