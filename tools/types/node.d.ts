// The parts of webpack in use. Next bundles webpack without its types.

declare module "webpack" {
  interface Compiler {
    context: string;
    hooks: {
      make: {
        tapAsync(name: string, task: (compilation: Compilation, done: (error?: Error | null) => void) => void): void;
      };
      thisCompilation: { tap(name: string, task: (compilation: Compilation) => void): void };
    };
    runAsChild(done: (error: Error | null, entries: object[], result?: { errors: Error[] }) => void): void;
    webpack: typeof import("webpack");
  }

  const BannerPlugin: new (options: { banner: string; raw: boolean; include: RegExp; stage: number }) => object;
  const Compilation: { PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE: number };
  const EntryPlugin: new (context: string, request: string, options: { name: string }) => object;

  interface Compilation {
    createChildCompiler(name: string, output: { filename: string }, plugins: object[]): Compiler;
    chunkGroups: (FileGroup & { name?: string })[];
    entrypoints: Map<string, FileGroup>;
    errors: CompilationError[];
    hooks: {
      seal: { tap(name: string, task: () => void): void };
      processAssets: {
        tap(options: { name: string; stage: number }, task: (assets: Record<string, object>) => void): void;
      };
    };
    updateAsset(name: string, update: (source: object) => object, info: { minimized: boolean }): void;
    warnings: CompilationError[];
  }

  type CompilationError = Error & { module?: { resource?: string } };

  interface FileGroup {
    getFiles(): string[];
  }
}

declare module "next/package.json" {
  const description: { version: string };
  export = description;
}
