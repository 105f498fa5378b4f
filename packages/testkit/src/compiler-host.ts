import ts from 'typescript';

/** A compiler host that reads and parses each file once, for several programs with the same options. */
export const createCachingCompilerHost = (options: ts.CompilerOptions): ts.CompilerHost => {
  const host = ts.createCompilerHost(options);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  return {
    ...host,
    getSourceFile: (path, ...rest) => {
      if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, ...rest));
      return parsed.get(path);
    },
  };
};
