/** The input of a job as an object. Workers accept any JSON as input; anything but an object becomes empty. */
export const inputOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};

const endings: Readonly<Record<string, string>> = { javascript: 'js', python: 'py', wasm: 'wat' };

/** A program, and a file name whose extension gives its language. */
export interface Program {
  text: string;
  path: string;
}

/** The program of a job if it is text. WebAssembly is base64 by default. */
export const programOf = (type: string, input: unknown): Program | undefined => {
  const { code, codeEncoding } = inputOf(input);
  if (typeof code !== 'string' || (type === 'wasm' && codeEncoding !== 'wat')) return undefined;
  return { text: code, path: `program.${endings[type] ?? 'txt'}` };
};
