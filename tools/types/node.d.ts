// What runs in Node uses of webpack, whose own types are no package of the project: Next brings webpack along.

declare module "webpack" {
  interface Compiler {
    hooks: { thisCompilation: { tap(name: string, task: (compilation: Compilation) => void): void } };
    webpack: { Compilation: { PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE: number } };
  }

  interface Compilation {
    chunkGroups: (FileGroup & { name?: string })[];
    entrypoints: Map<string, FileGroup>;
    hooks: {
      processAssets: {
        tap(options: { name: string; stage: number }, task: (assets: Record<string, object>) => void): void;
      };
    };
    updateAsset(name: string, update: (source: object) => object, info: { minimized: boolean }): void;
  }

  interface FileGroup {
    getFiles(): string[];
  }
}

declare module "next/package.json" {
  const description: { version: string };
  export = description;
}
