/** The types that the children use; TypeScript declares them only in its library for browsers. */
declare namespace WebAssembly {
  type ImportExportKind = 'function' | 'global' | 'memory' | 'table';
  type Imports = Record<string, Record<string, unknown>>;

  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
  }
  const Module: {
    new (bytes: Uint8Array): Module;
    imports(module: Module): { module: string; name: string; kind: ImportExportKind }[];
  };
  class Memory {
    constructor(limits: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Table {
    readonly length: number;
    get(index: number): unknown;
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Record<string, unknown>;
  }
  class RuntimeError extends Error {}
  let instantiate: (source: Uint8Array | ArrayBuffer | Module, imports?: Imports) => Promise<unknown>;
}
