/** More of a body is not shown. */
export const mostCharacters = 100_000;

const isText = (type: string): boolean => /^text\/|json|xml|javascript/.test(type);

interface Listener {
  /** Told of what has come so far, again and again. */
  onText: (text: string) => void;
}

/** Reads a body as text, up to a bound; says what is missing of it. Bytes that are no text are counted alone. */
export const readAnswer = async (response: Response, { onText }: Listener): Promise<string | undefined> => {
  const type = response.headers.get('content-type') ?? '';
  if (!response.body) return undefined;
  if (!isText(type)) {
    const { byteLength } = await response.arrayBuffer();
    return byteLength === 0 ? undefined : `${byteLength.toLocaleString('en')} bytes of ${type}, which is no text.`;
  }
  let text = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    if (text.length > mostCharacters) {
      await reader.cancel();
      onText(text.slice(0, mostCharacters));
      return `Cut at ${mostCharacters.toLocaleString('en')} characters.`;
    }
    onText(text);
  }
  if (type.includes('json')) onText(indented(text));
  return undefined;
};

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, mostCharacters);
  } catch {
    return text;
  }
};
