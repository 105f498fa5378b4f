/** Workers take any input; that of the sandbox is an object. */
export const inputOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};

const endings: Readonly<Record<string, string>> = { javascript: 'js', python: 'py', wasm: 'wat' };

/** A program, and a name for it whose ending tells its language. */
export interface Program {
  text: string;
  path: string;
}

/** The program of a job where it is text. A module of WebAssembly is in base64 unless it says otherwise. */
export const programOf = (type: string, input: unknown): Program | undefined => {
  const { code, codeEncoding } = inputOf(input);
  if (typeof code !== 'string' || (type === 'wasm' && codeEncoding !== 'wat')) return undefined;
  return { text: code, path: `program.${endings[type] ?? 'txt'}` };
};
