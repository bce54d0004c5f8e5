/** The part of the WebAssembly JavaScript interface that PDFium's fonts need; TypeScript has it only with the DOM. */
declare global {
  namespace WebAssembly {
    type Imports = Record<string, Record<string, unknown>>;
    type Exports = Readonly<Record<string, unknown>>;

    class Module {
      constructor(bytes: Uint8Array);
    }
    class Instance {
      constructor(module: Module, imports: Imports);
      readonly exports: Exports;
    }
    class Memory {
      readonly buffer: ArrayBuffer;
    }
    class Table {
      readonly length: number;
      /** Answers the length before. */
      grow(by: number): number;
      set(index: number, value: unknown): void;
    }
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

export {};
