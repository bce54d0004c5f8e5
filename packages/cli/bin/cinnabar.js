#!/usr/bin/env node
// npm makes the link to this file when it installs, which is before anything has been built.
import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('cinnabar: not built yet: run "npm run build" in the checkout first');
  process.exitCode = 1;
}
