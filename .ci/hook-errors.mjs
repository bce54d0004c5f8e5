// A reporter for vitest: appends to the file HOOK_ERRORS what went wrong outside of tests, in hooks above all, of which its
// JSON report says nothing.
import { appendFileSync } from 'node:fs';

export default class HookErrors {
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      for (const part of [module, ...module.children.allSuites()])
        this.#tell(module.relativeModuleId, part.errors());
    }
    this.#tell('', unhandled);
  }

  #tell(name, errors) {
    for (const { message, stack } of errors)
      appendFileSync(process.env.HOOK_ERRORS, `--- failed: ${name} ${message}\n${stack ?? ''}\n`);
  }
}
